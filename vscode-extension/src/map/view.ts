import { counted, serviceName } from "../words";
import type { Group } from "./groups";
import type { Call, Joint, ServiceMap } from "./model";

/** What is drawn as one box: a service, or a group that is closed. */
export interface Box {
  readonly id: string;
  readonly label: string;
  readonly about: string;
  readonly isGroup: boolean;
  /** The open group that it is in. */
  readonly frame: string | null;
}

/** What is drawn of a map. Joints lead from box to box, by their ids. */
export interface View {
  readonly boxes: readonly Box[];
  readonly frames: readonly Group[];
  readonly joints: readonly Joint[];
  readonly workspace: string;
  /** The closed group that a service is in. */
  readonly within: ReadonlyMap<string, string>;
}

/** Draws services of groups together, unless they are open. One service may stand apart from its group. */
export function gathered(map: ServiceMap, groups: readonly Group[], open: readonly string[], apart: string | null): View {
  const shown = new Set(map.services.map(({ name }) => name));
  const there = groups
    .map((group) => ({ ...group, services: group.services.filter((name) => shown.has(name) && name !== apart) }))
    .filter(({ services }) => services.length > 1);
  const frames = there.filter(({ id }) => open.includes(id));
  const closed = there.filter(({ id }) => !open.includes(id));
  const groupOf = new Map(closed.flatMap(({ id, services }) => services.map((name) => [name, id] as const)));
  const frameOf = new Map(frames.flatMap(({ id, services }) => services.map((name) => [name, id] as const)));
  const services = map.services
    .filter(({ name }) => !groupOf.has(name))
    .map(({ name, serves, calls }): Box => {
      const about = `serves ${serves}, calls ${calls}`;
      return { id: name, label: serviceName(name, map.workspace), about, isGroup: false, frame: frameOf.get(name) ?? null };
    });
  const boxes = closed.map(({ id, label, services: inside }): Box => {
    return { id, label, about: counted(inside.length, "service"), isGroup: true, frame: null };
  });
  const joints = between(map.joints, (name) => groupOf.get(name) ?? name);
  return { boxes: [...boxes, ...services], frames, joints, workspace: map.workspace, within: groupOf };
}

/** How people call what is drawn as one box. */
export function labelOf({ boxes, workspace }: View, id: string): string {
  return boxes.find((box) => box.id === id)?.label ?? serviceName(id, workspace);
}

function between(joints: readonly Joint[], box: (service: string) => string): readonly Joint[] {
  const found = new Map<string, { from: string; to: string; calls: Call[] }>();
  for (const joint of joints) {
    const [from, to] = [box(joint.from), box(joint.to)];
    const name = JSON.stringify([from, to]);
    const all = found.get(name) ?? { from, to, calls: [] };
    all.calls.push(...joint.calls);
    found.set(name, all);
  }
  return [...found.values()];
}
