import type { Location } from "vscode-languageclient/node";

import type { Port } from "../src/contracts";
import type { Group } from "../src/map/groups";
import { type Call, countCalls, type Joint, type Service, type ServiceMap } from "../src/map/model";
import { serviceOf } from "../src/map/parts";
import type { View } from "../src/map/view";
import { counted, decoded, mechanismName, visible } from "../src/words";
import { html } from "./elements";

/** What is selected: nothing, a service or a group, or what joins two. */
export type Selection = { readonly id: string } | { readonly from: string; readonly to: string } | undefined;

type Open = ((place: Location) => void) | undefined;

/** What is shown. */
export interface Scene {
  readonly map: ServiceMap;
  readonly view: View;
  readonly groups: readonly Group[];
  /** The service around which alone the map is shown, if it is. */
  readonly around: string | null;
}

/** What can be done from here. */
export interface Ways {
  readonly open: Open;
  readonly showAround: (service: string | null) => void;
  readonly toggle: (group: string) => void;
  readonly lead: (service: string) => void;
  /** Shows a service in its parts, or as one box. */
  readonly part: (service: string) => void;
}

/** What is said about the selection, beside the picture. */
export function details(scene: Scene, selection: Selection, ways: Ways): readonly HTMLElement[] {
  const { map, view, groups, around } = scene;
  const { open, showAround } = ways;
  const back = around === null ? [] : [button("Show all services", () => { showAround(null); })];
  if (selection === undefined) {
    return [...summary(map), ...back];
  }
  if ("id" in selection) {
    const { id } = selection;
    const group = groups.find((each) => each.id === id);
    if (group !== undefined) {
      return aboutGroup(group, scene, ways);
    }
    const [title, ...rest] = service(scene, id, open);
    const of = serviceOf(id);
    const kind = map.services.find(({ name }) => name === id)?.is;
    const only = around === of ? back : kind === "nowhere" ? [] : [button("Show only its neighbours", () => { showAround(of); })];
    const parts = kind === "service" ? [button("Show its modules", () => { ways.part(id); })] : [];
    return [title, ...only, ...parts, ...rest];
  }
  const { from, to } = selection;
  // What joins two services counts also while they are in groups.
  const joint = [...view.joints, ...map.joints].find((other) => other.from === from && other.to === to);
  return [html("h2", {}, `${labelOf(scene, from)} → ${labelOf(scene, to)}`), ...calls(joint?.calls ?? [], open)];
}

/** What a search has found, as links. */
export function results(services: readonly Service[], lead: (service: string) => void): readonly HTMLElement[] {
  return [html("h2", {}, `${counted(services.length, "service")} found`), links(services, lead)];
}

function links(services: readonly Service[], lead: (service: string) => void): HTMLElement {
  return html("ul", {}, ...services.map(({ name, label }) => html("li", {}, button(label, () => { lead(name); }))));
}

function summary({ services, joints }: ServiceMap): readonly HTMLElement[] {
  const all = joints.flatMap((joint) => joint.calls);
  const lost = countCalls(all.filter(({ provider }) => provider === null));
  const number = new Set(services.filter(({ is }) => is !== "nowhere").map(({ name }) => serviceOf(name))).size;
  return [
    html("h2", {}, "Service map"),
    html("p", {}, `${counted(number, "service")}, ${counted(countCalls(all), "call")}${lost > 0 ? `, ${lost} of them not served here` : ""}.`),
    html("p", { class: "hint" }, "Select a service or a line to see its contracts. Consumers are to the left of their providers."),
    html("p", { class: "hint" }, "Double-click a service to open it into its modules. A stacked box is a group of services: select it to open it, and its name to close it."),
    html("p", { class: "hint" }, "Keys: arrows move between services, Enter selects, + and − zoom, 0 shows everything."),
  ];
}

function aboutGroup({ id, label, service: of, services }: Group, { map, view }: Scene, { toggle, lead }: Ways): readonly HTMLElement[] {
  const shown = map.services.filter(({ name }) => services.includes(name));
  const isOpen = view.frames.some((frame) => frame.id === id);
  const isService = of !== undefined;
  const act = button(isService ? "Show it as one box" : isOpen ? "Close this group" : "Open this group", () => { toggle(id); });
  return [html("h2", {}, label), html("p", {}, `${counted(shown.length, isService ? "module" : "service")}.`), act, links(shown, lead)];
}

/** How people call a service or a group, drawn or not. */
function labelOf({ map, groups }: Scene, id: string): string {
  return (map.services.find(({ name }) => name === id) ?? groups.find((group) => group.id === id))?.label ?? id;
}

function service(scene: Scene, name: string, open: Open): [HTMLElement, ...HTMLElement[]] {
  const { joints } = scene.map;
  const label = (other: string): string => labelOf(scene, other);
  const within = joints.filter((joint) => joint.from === name && joint.to === name);
  const out = joints.filter((joint) => joint.from === name && joint.to !== name);
  const into = joints.filter((joint) => joint.to === name && joint.from !== name);
  const section = (title: string, side: readonly Joint[], other: (joint: Joint) => string): HTMLElement[] =>
    side.length === 0
      ? []
      : [html("h3", {}, title), ...side.flatMap((joint) => [html("h4", {}, label(other(joint))), ...calls(joint.calls, open)])];
  const found = [
    ...section("Calls", out, (joint) => joint.to),
    ...section("Called by", into, (joint) => joint.from),
    ...section("Calls itself", within, (joint) => joint.to),
  ];
  return [html("h2", {}, label(name)), ...(found.length > 0 ? found : [html("p", {}, "It calls nothing, and nothing calls it.")])];
}

function calls(all: readonly Call[], open: Open): HTMLElement[] {
  const sorted = [...all].sort((one, other) => keyOf(one).localeCompare(keyOf(other)));
  return [html("ul", {}, ...sorted.map((call) => html("li", {}, ...entry(call, open))))];
}

/** The key that is served, else the one that is called. */
function keyOf({ consumer, provider }: Call): string {
  return (provider ?? consumer).key;
}

function entry(call: Call, open: Open): readonly HTMLElement[] {
  const { consumer, provider, match, confidence } = call;
  const about = [mechanismName(consumer.mechanism), confidence.toFixed(2), match === "exact" ? "" : match].filter(Boolean);
  return [
    html("div", { class: "key" }, keyOf(call)),
    html("div", { class: "about" }, about.join(" · ")),
    html(
      "div",
      { class: "ends" },
      end(consumer, consumer.stated, "consumer", open),
      ...(provider === null ? [] : [html("span", { "aria-hidden": "true" }, "→"), end(provider, provider.target, "provider", open)]),
    ),
  ];
}

/** A side of a call: a link where there is an editor, else its place in words. */
function end({ name, stated }: Port, place: Location, role: string, open: Open): HTMLElement {
  if (open === undefined) {
    const where = `${place.uri}:${place.range.start.line + 1}`;
    return html("span", {}, ...(name === null ? [] : [`${name} `]), html("span", { class: "place" }, where));
  }
  const label = name ?? visible(decoded(stated.uri.slice(stated.uri.lastIndexOf("/") + 1)));
  const link = button(label, () => { open(place); });
  link.setAttribute("aria-label", `Go to the ${role} ${label}`);
  return link;
}

function button(label: string, act: () => void): HTMLElement {
  const made = html("button", { class: "link", type: "button" }, label);
  made.addEventListener("click", act);
  return made;
}
