import { type Edge, NODE, type Point } from "./layout";

/** How near a line may come to a node that it passes. */
const CLEAR = 10;
const BEND = 60;

/** A column of what is in the way. */
export interface Column {
  readonly left: number;
  readonly right: number;
  /** From top to bottom. */
  readonly taken: readonly { readonly top: number; readonly bottom: number }[];
}

/** What lines have to pass: within a frame only those that begin or end in it, elsewhere all. */
export interface Obstacles {
  readonly frame: string | null;
  readonly columns: readonly Column[];
}

type Side = "left" | "right";

/** Where a line leaves one node and reaches the other. */
interface Ends<E> {
  readonly edge: E;
  readonly from: { readonly name: string; readonly side: Side };
  readonly to: { readonly name: string; readonly side: Side };
}

/**
 * The lines of edges, as paths of SVG: from side to side, each with a place of its own there, and past the nodes
 * between.
 */
export function ways<E extends Edge>(
  edges: readonly E[],
  places: ReadonlyMap<string, Point>,
  obstacles: readonly Obstacles[],
  frameOf: (name: string) => string | null,
): ReadonlyMap<E, string> {
  const at = (name: string): Point => places.get(name) ?? { x: 0, y: 0 };
  const all = edges.map((edge): Ends<E> => {
    const [start, end] = [at(edge.from).x, at(edge.to).x];
    return {
      edge,
      from: { name: edge.from, side: start <= end ? "right" : "left" },
      to: { name: edge.to, side: start < end ? "left" : "right" },
    };
  });
  const heights = spread(all, at);
  const outer = obstacles.filter(({ frame }) => frame === null).flatMap((each) => each.columns);
  const columns = (edge: E): readonly Column[] => {
    const frames = [null, frameOf(edge.from), frameOf(edge.to)];
    return obstacles.filter(({ frame }) => frames.includes(frame)).flatMap((each) => each.columns);
  };
  return new Map(
    all.map((ends) => {
      const [from, to] = [ends.from, ends.to].map(({ name, side }, index) => ({
        x: at(name).x + (side === "left" ? 0 : NODE.width) + (index === 1 ? (side === "left" ? -2 : 2) : 0),
        y: heights.get(`${index} ${ends.edge.from} ${ends.edge.to}`) ?? 0,
      })) as [Point, Point];
      if (from.x === to.x - 2) {
        return [ends.edge, loop(from, to)];
      }
      const [leaving, arriving] = [ends.from, ends.to].map(({ name, side }, index) =>
        frameOf(name) === null ? out(index === 0 ? from : to, side, index === 0 ? to : from, outer) : [],
      ) as [Point[], Point[]];
      return [ends.edge, through([from, ...leaving, ...past(from, to, columns(ends.edge)), ...arriving, to])];
    }),
  );
}

/** The height at which each end of each edge touches its node: in the order of the other ends. */
function spread<E extends Edge>(all: readonly Ends<E>[], at: (name: string) => Point): ReadonlyMap<string, number> {
  const sides = new Map<string, { end: string; other: number }[]>();
  for (const { edge, from, to } of all) {
    const touch = (index: number, here: { name: string; side: Side }, other: string): void => {
      const side = `${here.side} ${here.name}`;
      const end = { end: `${index} ${edge.from} ${edge.to}`, other: at(other).y + index / 2 };
      sides.set(side, [...(sides.get(side) ?? []), end]);
    };
    touch(0, from, to.name);
    touch(1, to, from.name);
  }
  return new Map(
    [...sides].flatMap(([side, ends]) => {
      const { y } = at(side.slice(side.indexOf(" ") + 1));
      return ends
        .sort((one, other) => one.other - other.other)
        .map(({ end }, index) => [end, y + (NODE.height * (index + 1)) / (ends.length + 1)] as const);
    }),
  );
}

/** Points at the columns between two, near to the straight line, where nothing is. */
function past(from: Point, to: Point, columns: readonly Column[]): readonly Point[] {
  const [start, end] = [Math.min(from.x, to.x), Math.max(from.x, to.x)];
  const points = columns
    .filter(({ left, right }) => left >= start && right <= end)
    .sort((one, other) => one.left - other.left)
    .flatMap(({ left, right, taken }) => {
      const middle = (left + right) / 2;
      const y = free(from.y + ((to.y - from.y) * (middle - from.x)) / (to.x - from.x), taken);
      return [
        { x: left, y },
        { x: right, y },
      ];
    });
  return from.x < to.x ? points : points.reverse();
}

/** What leads out of the column of an end that is narrower than it, unless the other end is in it, too. */
function out({ x, y }: Point, side: Side, other: Point, columns: readonly Column[]): readonly Point[] {
  const column = columns.find(({ left, right }) => left < x && x < right && (other.x < left || other.x > right));
  return column === undefined ? [] : [{ x: side === "right" ? column.right : column.left, y }];
}

/** The height nearest to a wish at which a column has nothing. */
function free(wish: number, taken: Column["taken"]): number {
  const hit = taken.find(({ top, bottom }) => wish > top - CLEAR && wish < bottom + CLEAR);
  if (hit === undefined) {
    return wish;
  }
  const [above, below] = [hit.top - CLEAR, hit.bottom + CLEAR];
  return wish - above < below - wish ? above : below;
}

function through(points: readonly Point[]): string {
  return points
    .map(({ x, y }, index) => {
      const before = points[index - 1];
      if (before === undefined) {
        return `M${x} ${y}`;
      }
      const bend = (x - before.x) / 2;
      return y === before.y ? `L${x} ${y}` : `C${before.x + bend} ${before.y} ${x - bend} ${y} ${x} ${y}`;
    })
    .join("");
}

/** Between two nodes of one column. */
function loop(from: Point, to: Point): string {
  return `M${from.x} ${from.y}C${from.x + BEND} ${from.y} ${to.x + BEND} ${to.y} ${to.x} ${to.y}`;
}
