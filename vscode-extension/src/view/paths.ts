import { common } from "../segments";

/** What has a path, or a path below which there are several others. */
export type Node<T> = { readonly item: T } | { readonly path: string; readonly nodes: readonly Node<T>[] };

/** Fewer than this need no group of their own: they stand beside the others. */
export const SEVERAL = 3;

/** Items by their paths, sorted; those that begin with the same segments are together. */
export function byPath<T>(items: readonly T[], pathOf: (item: T) => string): readonly Node<T>[] {
  const sorted = [...items].sort((one, other) => pathOf(one).localeCompare(pathOf(other)));
  return divided(sorted.map((item) => ({ item, segments: segmentsOf(pathOf(item)) })), 0);
}

interface Placed<T> {
  readonly item: T;
  readonly segments: readonly string[];
}

/** What goes on from a number of segments that all of it has. */
function divided<T>(placed: readonly Placed<T>[], from: number): readonly Node<T>[] {
  const parts = new Map<string, Placed<T>[]>();
  for (const one of placed) {
    const next = one.segments[from] ?? "";
    parts.set(next, [...(parts.get(next) ?? []), one]);
  }
  return [...parts.values()].flatMap((part): readonly Node<T>[] => {
    const to = common(part.map(({ segments }) => segments));
    const paths = new Set(part.map(({ segments }) => segments.join("")));
    return paths.size < SEVERAL
      ? part.map(({ item }) => ({ item }))
      : [{ path: part[0]?.segments.slice(0, to).join("") ?? "", nodes: divided(part, to) }];
  });
}

function segmentsOf(path: string): readonly string[] {
  return path.match(/\/[^/]*|[^/]+/g) ?? [];
}
