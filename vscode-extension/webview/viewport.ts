const STEP = 1.25;
const LARGEST = 2.5;
const UNREADABLE = 2.5;

/** What part of the picture is seen: zoomed by the wheel, and moved by dragging. */
export class Viewport {
  private box = new DOMRect(0, 0, 1, 1);
  private whole = this.box;
  private width = 0;

  constructor(private readonly element: SVGSVGElement) {
    element.addEventListener("wheel", (event) => {
      event.preventDefault();
      this.zoom(event.deltaY < 0 ? STEP : 1 / STEP, this.at(event));
    });
    element.addEventListener("pointerdown", (event) => {
      if (event.button === 0) {
        this.drag(event);
      }
    });
    new ResizeObserver(() => {
      this.resize();
    }).observe(element);
  }

  /** There is another picture; it is shown whole, unless some of the former one was looked at. */
  use(whole: DOMRect): void {
    const untouched = this.box.width === 1 || this.isWhole();
    this.whole = whole;
    if (untouched) {
      this.fit();
    }
  }

  /** Shows everything. */
  fit(): void {
    const { width, height } = this.element.getBoundingClientRect();
    const scale = Math.min(1, width / this.whole.width, height / this.whole.height);
    const [wide, high] = [width / scale, height / scale];
    const left = this.whole.x - (wide - this.whole.width) / 2;
    this.show(new DOMRect(left, this.whole.y - (high - this.whole.height) / 2, wide, high));
  }

  /** Shows it larger or smaller, around a point or the middle. */
  zoom(by: number, around = { x: this.box.x + this.box.width / 2, y: this.box.y + this.box.height / 2 }): void {
    const { width } = this.element.getBoundingClientRect();
    const least = width / LARGEST;
    const most = 4 * Math.max(this.whole.width, width);
    const factor = Math.min(most, Math.max(least, this.box.width / by)) / this.box.width;
    this.show(
      new DOMRect(
        around.x - (around.x - this.box.x) * factor,
        around.y - (around.y - this.box.y) * factor,
        this.box.width * factor,
        this.box.height * factor,
      ),
    );
  }

  /** Moves as far as needed to see a part of the picture, and comes nearer if it is too small to be read. */
  reveal({ x, y, width, height }: DOMRect): void {
    const seen = this.element.getBoundingClientRect().width;
    if (this.box.width > UNREADABLE * seen) {
      this.zoom(this.box.width / seen, { x: x + width / 2, y: y + height / 2 });
    }
    const box = this.box;
    const left = Math.min(x, Math.max(box.x, x + width - box.width));
    const top = Math.min(y, Math.max(box.y, y + height - box.height));
    if (left !== box.x || top !== box.y) {
      this.show(new DOMRect(left, top, box.width, box.height));
    }
  }

  /** There is more or less room: what was shown whole still is, else the middle stays, as large as it was. */
  private resize(): void {
    const { width, height } = this.element.getBoundingClientRect();
    if (width === 0 || height === 0 || this.box.width === 1) {
      return;
    }
    if (this.isWhole()) {
      this.fit();
      return;
    }
    const scale = this.box.width / (this.width || width);
    const [x, y] = [this.box.x + this.box.width / 2, this.box.y + this.box.height / 2];
    this.show(new DOMRect(x - (width * scale) / 2, y - (height * scale) / 2, width * scale, height * scale));
  }

  private isWhole(): boolean {
    const { x, y, width, height } = this.whole;
    const { left, top, right, bottom } = this.box;
    return left <= x && top <= y && right >= x + width && bottom >= y + height;
  }

  private show(box: DOMRect): void {
    this.box = box;
    this.width = this.element.getBoundingClientRect().width;
    this.element.setAttribute("viewBox", `${box.x} ${box.y} ${box.width} ${box.height}`);
  }

  private at(event: MouseEvent): { x: number; y: number } {
    const { left, top, width } = this.element.getBoundingClientRect();
    const scale = this.box.width / width;
    return { x: this.box.x + (event.clientX - left) * scale, y: this.box.y + (event.clientY - top) * scale };
  }

  private drag(start: PointerEvent): void {
    const from = this.box;
    const scale = from.width / this.element.getBoundingClientRect().width;
    const move = (event: PointerEvent): void => {
      const [x, y] = [event.clientX - start.clientX, event.clientY - start.clientY];
      this.show(new DOMRect(from.x - x * scale, from.y - y * scale, from.width, from.height));
    };
    const end = (): void => {
      window.removeEventListener("pointermove", move);
      window.removeEventListener("pointerup", end);
    };
    window.addEventListener("pointermove", move);
    window.addEventListener("pointerup", end);
  }
}
