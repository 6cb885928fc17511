import { type Edge, NODE, PITCH, type Point } from "./layout";

/** How near a line may come to a node that it passes. */
const CLEAR = 10;
const BEND = 60;

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
export function ways<E extends Edge>(edges: readonly E[], places: ReadonlyMap<string, Point>): ReadonlyMap<E, string> {
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
  const columns = columnsOf([...new Set(edges.flatMap(({ from, to }) => [from, to]))].map(at));
  return new Map(
    all.map((ends) => {
      const [from, to] = [ends.from, ends.to].map(({ name, side }, index) => ({
        x: at(name).x + (side === "left" ? 0 : NODE.width) + (index === 1 ? (side === "left" ? -2 : 2) : 0),
        y: heights.get(`${index} ${ends.edge.from} ${ends.edge.to}`) ?? 0,
      })) as [Point, Point];
      return [ends.edge, from.x === to.x - 2 ? loop(from, to) : through([from, ...past(from, to, columns), to])];
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

/** A column of nodes: where it begins and ends. */
interface Column {
  readonly x: number;
  readonly top: number;
  readonly bottom: number;
}

function columnsOf(points: readonly Point[]): readonly Column[] {
  const columns = new Map<number, Column>();
  for (const { x, y } of points) {
    const { top, bottom } = columns.get(x) ?? { top: y, bottom: y };
    columns.set(x, { x, top: Math.min(top, y), bottom: Math.max(bottom, y + NODE.height) });
  }
  return [...columns.values()].sort((one, other) => one.x - other.x);
}

/** Points in the columns between two, near to the straight line, where no node is. */
function past(from: Point, to: Point, columns: readonly Column[]): readonly Point[] {
  const [left, right] = [Math.min(from.x, to.x), Math.max(from.x, to.x)];
  const points = columns
    .filter(({ x }) => x >= left && x + NODE.width <= right)
    .flatMap((column) => {
      const middle = column.x + NODE.width / 2;
      const y = free(from.y + ((to.y - from.y) * (middle - from.x)) / (to.x - from.x), column);
      return [
        { x: column.x, y },
        { x: column.x + NODE.width, y },
      ];
    });
  return from.x < to.x ? points : points.reverse();
}

/** The height nearest to a wish at which a column has no node. */
function free(wish: number, { top, bottom }: Column): number {
  const row = Math.round((wish - top - NODE.height / 2) / PITCH);
  const above = top + row * PITCH - CLEAR;
  const below = above + NODE.height + 2 * CLEAR;
  const passes = wish <= Math.max(above, top - CLEAR) || wish >= Math.min(below, bottom + CLEAR);
  return passes ? wish : wish - above < below - wish ? above : below;
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
