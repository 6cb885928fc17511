import type { View } from "../src/map/view";
import { type Layout, layout, NODE, type Point, type Size } from "./layout";
import type { Obstacles } from "./ways";

/** The room around what is in a frame; at the top there is its name. */
const ROOM = { x: 22, y: 20, top: 46 };

/** Where everything of a view is, and what lines have to pass. */
export interface Arrangement {
  readonly boxes: ReadonlyMap<string, Point>;
  readonly frames: ReadonlyMap<string, Point & Size>;
  readonly obstacles: readonly Obstacles[];
  readonly size: Size;
}

/** Lays out what is in each open group, and then the groups with what is in none. */
export function arranged({ boxes, frames, joints }: View): Arrangement {
  const frameOf = new Map(boxes.map(({ id, frame }) => [id, frame]));
  const inside = new Map(frames.map(({ id }) => [id, inner(id)]));
  const whole = layout(
    [...frames.map(({ id }) => id), ...boxes.filter(({ frame }) => frame === null).map(({ id }) => id)],
    joints.map(({ from, to }) => ({ from: frameOf.get(from) ?? from, to: frameOf.get(to) ?? to })),
    (id) => sizeOf(inside.get(id)),
  );

  function inner(frame: string): Layout {
    const within = (id: string): boolean => frameOf.get(id) === frame;
    return layout(
      boxes.filter(({ id }) => within(id)).map(({ id }) => id),
      joints.filter(({ from, to }) => within(from) && within(to)),
      () => NODE,
    );
  }

  const at = (id: string): Point => whole.places.get(id) ?? { x: 0, y: 0 };
  const places = new Map(boxes.map(({ id }) => [id, at(id)]));
  const obstacles = [obstaclesOf(whole, null, { x: 0, y: 0 }, (id) => sizeOf(inside.get(id)))];
  for (const [id, laid] of inside) {
    const corner = { x: at(id).x + ROOM.x, y: at(id).y + ROOM.top };
    for (const [name, { x, y }] of laid.places) {
      places.set(name, { x: corner.x + x, y: corner.y + y });
    }
    obstacles.push(obstaclesOf(laid, id, corner, () => NODE));
  }
  return {
    boxes: places,
    frames: new Map([...inside].map(([id, laid]) => [id, { ...at(id), ...sizeOf(laid) }])),
    obstacles,
    size: whole.size,
  };
}

function sizeOf(laid: Layout | undefined): Size {
  return laid === undefined
    ? NODE
    : { width: Math.max(NODE.width, laid.size.width) + 2 * ROOM.x, height: laid.size.height + ROOM.top + ROOM.y };
}

function obstaclesOf(laid: Layout, frame: string | null, corner: Point, size: (id: string) => Size): Obstacles {
  const columns = laid.columns.map(({ x, width, names }) => ({
    left: corner.x + x,
    right: corner.x + x + width,
    taken: names.map((name) => {
      const top = corner.y + (laid.places.get(name)?.y ?? 0);
      return { top, bottom: top + size(name).height };
    }),
  }));
  return { frame, columns };
}
