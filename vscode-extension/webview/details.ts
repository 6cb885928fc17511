import type { Location } from "vscode-languageclient/node";

import type { Port } from "../src/contracts";
import type { Group } from "../src/map/groups";
import type { Call, Joint, ServiceMap } from "../src/map/model";
import { labelOf, type View } from "../src/map/view";
import { counted, mechanismName, serviceName, visible } from "../src/words";
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
    const [title, ...rest] = service(map, id, open);
    const only = around === id ? back : [button("Show only its neighbours", () => { showAround(id); })];
    return [title, ...only, ...rest];
  }
  const { from, to } = selection;
  const joint = view.joints.find((other) => other.from === from && other.to === to);
  return [html("h2", {}, `${labelOf(view, from)} → ${labelOf(view, to)}`), ...calls(joint?.calls ?? [], open)];
}

/** What a search has found, as links. */
export function results(names: readonly string[], workspace: string, lead: (service: string) => void): readonly HTMLElement[] {
  return [html("h2", {}, `${counted(names.length, "service")} found`), links(names, workspace, lead)];
}

function links(names: readonly string[], workspace: string, lead: (service: string) => void): HTMLElement {
  return html("ul", {}, ...names.map((name) => html("li", {}, button(serviceName(name, workspace), () => { lead(name); }))));
}

function summary({ services, joints }: ServiceMap): readonly HTMLElement[] {
  const number = joints.reduce((sum, joint) => sum + joint.calls.length, 0);
  return [
    html("h2", {}, "Service map"),
    html("p", {}, `${counted(services.length, "service")}, ${counted(number, "call")}.`),
    html("p", { class: "hint" }, "Select a service or a line to see its contracts. Callers stand to the left of those whom they call."),
    html("p", { class: "hint" }, "A box with another one behind it is a group of services. Selecting it opens it; selecting its name closes it again."),
    html("p", { class: "hint" }, "Keys: arrows go from service to service, Enter selects, + and − zoom, 0 shows everything."),
  ];
}

function aboutGroup({ id, label, services }: Group, { map, view }: Scene, { toggle, lead }: Ways): readonly HTMLElement[] {
  const shown = services.filter((name) => map.services.some((service) => service.name === name));
  const isOpen = view.frames.some((frame) => frame.id === id);
  const act = button(isOpen ? "Close this group" : "Open this group", () => { toggle(id); });
  return [html("h2", {}, label), html("p", {}, `${counted(shown.length, "service")}.`), act, links(shown, map.workspace, lead)];
}

function service({ joints, workspace }: ServiceMap, name: string, open: Open): [HTMLElement, ...HTMLElement[]] {
  const within = joints.filter((joint) => joint.from === name && joint.to === name);
  const out = joints.filter((joint) => joint.from === name && joint.to !== name);
  const into = joints.filter((joint) => joint.to === name && joint.from !== name);
  const section = (title: string, side: readonly Joint[], other: (joint: Joint) => string): HTMLElement[] =>
    side.length === 0
      ? []
      : [html("h3", {}, title), ...side.flatMap((joint) => [html("h4", {}, serviceName(other(joint), workspace)), ...calls(joint.calls, open)])];
  const found = [
    ...section("Calls", out, (joint) => joint.to),
    ...section("Is called by", into, (joint) => joint.from),
    ...section("Calls itself", within, (joint) => joint.to),
  ];
  return [html("h2", {}, serviceName(name, workspace)), ...(found.length > 0 ? found : [html("p", {}, "No call leads to it, or from it.")])];
}

function calls(all: readonly Call[], open: Open): HTMLElement[] {
  const sorted = [...all].sort((one, other) => one.provider.key.localeCompare(other.provider.key));
  return [html("ul", {}, ...sorted.map((call) => html("li", {}, ...entry(call, open))))];
}

function entry({ consumer, provider, match, confidence }: Call, open: Open): readonly HTMLElement[] {
  const about = [mechanismName(consumer.mechanism), confidence.toFixed(2), match === "exact" ? "" : match].filter(Boolean);
  return [
    html("div", { class: "key" }, provider.key),
    html("div", { class: "about" }, about.join(" · ")),
    html(
      "div",
      { class: "ends" },
      end(consumer, consumer.stated, "caller", open),
      html("span", { "aria-hidden": "true" }, "→"),
      end(provider, provider.target, "provider", open),
    ),
  ];
}

/** A side of a call: a link where there is an editor, else its place in words. */
function end({ name, stated }: Port, place: Location, role: string, open: Open): HTMLElement {
  if (open === undefined) {
    const where = `${place.uri}:${place.range.start.line + 1}`;
    return html("span", {}, ...(name === null ? [] : [`${name} `]), html("span", { class: "place" }, where));
  }
  const label = name ?? visible(decodeURIComponent(stated.uri.slice(stated.uri.lastIndexOf("/") + 1)));
  const link = button(label, () => { open(place); });
  link.setAttribute("aria-label", `Go to the ${role} ${label}`);
  return link;
}

function button(label: string, act: () => void): HTMLElement {
  const made = html("button", { class: "link", type: "button" }, label);
  made.addEventListener("click", act);
  return made;
}
