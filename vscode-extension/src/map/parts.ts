import type { Contracts, Port } from "../contracts";
import { common } from "../segments";
import { decoded } from "../words";

/** What stands in an id of a part of a service: no folder's name has it. */
const APART = "//";
const MODULE = `${APART}module/`;
/** A service has at most so many parts: if more files state contracts, their folders are the parts. */
const PARTS = 40;

/** The place of calls that nothing in the workspace serves. */
export const NOWHERE = "//nowhere";

/** The part of a service that is its test code. */
export function testsOf(service: string): string {
  return `${service}${APART}tests`;
}

/** A module of a service. */
export function moduleOf(service: string, name: string): string {
  return `${service}${MODULE}${name}`;
}

/** The name of what is a module; nothing of what is none. */
export function moduleName(id: string): string | undefined {
  const end = id.indexOf(MODULE);
  return end < 0 ? undefined : id.slice(end + MODULE.length);
}

/** The service that something is a part of; the id itself, if it is a service. */
export function serviceOf(id: string): string {
  const end = id.indexOf(APART);
  return end < 0 ? id : id.slice(0, end);
}

/** The frame around the parts of an open service. */
export function frameOf(service: string): string {
  return `${service}${APART}open`;
}

/** The modules of a service by its ports: the class that is named, else the file; if these are many, its folder. */
export function modules({ ports }: Contracts, service: string): ReadonlyMap<Port, string> {
  const own = ports.filter((port) => port.service === service && !port.test);
  const files = new Map(own.map((port) => [port, decoded(port.stated.uri).split("/")]));
  const start = common([...files.values()].map((path) => path.slice(0, -1)));
  const named = (port: Port, depth: number): string => {
    const path = (files.get(port) ?? []).slice(start);
    const file = path.join("/").replace(/\.\w+$/, "");
    return path.length > depth ? `${path.slice(0, depth).join("/")}/` : (className(port) ?? file);
  };
  const deepest = Math.max(1, ...[...files.values()].map((path) => path.length - start));
  for (let depth = deepest; depth > 0; depth -= 1) {
    const found = new Map(own.map((port) => [port, named(port, depth)]));
    if (new Set(found.values()).size <= PARTS) {
      return found;
    }
  }
  return new Map(own.map((port) => [port, named(port, 1)]));
}

/** The class of a caller that is a method: a client. Of a handler it says less than where its routes are. */
function className({ name, role }: Port): string | undefined {
  const end = name?.indexOf(".") ?? -1;
  return role === "consumes" && end > 0 ? name?.slice(0, end) : undefined;
}
