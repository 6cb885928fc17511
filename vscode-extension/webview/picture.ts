import type { Joint, Service, ServiceMap } from "../src/map/model";
import { counted, mechanismName, serviceName } from "../src/words";
import { svg } from "./elements";
import { layout, NODE, type Point } from "./layout";
import { ways } from "./ways";

const ROOM = 24;
/** How many letters of a name have room. */
const LETTERS = 18;

/** A drawn map: what is to be shown, and how large it is. */
export interface Picture {
  readonly content: readonly SVGElement[];
  readonly box: DOMRect;
  readonly places: ReadonlyMap<string, Point>;
}

/** Draws services and what joins them. */
export function draw({ services, joints }: ServiceMap): Picture {
  const places = layout(
    services.map(({ name }) => name),
    joints,
  );
  const points = [...places.values()];
  const right = Math.max(0, ...points.map(({ x }) => x)) + NODE.width;
  const bottom = Math.max(0, ...points.map(({ y }) => y)) + NODE.height;
  const lines = ways(
    joints.filter(({ from, to }) => from !== to),
    places,
  );
  const edges = [...lines].map(([joint, way]) => edge(joint, way));
  const nodes = services.map((service) => node(service, places.get(service.name) ?? { x: 0, y: 0 }));
  return {
    content: [...edges, ...nodes],
    box: new DOMRect(-ROOM, -ROOM, right + 2 * ROOM, bottom + 2 * ROOM),
    places,
  };
}

function node({ name, serves, calls }: Service, { x, y }: Point): SVGElement {
  const label = serviceName(name);
  const about = `serves ${serves}, calls ${calls}`;
  return svg(
    "g",
    { class: "node", transform: `translate(${x} ${y})`, tabindex: -1, role: "button", "data-service": name, "aria-label": `${label}: ${about}` },
    svg("title", {}, `${label}\n${about}`),
    svg("rect", { width: NODE.width, height: NODE.height, rx: 5 }),
    svg("text", { class: "name", x: 12, y: 21 }, label.length > LETTERS ? `…${label.slice(1 - LETTERS)}` : label),
    svg("text", { class: "about", x: 12, y: 39 }, about),
  );
}

function edge({ from, to, calls }: Joint, way: string): SVGElement {
  const mechanisms = [...new Set(calls.map((call) => call.consumer.mechanism))];
  const [only] = mechanisms;
  const about = `${serviceName(from)} → ${serviceName(to)}: ${counted(calls.length, "call")}, ${mechanisms.map(mechanismName).join(", ")}`;
  return svg(
    "g",
    { class: `edge ${mechanisms.length === 1 ? `is-${only ?? ""}` : ""}`, "data-from": from, "data-to": to, "aria-hidden": "true" },
    svg("title", {}, about),
    svg("path", { class: "target", d: way }),
    svg("path", { class: "line", d: way, "stroke-width": 1 + Math.min(3, Math.log2(calls.length)), "marker-end": "url(#arrow)" }),
  );
}
