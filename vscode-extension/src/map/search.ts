import type { Service } from "./model";

/** The services that a text may mean, the most likely first: all of its name, its beginning, any part of its folder. */
export function found(services: readonly Service[], text: string): readonly string[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === "") {
    return [];
  }
  const rank = (service: string): number => {
    const name = service.toLowerCase();
    const last = name.slice(name.lastIndexOf("/") + 1);
    return name === wanted || last === wanted ? 0 : last.startsWith(wanted) ? 1 : last.includes(wanted) ? 2 : 3;
  };
  return services
    .map(({ name }) => name)
    .filter((name) => name.toLowerCase().includes(wanted))
    .sort((one, other) => rank(one) - rank(other) || one.localeCompare(other, undefined, { numeric: true }));
}
