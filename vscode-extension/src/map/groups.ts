import { serviceName } from "../words";
import { communities } from "./communities";
import type { ServiceMap } from "./model";
import { frameOf, serviceOf } from "./parts";

/** What puts services into one group: their folder, or that they call each other. */
export type Grouping = "folder" | "calls" | "none";

/** Services that are drawn as one box until it is opened. */
export interface Group {
  /** No service has such a name. */
  readonly id: string;
  readonly label: string;
  /** The service whose modules these are, if they are. */
  readonly service?: string;
  readonly services: readonly string[];
}

/** More services than that are not seen at a glance. */
export const MANY = 40;
/** A folder of more services than that is divided, if it has folders. */
const LARGE = 25;

/** The way to group all services that divides them best: by folder, unless nearly all are in one. */
export function bestGrouping(map: ServiceMap): Grouping {
  const largest = Math.max(0, ...byFolder(map).map(({ services }) => services.length));
  return largest <= Math.max(MANY, map.services.length / 4) ? "folder" : "calls";
}

/** The groups of services. One that would be alone in its group is in none. */
export function groupsOf(all: ServiceMap, grouping: Grouping): readonly Group[] {
  const map = { ...all, services: all.services.filter(({ is }) => is === "service" || is === "tests") };
  const groups = grouping === "none" ? [] : grouping === "folder" ? byFolder(map) : byCalls(map);
  return groups.filter(({ services }) => services.length > 1);
}

/** The frames around the parts of services that are open. */
export function openServices({ services }: ServiceMap, opened: readonly string[], workspace: string): readonly Group[] {
  return opened.map((service) => ({
    id: frameOf(service),
    label: serviceName(service, workspace),
    service,
    services: services.filter(({ name, is }) => is === "module" && serviceOf(name) === service).map(({ name }) => name),
  }));
}

function byFolder({ services }: ServiceMap): readonly Group[] {
  return divided("", services.map(({ name }) => name)).map(({ folder, names }) => ({
    id: `//group/${folder}`,
    label: folder || "other services",
    services: names,
  }));
}

interface Folder {
  readonly folder: string;
  readonly names: readonly string[];
}

/** The folders below one, as far down as it takes for each to have few services. */
function divided(folder: string, names: readonly string[]): readonly Folder[] {
  const start = folder === "" ? 0 : folder.length + 1;
  const parts = new Map<string, string[]>();
  for (const name of names) {
    const service = serviceOf(name);
    const end = service.indexOf("/", start);
    const part = end < 0 ? folder : service.slice(0, end);
    parts.set(part, [...(parts.get(part) ?? []), name]);
  }
  const all = [...parts];
  const apart = all.filter(([part, inside]) => part !== folder && inside.length > 1);
  const few = folder !== "" && names.length <= LARGE;
  if (few || apart.length === 0) {
    return [{ folder, names }];
  }
  const rest = all.filter((part) => !apart.includes(part)).flatMap(([, inside]) => inside);
  return [...apart.flatMap(([part, inside]) => divided(part, inside)), ...(rest.length > 0 ? [{ folder, names: rest }] : [])];
}

function byCalls(map: ServiceMap): readonly Group[] {
  const weight = new Map<string, number>();
  const known = new Map(map.services.map((service) => [service.name, service]));
  const between = map.joints.filter(({ from, to }) => from !== to && known.has(from) && known.has(to));
  for (const { from, to, calls } of between) {
    weight.set(from, (weight.get(from) ?? 0) + calls.length);
    weight.set(to, (weight.get(to) ?? 0) + calls.length);
  }
  const names = map.services.map(({ name }) => name);
  const alone = names.filter((name) => !weight.has(name));
  const together = communities(
    names.filter((name) => weight.has(name)),
    between.map(({ from, to, calls }) => ({ from, to, weight: calls.length })),
  ).map((services) => {
    const [centre = ""] = [...services].sort((one, other) => (weight.get(other) ?? 0) - (weight.get(one) ?? 0));
    const label = known.get(centre)?.label ?? centre;
    return { id: `//group/${centre}`, label: `around ${label.slice(label.lastIndexOf("/") + 1)}`, services };
  });
  return alone.length > 0 ? [...together, { id: "//group/", label: "without calls", services: alone }] : together;
}
