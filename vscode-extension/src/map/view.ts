import { counted } from "../words";
import type { Group } from "./groups";
import { type Joint, joined, type Service, type ServiceMap } from "./model";

/** What is drawn as one box: a service, or a group that is closed. */
export interface Box {
  readonly id: string;
  readonly label: string;
  readonly about: string;
  readonly is: Service["is"] | "group";
  /** The open group that it is in. */
  readonly frame: string | null;
}

/** What is drawn of a map. Joints lead from box to box, by their ids. */
export interface View {
  readonly boxes: readonly Box[];
  readonly frames: readonly Group[];
  readonly joints: readonly Joint[];
  /** The closed group that a service is in. */
  readonly within: ReadonlyMap<string, string>;
}

/** Draws services of groups together, unless they are open. One service may stand apart from its group. */
export function gathered(map: ServiceMap, groups: readonly Group[], open: readonly string[], apart: string | null): View {
  const shown = new Set(map.services.map(({ name }) => name));
  const there = groups
    .map((group) => ({ ...group, services: group.services.filter((name) => shown.has(name) && name !== apart) }))
    .filter(({ id, services }) => services.length > 1 || (open.includes(id) && services.length > 0));
  const frames = there.filter(({ id }) => open.includes(id));
  const closed = there.filter(({ id }) => !open.includes(id));
  const groupOf = new Map(closed.flatMap(({ id, services }) => services.map((name) => [name, id] as const)));
  const frameOf = new Map(frames.flatMap(({ id, services }) => services.map((name) => [name, id] as const)));
  const services = map.services
    .filter(({ name }) => !groupOf.has(name))
    .map(({ name, label, is, serves, calls }): Box => {
      const about = is === "nowhere" ? counted(serves, "contract") : `serves ${serves}, calls ${calls}`;
      return { id: name, label, about, is, frame: frameOf.get(name) ?? null };
    });
  const boxes = closed.map(({ id, label, services: inside }): Box => {
    return { id, label, about: counted(inside.length, "service"), is: "group", frame: null };
  });
  const box = (name: string): string => groupOf.get(name) ?? name;
  const ends = new Map(map.joints.flatMap(({ from, to, calls }) => calls.map((call) => [call, [box(from), box(to)] as const])));
  const joints = joined([...ends.keys()], (call) => ends.get(call) ?? ["", ""]);
  return { boxes: [...boxes, ...services], frames, joints, within: groupOf };
}

/** How people call what is drawn as one box. */
export function labelOf({ boxes, frames }: View, id: string): string {
  return [...boxes, ...frames].find((box) => box.id === id)?.label ?? id;
}
