/** How strongly two nodes are connected; in which direction does not count. */
export interface Tie {
  readonly from: string;
  readonly to: string;
  readonly weight: number;
}

const ROUNDS = 20;

/**
 * Divides a graph into parts that have more ties within than chance would give them: the Louvain method (Blondel et al.,
 * "Fast unfolding of communities in large networks", 2008). The same graph always gives the same parts.
 */
export function communities(names: readonly string[], ties: readonly Tie[]): readonly (readonly string[])[] {
  let parts: readonly (readonly string[])[] = names.map((name) => [name]);
  for (;;) {
    const numbers = new Map(parts.flatMap((part, number) => part.map((name) => [name, number] as const)));
    const joined = moved(parts.length, numbered(ties, numbers));
    const next = new Map<number, string[]>();
    parts.forEach((part, number) => {
      const target = joined[number] ?? number;
      next.set(target, [...(next.get(target) ?? []), ...part]);
    });
    if (next.size === parts.length) {
      return parts;
    }
    parts = [...next.values()];
  }
}

/** For each node its ties to others and to itself. */
type Ties = readonly ReadonlyMap<number, number>[];

function numbered(ties: readonly Tie[], numbers: ReadonlyMap<string, number>): Ties {
  const result = Array.from({ length: Math.max(-1, ...numbers.values()) + 1 }, () => new Map<number, number>());
  for (const { from, to, weight } of ties) {
    const [one, other] = [numbers.get(from) ?? 0, numbers.get(to) ?? 0];
    result[one]?.set(other, (result[one].get(other) ?? 0) + weight);
    result[other]?.set(one, (result[other].get(one) ?? 0) + weight);
  }
  return result;
}

/** The part of each node, after each has moved to that of a neighbour as long as this makes the parts better ones. */
function moved(count: number, ties: Ties): readonly number[] {
  const part = Array.from({ length: count }, (_, node) => node);
  const degree = ties.map((of) => [...of.values()].reduce((sum, weight) => sum + weight, 0));
  const total = degree.reduce((sum, one) => sum + one, 0);
  const within = [...degree];
  for (let round = 0, changed = true; changed && round < ROUNDS; round++) {
    changed = false;
    for (let node = 0; node < count; node++) {
      const here = part[node] ?? node;
      const own = degree[node] ?? 0;
      const toward = new Map([[here, 0]]);
      for (const [other, weight] of ties[node] ?? []) {
        const there = part[other] ?? other;
        toward.set(there, (toward.get(there) ?? 0) + (other === node ? 0 : weight));
      }
      within[here] = (within[here] ?? 0) - own;
      const gain = (there: number): number => (toward.get(there) ?? 0) - (own * (within[there] ?? 0)) / total;
      const best = [...toward.keys()].reduce((one, other) => (gain(other) > gain(one) ? other : one), here);
      within[best] = (within[best] ?? 0) + own;
      part[node] = best;
      changed ||= best !== here;
    }
  }
  return part;
}
