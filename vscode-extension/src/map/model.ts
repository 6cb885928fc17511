import type { Contracts, Port } from "../contracts";
import { serviceName } from "../words";
import { moduleName, moduleOf, modules, NOWHERE, serviceOf, testsOf } from "./parts";

/** What of the contracts the map shows. */
export interface Wish {
  /** Mechanisms that are left out. */
  readonly without: readonly string[];
  readonly leastConfidence: number;
  /** What test code calls and serves, too. */
  readonly tests: boolean;
  /** Calls that nothing in the workspace serves, too. */
  readonly unserved: boolean;
  /** The services that are shown in their parts. */
  readonly opened: readonly string[];
}

/** A service, a part of one, or what calls lead to that nothing serves: each has a name of its own. */
export interface Service {
  readonly name: string;
  readonly label: string;
  readonly is: "service" | "module" | "tests" | "nowhere";
  /** How many contracts it serves, and how many calls it makes: texts that state one, however many may serve it. */
  readonly serves: number;
  readonly calls: number;
}

/** A call that leads from one service to another, or within one, or nowhere. */
export interface Call {
  readonly consumer: Port;
  readonly provider: Port | null;
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
  readonly services: readonly Service[];
  readonly joints: readonly Joint[];
}

/** The mechanisms that there are. */
export function mechanisms({ ports }: Contracts): readonly string[] {
  return [...new Set(ports.map((port) => port.mechanism))].sort();
}

/** The services, and what joins them. A document counts for a call only if no code serves it. */
export function serviceMap(contracts: Contracts, wish: Wish): ServiceMap {
  const wanted = (port: Port): boolean => !wish.without.includes(port.mechanism) && (wish.tests || !port.test);
  const all = [...served(contracts), ...(wish.unserved ? unserved(contracts) : [])];
  const calls = all.filter(
    (call) => wanted(call.consumer) && (call.provider === null || wanted(call.provider)) && call.confidence >= wish.leastConfidence,
  );
  const parts = new Map(wish.opened.flatMap((service) => [...modules(contracts, service)]));
  const place = (port: Port | null): string => {
    if (port === null) {
      return NOWHERE;
    }
    const part = parts.get(port);
    return port.test ? testsOf(port.service) : part === undefined ? port.service : moduleOf(port.service, part);
  };
  const keys = { exposes: new Map<string, Set<string>>(), consumes: new Map<string, Set<string>>() };
  for (const port of contracts.ports.filter(wanted)) {
    const counted = port.role === "exposes" ? port.key : placeOf(port);
    keys[port.role].set(place(port), (keys[port.role].get(place(port)) ?? new Set()).add(counted));
  }
  const nowhere = calls.filter(({ provider }) => provider === null).map(({ consumer }) => consumer.key);
  if (nowhere.length > 0) {
    keys.exposes.set(NOWHERE, new Set(nowhere));
  }
  const names = new Set([...keys.exposes.keys(), ...keys.consumes.keys()]);
  const services = [...names].sort().map((name): Service => ({
    ...described(name, contracts.name),
    name,
    serves: keys.exposes.get(name)?.size ?? 0,
    calls: keys.consumes.get(name)?.size ?? 0,
  }));
  return { services, joints: joined(calls, (call) => [place(call.consumer), place(call.provider)]) };
}

/** The services that are shown in their parts as long as nobody says which: the only one, if it has several. */
export function openAtFirst(contracts: Contracts): readonly string[] {
  const services = [...new Set(contracts.ports.filter(({ test }) => !test).map(({ service }) => service))];
  const [only] = services;
  return only !== undefined && services.length === 1 && new Set(modules(contracts, only).values()).size > 1 ? [only] : [];
}

function described(name: string, workspace: string): Pick<Service, "label" | "is"> {
  const service = serviceName(serviceOf(name), workspace);
  if (name === NOWHERE) {
    return { is: "nowhere", label: "Not served here" };
  }
  if (name === testsOf(serviceOf(name))) {
    return { is: "tests", label: `Tests of ${service}` };
  }
  const part = moduleName(name);
  return part === undefined ? { is: "service", label: service } : { is: "module", label: part };
}

/** Calls by what they lead from and to. */
export function joined(calls: readonly Call[], ends: (call: Call) => readonly [string, string]): readonly Joint[] {
  const joints = new Map<string, { from: string; to: string; calls: Call[] }>();
  for (const call of calls) {
    const [from, to] = ends(call);
    const name = JSON.stringify([from, to]);
    const joint = joints.get(name) ?? { from, to, calls: [] };
    joint.calls.push(call);
    joints.set(name, joint);
  }
  return [...joints.values()];
}

/** A service, its parts, and all that is joined to these: all of the map if it does not have that service. */
export function near(map: ServiceMap, around: string | null): ServiceMap {
  const own = new Set(map.services.map(({ name }) => name).filter((name) => name !== NOWHERE && serviceOf(name) === around));
  if (own.size === 0) {
    return map;
  }
  const joints = map.joints.filter(({ from, to }) => own.has(from) || own.has(to));
  const { services } = among(map, new Set([...own, ...joints.flatMap(({ from, to }) => [from, to])]));
  const lost = joints.filter(({ to }) => to === NOWHERE).flatMap(({ calls }) => calls.map(({ consumer }) => consumer.key));
  return { services: services.map((service) => (service.is === "nowhere" ? { ...service, serves: new Set(lost).size } : service)), joints };
}

/** Some services, and what joins them to each other. */
export function among({ services, joints }: ServiceMap, names: ReadonlySet<string>): ServiceMap {
  return {
    services: services.filter(({ name }) => names.has(name)),
    joints: joints.filter(({ from, to }) => names.has(from) && names.has(to)),
  };
}

/** The service that is joined to most others; nothing if none is. */
export function busiest({ joints }: ServiceMap): string | null {
  const others = new Map<string, number>();
  const between = joints.filter(({ from, to }) => from !== to && to !== NOWHERE);
  for (const name of between.flatMap(({ from, to }) => [from, to]).map(serviceOf)) {
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

/** The calls that nothing serves: none of what a text may mean, if it has several keys. */
function unserved({ ports, links }: Contracts): readonly Call[] {
  const answered = new Set(links.flatMap(({ consumer }) => ports[consumer] ?? []).map(placeOf));
  return ports
    .filter((port) => port.role === "consumes" && !answered.has(placeOf(port)))
    .map((consumer) => ({ consumer, provider: null, match: "exact", confidence: consumer.confidence }));
}

/** How many calls there are: one text may state several, and several may serve it. */
export function countCalls(calls: readonly Call[]): number {
  return new Set(calls.map(({ consumer }) => placeOf(consumer))).size;
}

/** Where a call is stated. */
function placeOf({ mechanism, stated: { uri, range } }: Port): string {
  return JSON.stringify([mechanism, uri, range.start, range.end]);
}
