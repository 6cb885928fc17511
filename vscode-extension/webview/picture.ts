import type { Group } from "../src/map/groups";
import type { Joint } from "../src/map/model";
import { NOWHERE } from "../src/map/parts";
import { type Box, labelOf, type View } from "../src/map/view";
import { counted, mechanismName } from "../src/words";
import { svg } from "./elements";
import { arranged } from "./frames";
import { NODE, type Point, type Size } from "./layout";
import { ways } from "./ways";

const ROOM = 24;
/** How many letters of a name have room. */
const LETTERS = 18;
/** A line of that many calls is as wide as lines are. */
const CALLS = 16;
/** How wide a letter of a frame's name is at most. */
const LETTER = 9;

/** A drawn map: what is to be shown, how large it is, and where what can be selected is. */
export interface Picture {
  readonly content: readonly SVGElement[];
  readonly box: DOMRect;
  readonly places: ReadonlyMap<string, DOMRect>;
}

/** Draws services and groups, and what joins them. */
export function draw(view: View): Picture {
  const { boxes: places, frames, obstacles, size } = arranged(view);
  const frameOf = new Map(view.boxes.map(({ id, frame }) => [id, frame]));
  const lines = ways(
    view.joints.filter(({ from, to }) => from !== to),
    places,
    obstacles,
    (id) => frameOf.get(id) ?? null,
  );
  const most = Math.max(CALLS, ...view.joints.map(({ calls }) => calls.length));
  const at = (id: string): Point => places.get(id) ?? { x: 0, y: 0 };
  const around = view.frames.map((group) => ({ group, area: frames.get(group.id) ?? { ...at(group.id), ...NODE } }));
  return {
    content: [
      ...around.map(({ group, area }) => frame(group, area)),
      ...[...lines].map(([joint, way]) => edge(joint, way, (3 * Math.log2(joint.calls.length)) / Math.log2(most), (id) => labelOf(view, id))),
      ...view.boxes.map((box) => node(box, at(box.id))),
    ],
    box: new DOMRect(-ROOM, -ROOM, size.width + 2 * ROOM, size.height + 2 * ROOM),
    places: new Map([
      ...around.map(({ group, area }) => [group.id, new DOMRect(area.x, area.y, area.width, NODE.height)] as const),
      ...[...places].map(([id, { x, y }]) => [id, new DOMRect(x, y, NODE.width, NODE.height)] as const),
    ]),
  };
}

function node({ id, label, about, is }: Box, { x, y }: Point): SVGElement {
  const isGroup = is === "group";
  const state = isGroup ? { "aria-expanded": "false" } : {};
  const behind = isGroup ? [svg("rect", { class: "behind", x: 5, y: 5, width: NODE.width, height: NODE.height, rx: 5 })] : [];
  return svg(
    "g",
    {
      class: `node ${is}`,
      transform: `translate(${x} ${y})`,
      tabindex: -1,
      role: "button",
      "data-id": id,
      "aria-label": `${isGroup ? "Group " : ""}${label}: ${about}`,
      ...state,
    },
    svg("title", {}, `${label}\n${about}`),
    ...behind,
    svg("rect", { width: NODE.width, height: NODE.height, rx: 5 }),
    svg("text", { class: "name", x: 12, y: 21 }, shortened(label, LETTERS)),
    ": ",
    svg("text", { class: "about", x: 12, y: 39 }, about),
  );
}

/** The end of a name that has room: whole folders, if the last one has. */
function shortened(label: string, letters: number): string {
  if (label.length <= letters) {
    return label;
  }
  const end = label.slice(1 - letters);
  const folder = end.indexOf("/");
  return `…${folder < 0 ? end : end.slice(folder)}`;
}

/** What is around the services of an open group. Its name closes it. */
function frame({ id, label, service, services }: Group, { x, y, width, height }: Point & Size): SVGElement {
  const about = counted(services.length, service === undefined ? "service" : "module");
  const room = Math.floor((width - 2 * ROOM) / LETTER);
  const title = label.length + about.length < room ? `${label} · ${about}` : shortened(label, room);
  return svg(
    "g",
    {
      class: "frame",
      transform: `translate(${x} ${y})`,
      tabindex: -1,
      role: "button",
      "data-id": id,
      "aria-expanded": "true",
      "aria-label": `${service === undefined ? "Group" : "Service"} ${label}: ${about}`,
    },
    svg("title", {}, `${label}\n${about}\nClick to close it`),
    svg("rect", { width, height, rx: 8 }),
    svg("text", { class: "name", x: 16, y: 26 }, `▾ ${title}`),
  );
}

function edge({ from, to, calls }: Joint, way: string, weight: number, label: (id: string) => string): SVGElement {
  const mechanisms = [...new Set(calls.map((call) => call.consumer.mechanism))];
  const [only] = mechanisms;
  const about = `${label(from)} → ${label(to)}: ${counted(calls.length, "call")}, ${mechanisms.map(mechanismName).join(", ")}`;
  const kind = to === NOWHERE ? "nowhere" : mechanisms.length === 1 ? (only ?? "") : "several";
  return svg(
    "g",
    { class: `edge is-${kind}`, "data-from": from, "data-to": to, "aria-hidden": "true" },
    svg("title", {}, about),
    svg("path", { class: "target", d: way }),
    svg("path", { class: "line", d: way, "stroke-width": 1 + weight, "marker-end": "url(#arrow)" }),
  );
}
