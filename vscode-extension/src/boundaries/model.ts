import type { Contracts, Port } from "../contracts";
import { mechanismName, serviceName } from "../words";

export type Grouping = "mechanism" | "service";

/** What of the contracts is shown, and how. */
export interface Wish {
  readonly by: Grouping;
  /** Only contracts with a side that joins nobody. */
  readonly unmatched: boolean;
  /** A text that a contract's key, or a service, a function or a file in it, has. */
  readonly text: string;
}

export interface Group {
  readonly kind: "group";
  readonly id: string;
  readonly label: string;
  readonly contracts: readonly Contract[];
}

/** All places with one key. */
export interface Contract {
  readonly kind: "contract";
  readonly id: string;
  readonly mechanism: string;
  readonly key: string;
  readonly providers: readonly Side[];
  readonly consumers: readonly Side[];
  /** The other keys to which it is joined all the same. */
  readonly others: readonly string[];
}

export interface Side {
  readonly kind: "side";
  readonly id: string;
  readonly port: Port;
  /** Whether somebody is on the other side. */
  readonly joined: boolean;
}

export type Entry = Group | Contract | Side;

/** The contracts in groups, as they are wished for. */
export function grouped(all: Contracts, wish: Wish): readonly Group[] {
  const text = wish.text.toLowerCase();
  const shown = contracts(all).filter(
    (contract) => (!wish.unmatched || lonely(contract)) && (text === "" || mentions(contract, text)),
  );
  return wish.by === "mechanism"
    ? groups(shown, (contract) => [contract.mechanism], mechanismName)
    : groups(shown, (contract) => [...new Set(sides(contract).map((side) => side.port.service))], serviceName);
}

/** Whether a side of a contract joins nobody. */
export function lonely(contract: Contract): boolean {
  return sides(contract).some((side) => !side.joined);
}

/** Providers first. */
export function sides(contract: Contract): readonly Side[] {
  return [...contract.providers, ...contract.consumers];
}

function contracts({ ports, links }: Contracts): readonly Contract[] {
  const partners = new Map<number, number[]>();
  for (const { consumer, provider } of links) {
    partners.set(consumer, [...(partners.get(consumer) ?? []), provider]);
    partners.set(provider, [...(partners.get(provider) ?? []), consumer]);
  }
  const all = ports.map((port, number) => ({ port, others: (partners.get(number) ?? []).map((other) => ports[other]?.key) }));
  return [...gathered(all, ({ port }) => `${port.mechanism} ${port.key}`)].map(([id, members]) => {
    const of = (role: Port["role"]): Side[] =>
      members
        .filter(({ port }) => port.role === role)
        .map(({ port, others }, index) => ({
          kind: "side",
          id: `${id} ${role} ${index}`,
          port,
          joined: others.length > 0,
        }));
    const [{ port }] = members;
    const { mechanism, key } = port;
    const others = new Set(members.flatMap((member) => member.others).filter((other) => other !== undefined));
    others.delete(key);
    const [providers, consumers] = [of("exposes"), of("consumes")];
    return { kind: "contract", id, mechanism, key, providers, consumers, others: [...others] };
  });
}

function groups(
  shown: readonly Contract[],
  namesOf: (contract: Contract) => readonly string[],
  label: (name: string) => string,
): readonly Group[] {
  const memberships = shown.flatMap((contract) => namesOf(contract).map((name) => ({ name, contract })));
  return [...gathered(memberships, ({ name }) => name)]
    .map(([name, members]): Group => ({
      kind: "group",
      id: name,
      label: label(name),
      contracts: members
        .map(({ contract }) => within(contract, name))
        .sort((one, other) => one.key.localeCompare(other.key)),
    }))
    .sort((one, other) => one.label.localeCompare(other.label));
}

/** A contract as it stands in a group: it may stand in several. */
function within(contract: Contract, group: string): Contract {
  const named = <T extends Contract | Side>(entry: T): T => ({ ...entry, id: `${group} ${entry.id}` });
  return { ...named(contract), providers: contract.providers.map(named), consumers: contract.consumers.map(named) };
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
