import type { Service } from "./model";

/** The services that a text may mean, the most likely first: all of its name, its beginning, any part of its folder. */
export function found(services: readonly Service[], text: string): readonly Service[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === "") {
    return [];
  }
  const rank = ({ label }: Service): number => {
    const name = label.toLowerCase();
    const last = name.slice(name.lastIndexOf("/") + 1);
    return name === wanted || last === wanted ? 0 : last.startsWith(wanted) ? 1 : last.includes(wanted) ? 2 : 3;
  };
  return services
    .filter(({ label }) => label.toLowerCase().includes(wanted))
    .sort((one, other) => rank(one) - rank(other) || one.label.localeCompare(other.label, undefined, { numeric: true }));
}
