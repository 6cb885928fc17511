import type { Contracts, Port } from "../contracts";

/** What of the contracts the map shows. */
export interface Wish {
  /** Mechanisms that are left out. */
  readonly without: readonly string[];
  readonly leastConfidence: number;
}

export interface Service {
  readonly name: string;
  /** How many contracts it serves, and how many it calls. */
  readonly serves: number;
  readonly calls: number;
}

/** A call that leads from one service to another, or within one. */
export interface Call {
  readonly consumer: Port;
  readonly provider: Port;
  readonly match: string;
  readonly confidence: number;
}

/** All calls that lead from one service to another one. */
export interface Joint {
  readonly from: string;
  readonly to: string;
  readonly calls: readonly Call[];
}

export interface ServiceMap {
  /** The name of the workspace: of what stands in no service's folder. */
  readonly workspace: string;
  readonly services: readonly Service[];
  readonly joints: readonly Joint[];
}

/** The mechanisms that there are. */
export function mechanisms({ ports }: Contracts): readonly string[] {
  return [...new Set(ports.map((port) => port.mechanism))].sort();
}

/** The services, and what joins them. A document counts for a call only if no code serves it. */
export function serviceMap(contracts: Contracts, wish: Wish): ServiceMap {
  const wanted = (port: Port): boolean => !wish.without.includes(port.mechanism);
  const calls = served(contracts).filter((call) => wanted(call.consumer) && call.confidence >= wish.leastConfidence);
  const keys = { exposes: new Map<string, Set<string>>(), consumes: new Map<string, Set<string>>() };
  for (const { service, role, key } of contracts.ports.filter(wanted)) {
    keys[role].set(service, (keys[role].get(service) ?? new Set()).add(key));
  }
  const names = new Set([...keys.exposes.keys(), ...keys.consumes.keys()]);
  const services = [...names].sort().map((name) => ({
    name,
    serves: keys.exposes.get(name)?.size ?? 0,
    calls: keys.consumes.get(name)?.size ?? 0,
  }));
  const joints = new Map<string, { from: string; to: string; calls: Call[] }>();
  for (const call of calls) {
    const [from, to] = [call.consumer.service, call.provider.service];
    const name = JSON.stringify([from, to]);
    const joint = joints.get(name) ?? { from, to, calls: [] };
    joint.calls.push(call);
    joints.set(name, joint);
  }
  return { workspace: contracts.name, services, joints: [...joints.values()] };
}

/** A service, and those that are joined to it: all of the map if it does not have that service. */
export function near(map: ServiceMap, around: string | null): ServiceMap {
  if (!map.services.some(({ name }) => name === around)) {
    return map;
  }
  const joints = map.joints.filter(({ from, to }) => from === around || to === around);
  const names = new Set([around, ...joints.flatMap(({ from, to }) => [from, to])]);
  return { ...map, services: map.services.filter(({ name }) => names.has(name)), joints };
}

/** The service that is joined to most others; nothing if none is. */
export function busiest({ joints }: ServiceMap): string | null {
  const others = new Map<string, number>();
  for (const name of joints.filter(({ from, to }) => from !== to).flatMap(({ from, to }) => [from, to])) {
    others.set(name, (others.get(name) ?? 0) + 1);
  }
  const [best] = [...others].sort(([one, few], [other, many]) => many - few || one.localeCompare(other));
  return best?.[0] ?? null;
}

function served({ ports, links }: Contracts): readonly Call[] {
  const inCode = new Set(links.filter((link) => ports[link.provider]?.document === false).map((link) => link.consumer));
  return links.flatMap(({ consumer, provider, match, confidence }) => {
    const [caller, server] = [ports[consumer], ports[provider]];
    return caller === undefined || server === undefined || (server.document && inCode.has(consumer))
      ? []
      : [{ consumer: caller, provider: server, match, confidence }];
  });
}
