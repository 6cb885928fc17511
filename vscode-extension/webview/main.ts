import type { Contracts, Port } from "../src/contracts";
import type { Shown, Wanted } from "../src/map/messages";
import { mechanisms, serviceMap, type ServiceMap, type Wish } from "../src/map/model";
import { mechanismName } from "../src/words";
import { details, type Selection } from "./details";
import { byId, html, svg } from "./elements";
import { NODE } from "./layout";
import { draw, type Picture } from "./picture";
import { Viewport } from "./viewport";

interface Memory extends Wish {
  readonly selection: Selection;
}

declare function acquireVsCodeApi(): {
  postMessage(message: Wanted): void;
  getState(): Memory | undefined;
  setState(memory: Memory): void;
};

const vscode = acquireVsCodeApi();
const picture = byId("picture", SVGSVGElement);
const drawn = byId("drawn", SVGGElement);
const aside = byId("details", HTMLElement);
const filter = byId("mechanisms", HTMLElement);
const least = byId("least", HTMLInputElement);
const search = byId("search", HTMLInputElement);
const empty = byId("empty", HTMLElement);

let contracts: Contracts | null = null;
let map: ServiceMap = { services: [], joints: [] };
let shown: Picture | undefined;
let memory: Memory = vscode.getState() ?? { without: [], leastConfidence: 0, around: null, selection: undefined };

const viewport = new Viewport(picture);

function remember(change: Partial<Memory>): void {
  memory = { ...memory, ...change };
  vscode.setState(memory);
}

/** Draws everything anew: the contracts changed, or what of them is wished for. */
function redraw(): void {
  const focused = document.activeElement?.getAttribute("data-service");
  map = contracts ? serviceMap(contracts, memory) : { services: [], joints: [] };
  shown = draw(map);
  drawn.replaceChildren(...shown.content);
  empty.textContent = contracts === null ? "Reading the workspace …" : "No contracts were found in this workspace. Open the folder that holds all services.";
  empty.hidden = contracts !== null && contracts.ports.length > 0;
  document.body.classList.toggle("nothing", !empty.hidden);
  viewport.use(shown.box);
  choices();
  select(memory.selection);
  nodes()[0]?.setAttribute("tabindex", "0");
  if (focused !== null && focused !== undefined) {
    nodeOf(focused)?.focus();
  }
}

function choices(): void {
  filter.replaceChildren(
    ...(contracts ? mechanisms(contracts) : []).map((mechanism) => {
      const box = html("input", { type: "checkbox" });
      box.checked = !memory.without.includes(mechanism);
      box.addEventListener("change", () => {
        const others = memory.without.filter((other) => other !== mechanism);
        remember({ without: box.checked ? others : [...others, mechanism] });
        redraw();
      });
      return html("label", { class: `is-${mechanism}` }, box, swatch(), mechanismName(mechanism));
    }),
  );
  least.value = String(memory.leastConfidence);
  byId("confidence", HTMLOutputElement).textContent = memory.leastConfidence.toFixed(2);
}

/** A piece of a line, as it looks in the picture. */
function swatch(): SVGElement {
  return svg("svg", { class: "swatch", "aria-hidden": "true" }, svg("path", { class: "line", d: "M0 4h20", "stroke-width": 3 }));
}

function nodes(): SVGGElement[] {
  return [...drawn.querySelectorAll<SVGGElement>(".node")];
}

function nodeOf(service: string): SVGGElement | undefined {
  return nodes().find((node) => node.dataset["service"] === service);
}

function select(selection: Selection): void {
  remember({ selection });
  const ends = selection === undefined ? [] : "service" in selection ? [selection.service] : [selection.from, selection.to];
  const near = new Set(ends);
  for (const edge of drawn.querySelectorAll<SVGGElement>(".edge")) {
    const { from = "", to = "" } = edge.dataset;
    const on = ends.length === 1 ? ends.includes(from) || ends.includes(to) : from === ends[0] && to === ends[1];
    edge.classList.toggle("on", on);
    if (on) {
      near.add(from).add(to);
    }
  }
  for (const node of nodes()) {
    const service = node.dataset["service"] ?? "";
    node.classList.toggle("on", near.has(service));
    node.setAttribute("aria-pressed", String(ends.includes(service)));
  }
  drawn.classList.toggle("selected", ends.length > 0);
  aside.replaceChildren(...details(map, selection, { open, around: memory.around, showAround }));
}

function open(port: Port, target: boolean): void {
  vscode.postMessage({ is: "open", place: target ? port.target : port.stated });
}

function showAround(service: string | null): void {
  remember({ around: service });
  redraw();
  viewport.fit();
}

/** Moves the picture so that a service is seen. */
function reveal(service: string): void {
  const place = shown?.places.get(service);
  if (place !== undefined) {
    viewport.reveal(new DOMRect(place.x, place.y, NODE.width, NODE.height));
  }
}

function focus(service: string): void {
  for (const node of nodes()) {
    node.setAttribute("tabindex", node.dataset["service"] === service ? "0" : "-1");
  }
  nodeOf(service)?.focus();
  reveal(service);
}

const DIRECTIONS: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** The nearest service in a direction: what lies aside counts twice. */
function neighbour(service: string, [dx, dy]: readonly [number, number]): string | undefined {
  const here = shown?.places.get(service);
  const ways = [...(shown?.places ?? [])].flatMap(([name, { x, y }]) => {
    const [right, down] = [x - (here?.x ?? 0), y - (here?.y ?? 0)];
    const [ahead, aside] = [right * dx + down * dy, Math.abs(right * dy) + Math.abs(down * dx)];
    return ahead > 0 ? [{ name, far: ahead + 2 * aside }] : [];
  });
  return ways.sort((one, other) => one.far - other.far)[0]?.name;
}

picture.addEventListener("click", (event) => {
  const hit = event.target instanceof Element ? event.target.closest<SVGGElement>(".node, .edge") : null;
  const { service, from, to } = hit?.dataset ?? {};
  select(service !== undefined ? { service } : from !== undefined && to !== undefined ? { from, to } : undefined);
  if (service !== undefined) {
    focus(service);
  }
});

picture.addEventListener("keydown", (event) => {
  const service = event.target instanceof SVGElement ? event.target.dataset["service"] : undefined;
  const direction = DIRECTIONS[event.key];
  if (service !== undefined && direction !== undefined) {
    focus(neighbour(service, direction) ?? service);
  } else if (service !== undefined && (event.key === "Enter" || event.key === " ")) {
    select({ service });
  } else if (event.key === "Escape") {
    select(undefined);
  } else if (event.key === "+" || event.key === "-") {
    viewport.zoom(event.key === "+" ? 1.25 : 0.8);
  } else if (event.key === "0") {
    viewport.fit();
  } else {
    return;
  }
  event.preventDefault();
});

least.addEventListener("input", () => {
  remember({ leastConfidence: Number(least.value) });
  redraw();
});
search.addEventListener("input", () => {
  const text = search.value.trim().toLowerCase();
  const found = text === "" ? undefined : map.services.find(({ name }) => name.toLowerCase().includes(text));
  select(found && { service: found.name });
  if (found !== undefined) {
    reveal(found.name);
  }
});
byId("larger", HTMLButtonElement).addEventListener("click", () => {
  viewport.zoom(1.25);
});
byId("smaller", HTMLButtonElement).addEventListener("click", () => {
  viewport.zoom(0.8);
});
byId("all", HTMLButtonElement).addEventListener("click", () => {
  viewport.fit();
});
window.addEventListener("message", (event: MessageEvent<Shown>) => {
  contracts = event.data.contracts;
  redraw();
});
redraw();
vscode.postMessage({ is: "ready" });
