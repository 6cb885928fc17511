import type { Contracts, Port } from "../contracts";
import type { Problem } from "../findings";
import { mechanismName, serviceName } from "../words";
import { byPath, type Node, SEVERAL } from "./paths";

/** What of the contracts is shown. */
export interface Wish {
  /** Only contracts with a side that joins nobody. */
  readonly unmatched: boolean;
  /** What stands in test code, too. */
  readonly tests: boolean;
  /** A text that a contract's key, or a service, a function or a file in it, has. */
  readonly text: string;
}

/** What is wrong at the place of a call or route; nothing if nothing is. */
export type Finding = (port: Port) => Problem | undefined;

export interface Group {
  readonly kind: "group";
  readonly id: string;
  readonly is: "problems" | "service" | "nowhere" | "mechanism" | "path";
  readonly label: string;
  /** What else is to be known of it. */
  readonly about: string;
  /** How many contracts are in it, and how many of them have a problem. */
  readonly contracts: number;
  readonly problems: number;
  readonly entries: readonly Entry[];
}

/** All that is stated with one key. */
export interface Contract {
  readonly kind: "contract";
  readonly id: string;
  readonly label: string;
  readonly mechanism: string;
  readonly key: string;
  readonly providers: readonly Side[];
  readonly consumers: readonly Side[];
  /** The other keys to which it is joined all the same. */
  readonly others: readonly string[];
  readonly problem: Problem | undefined;
  /** The side that the entry leads to. */
  readonly first: Port;
}

export interface Side {
  readonly kind: "side";
  readonly id: string;
  readonly port: Port;
  /** Whether somebody is on the other side, or may be. */
  readonly joined: boolean;
}

export type Entry = Group | Contract | Side;

/** What the view shows: what is wrong, then the services; and how many of how many contracts that are. */
export interface Tree {
  readonly groups: readonly Group[];
  readonly shown: number;
  readonly all: number;
}

/** The contracts by service, and then by path, as they are wished for. */
export function tree(all: Contracts, wish: Wish, finding: Finding): Tree {
  const text = wish.text.toLowerCase();
  const known = contracts(all, wish.tests, finding);
  const shown = known.filter(
    (contract) => (!wish.unmatched || lonely(contract)) && (text === "" || mentions(contract, text)),
  );
  const wrong = shown.filter(({ problem }) => problem?.isPart === false);
  const name = (service: string): string => serviceName(service, all.name);
  const elsewhere = shown.filter((contract) => isOfOthers(contract));
  const here = shown.filter((contract) => !isOfOthers(contract));
  const services = gathered(
    here.flatMap((contract) => servicesOf(contract).map((service) => ({ service, contract }))),
    ({ service }) => service,
  );
  const groups = [...services].map(([service, members]) => serviceGroup(service, name(service), members.map(({ contract }) => contract)));
  groups.sort(byLabel);
  const first = wrong.length > 0 ? [problems(wrong)] : [];
  const last = elsewhere.length > 0 ? [group("nowhere", "?", "Not served here", "", entries("?", elsewhere))] : [];
  return { groups: [...first, ...groups, ...last], shown: shown.length, all: known.length };
}

/** Whether a side of a contract joins nobody. */
export function lonely(contract: Contract): boolean {
  return sides(contract).some((side) => !side.joined);
}

/** Whether only calls have it which nothing here serves, and nothing speaks for it that something should. */
function isOfOthers({ providers, others, problem }: Contract): boolean {
  return providers.length === 0 && others.length === 0 && problem === undefined;
}

/** Providers first. */
export function sides(contract: Contract): readonly Side[] {
  return [...contract.providers, ...contract.consumers];
}

function problems(wrong: readonly Contract[]): Group {
  const entries = wrong.map((contract): Contract => within(contract, "!", contract.key)).sort(byLabel);
  return group("problems", "!", "Problems", "", entries);
}

function serviceGroup(service: string, name: string, members: readonly Contract[]): Group {
  const id = `service ${service}`;
  const last = name.slice(name.lastIndexOf("/") + 1);
  const here = members.map((contract) => atHome(contract, service));
  return group("service", id, last, last === name ? "" : name, entries(id, here));
}

/** Contracts in the order of a group: routes and requests by their paths, then the others by mechanism. */
function entries(id: string, here: readonly Contract[]): readonly (Group | Contract)[] {
  const mechanisms = [...gathered(here, ({ mechanism }) => mechanism)];
  const routes = mechanisms.find(([mechanism]) => mechanism === "http")?.[1] ?? [];
  const others = mechanisms.filter(([mechanism]) => mechanism !== "http").flatMap(([mechanism, inside]): readonly (Group | Contract)[] => {
    const above = `${id} ${mechanism}`;
    const named = inside.map((contract) => within(contract, above, contract.key)).sort(byLabel);
    return inside.length < SEVERAL ? named : [group("mechanism", above, mechanismName(mechanism), "", named)];
  });
  return [...paths(byPath(routes, pathOf), id, ""), ...others];
}

/** The groups of paths, and the contracts that are in none; each label goes on from the one above it. */
function paths(nodes: readonly Node<Contract>[], above: string, prefix: string): readonly (Group | Contract)[] {
  return nodes.map((node) => {
    if ("item" in node) {
      const { item } = node;
      return within(item, above, `${verbOf(item)} ${pathOf(item).slice(prefix.length)}`.trim());
    }
    const id = `${above} ${node.path}`;
    return group("path", id, node.path.slice(prefix.length), "", paths(node.nodes, id, node.path));
  });
}

function group(is: Group["is"], id: string, label: string, about: string, entries: readonly (Group | Contract)[]): Group {
  const sum = (count: (entry: Group | Contract) => number): number => entries.reduce((total, entry) => total + count(entry), 0);
  return {
    kind: "group",
    id,
    is,
    label,
    about,
    contracts: sum((entry) => (entry.kind === "group" ? entry.contracts : 1)),
    problems: sum((entry) => (entry.kind === "group" ? entry.problems : Number(entry.problem !== undefined))),
    entries,
  };
}

function contracts({ ports, links }: Contracts, tests: boolean, finding: Finding): readonly Contract[] {
  const counts = (number: number): boolean => tests || ports[number]?.test === false;
  const partners = new Map<number, number[]>();
  for (const { consumer, provider } of links.filter((link) => counts(link.consumer) && counts(link.provider))) {
    partners.set(consumer, [...(partners.get(consumer) ?? []), provider]);
    partners.set(provider, [...(partners.get(provider) ?? []), consumer]);
  }
  const all = ports
    .map((port, number) => ({ port, number, others: (partners.get(number) ?? []).map((other) => ports[other]?.key) }))
    .filter(({ number }) => counts(number));
  return [...gathered(all, ({ port }) => `${port.mechanism} ${port.key}`)].map(([id, members]): Contract => {
    const of = (role: Port["role"]): Side[] =>
      members
        .filter(({ port }) => port.role === role)
        .map(({ port, others }, index) => ({ kind: "side", id: `${id} ${role} ${index}`, port, joined: others.length > 0 || port.possible > 0 }));
    const [{ port }] = members;
    const { mechanism, key } = port;
    const others = new Set(members.flatMap((member) => member.others).filter((other) => other !== undefined));
    others.delete(key);
    const [problem] = members.flatMap((member) => finding(member.port) ?? []);
    const [providers, consumers] = [of("exposes"), of("consumes")];
    const first = leading(providers, consumers) ?? port;
    return { kind: "contract", id, label: key, mechanism, key, providers, consumers, others: [...others], problem, first };
  });
}

/** Where a contract's entry leads: to code that serves it, else to a document, else to a call. */
function leading(providers: readonly Side[], consumers: readonly Side[]): Port | undefined {
  return (providers.find(({ port }) => !port.document) ?? providers[0] ?? consumers[0])?.port;
}

/** A contract as a service sees it: its entry there leads to that service's own code. */
function atHome(contract: Contract, service: string): Contract {
  const own = ({ port }: Side): boolean => port.service === service;
  return { ...contract, first: leading(contract.providers.filter(own), contract.consumers.filter(own)) ?? contract.first };
}

/** A contract as it stands in a group: it may stand in several. */
function within(contract: Contract, above: string, label: string): Contract {
  const named = <T extends Contract | Side>(entry: T): T => ({ ...entry, id: `${above} ${entry.id}` });
  return { ...named(contract), label, providers: contract.providers.map(named), consumers: contract.consumers.map(named) };
}

function byLabel(one: { readonly label: string }, other: { readonly label: string }): number {
  return one.label.localeCompare(other.label);
}

function servicesOf(contract: Contract): readonly string[] {
  return [...new Set(sides(contract).map(({ port }) => port.service))];
}

function verbOf({ key }: Contract): string {
  return key.slice(0, key.indexOf(" "));
}

function pathOf({ key }: Contract): string {
  return key.slice(key.indexOf(" ") + 1);
}

function mentions(contract: Contract, text: string): boolean {
  return [
    contract.key,
    ...sides(contract).flatMap(({ port }) => [port.service, port.name ?? "", port.stated.uri]),
  ].some((part) => part.toLowerCase().includes(text));
}

function gathered<T>(items: readonly T[], name: (item: T) => string): ReadonlyMap<string, readonly [T, ...T[]]> {
  const found = new Map<string, [T, ...T[]]>();
  for (const item of items) {
    const members = found.get(name(item));
    if (members === undefined) {
      found.set(name(item), [item]);
    } else {
      members.push(item);
    }
  }
  return found;
}
