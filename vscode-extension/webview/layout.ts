/** A directed connection of two named nodes. */
export interface Edge {
  readonly from: string;
  readonly to: string;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** What stands below each other, from side to side: nothing else is as near to the left or the right. */
export interface Column {
  readonly x: number;
  readonly width: number;
  readonly names: readonly string[];
}

export interface Layout {
  /** The upper left corners. */
  readonly places: ReadonlyMap<string, Point>;
  readonly columns: readonly Column[];
  readonly size: Size;
}

/** The size of every box, and the space between two. */
export const NODE: Size = { width: 164, height: 50 };
const GAP = { x: 60, y: 26, island: 60 };
const SWEEPS = 8;

/**
 * Where the nodes are: in columns, callers to the left of those whom they call, as far as that goes in circles. Those
 * without a connection stand below all others. The same graph always looks the same.
 */
export function layout(names: readonly string[], edges: readonly Edge[], size: (name: string) => Size): Layout {
  const between = edges.filter(({ from, to }) => from !== to);
  const joined = new Set(between.flatMap(({ from, to }) => [from, to]));
  const inside = names.filter((name) => joined.has(name));
  const rows = Math.max(6, Math.ceil(Math.sqrt(inside.length) * 1.3));
  const few = merged(layers(inside, withoutCircles(inside, between)), rows);
  const stacks = ordered(few, between).flatMap((layer) => chunks(layer, rows));
  const places = new Map<string, Point>();
  const tallest = Math.max(0, ...stacks.map((stack) => high(stack, size)));
  const columns: Column[] = [];
  let x = 0;
  for (const stack of stacks) {
    const width = Math.max(...stack.map((name) => size(name).width));
    let y = (tallest - high(stack, size)) / 2;
    for (const name of stack) {
      places.set(name, { x, y });
      y += size(name).height + GAP.y;
    }
    columns.push({ x, width, names: stack });
    x += width + GAP.x;
  }
  const below = tallest + (tallest > 0 ? GAP.island : 0);
  const islands = names.filter((name) => !joined.has(name));
  const bottom = shelved(islands, Math.max(x, Math.sqrt(islands.length) * (NODE.width + GAP.x)), below, size, places);
  const right = Math.max(0, ...[...places].map(([name, place]) => place.x + size(name).width));
  return { places, columns, size: { width: right, height: islands.length > 0 ? bottom : tallest } };
}

function high(stack: readonly string[], size: (name: string) => Size): number {
  return stack.reduce((sum, name) => sum + size(name).height + GAP.y, -GAP.y);
}

/** Puts nodes beside each other, row by row, and says where the last row ends. */
function shelved(
  names: readonly string[],
  most: number,
  top: number,
  size: (name: string) => Size,
  places: Map<string, Point>,
): number {
  let [x, y, height] = [0, top, 0];
  for (const name of names) {
    const { width, height: own } = size(name);
    if (x > 0 && x + width > most) {
      [x, y, height] = [0, y + height + GAP.y, 0];
    }
    places.set(name, { x, y });
    [x, height] = [x + width + GAP.x, Math.max(height, own)];
  }
  return y + height;
}

/** The edges, those turned round that would close a circle. */
function withoutCircles(names: readonly string[], edges: readonly Edge[]): readonly Edge[] {
  const out = new Map(names.map((name) => [name, edges.filter((edge) => edge.from === name)]));
  const entered = new Map(names.map((name) => [name, edges.filter((edge) => edge.to === name).length]));
  const state = new Map<string, "open" | "done">();
  const result: Edge[] = [];
  // Those whom few call are where one begins.
  for (const start of [...names].sort((one, other) => (entered.get(one) ?? 0) - (entered.get(other) ?? 0))) {
    const path: { name: string; next: number }[] = state.has(start) ? [] : [{ name: start, next: 0 }];
    for (let here = path.at(-1); here !== undefined; here = path.at(-1)) {
      state.set(here.name, "open");
      const edge = out.get(here.name)?.[here.next++];
      if (edge === undefined) {
        state.set(here.name, "done");
        path.pop();
        continue;
      }
      const back = state.get(edge.to) === "open";
      result.push(back ? { from: edge.to, to: edge.from } : edge);
      if (!state.has(edge.to)) {
        path.push({ name: edge.to, next: 0 });
      }
    }
  }
  return result;
}

/** The nodes by how many steps at most lead to them. */
function layers(names: readonly string[], edges: readonly Edge[]): string[][] {
  const depth = new Map(names.map((name) => [name, 0]));
  const waiting = new Map(names.map((name) => [name, edges.filter((edge) => edge.to === name).length]));
  const ready = names.filter((name) => waiting.get(name) === 0);
  for (let name = ready.shift(); name !== undefined; name = ready.shift()) {
    for (const { to } of edges.filter((edge) => edge.from === name)) {
      depth.set(to, Math.max(depth.get(to) ?? 0, (depth.get(name) ?? 0) + 1));
      const left = (waiting.get(to) ?? 0) - 1;
      waiting.set(to, left);
      if (left === 0) {
        ready.push(to);
      }
    }
  }
  const result: string[][] = [];
  for (const name of names) {
    (result[depth.get(name) ?? 0] ??= []).push(name);
  }
  return result;
}

/** Where there are many layers of few nodes, neighbouring ones together, as long as they have room in one column. */
function merged(layers: readonly string[][], most: number): readonly string[][] {
  if (layers.length <= most) {
    return layers;
  }
  const result: string[][] = [];
  for (const layer of layers) {
    const last = result.at(-1);
    if (last !== undefined && last.length + layer.length <= most) {
      last.push(...layer);
    } else {
      result.push([...layer]);
    }
  }
  return result;
}

/** The layers, each in an order in which its nodes are near to those with which they are connected. */
function ordered(layers: readonly string[][], edges: readonly Edge[]): readonly string[][] {
  const neighbours = new Map<string, string[]>();
  for (const { from, to } of edges) {
    neighbours.set(from, [...(neighbours.get(from) ?? []), to]);
    neighbours.set(to, [...(neighbours.get(to) ?? []), from]);
  }
  const height = new Map(layers.flatMap((layer) => layer.map((name, row) => [name, row / layer.length] as const)));
  const wish = (name: string): number => {
    const all = neighbours.get(name) ?? [];
    return all.reduce((sum, other) => sum + (height.get(other) ?? 0), 0) / Math.max(1, all.length);
  };
  let result = layers;
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    result = result.map((layer) => {
      const wishes = new Map(layer.map((name) => [name, wish(name)]));
      const sorted = [...layer].sort((one, other) => (wishes.get(one) ?? 0) - (wishes.get(other) ?? 0));
      sorted.forEach((name, row) => height.set(name, row / sorted.length));
      return sorted;
    });
  }
  return result;
}

function chunks<T>(items: readonly T[], most: number): T[][] {
  const number = Math.ceil(items.length / most);
  const size = Math.ceil(items.length / Math.max(1, number));
  return Array.from({ length: number }, (_, index) => items.slice(index * size, (index + 1) * size));
}
