import type { Point } from "./layout";

/** Where keys lead. */
export const DIRECTIONS: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/** What is nearest in a direction: what lies aside counts twice. */
export function neighbour(from: string, direction: Point, places: ReadonlyMap<string, Point>): string | undefined {
  const here = places.get(from) ?? { x: 0, y: 0 };
  const ways = [...places].flatMap(([id, { x, y }]) => {
    const [right, down] = [x - here.x, y - here.y];
    const ahead = right * direction.x + down * direction.y;
    const aside = Math.abs(right * direction.y) + Math.abs(down * direction.x);
    return ahead > 0 ? [{ id, far: ahead + 2 * aside }] : [];
  });
  return ways.sort((one, other) => one.far - other.far)[0]?.id;
}
