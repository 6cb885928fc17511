/** How many segments all paths have in common at their beginning. */
export function common(paths: readonly (readonly string[])[]): number {
  const [first = [], ...others] = paths;
  const end = first.findIndex((segment, index) => others.some((other) => other[index] !== segment));
  return end < 0 ? first.length : end;
}
