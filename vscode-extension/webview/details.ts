import type { Port } from "../src/contracts";
import type { Call, Joint, ServiceMap } from "../src/map/model";
import { counted, mechanismName, serviceName } from "../src/words";
import { html } from "./elements";

/** What is selected: nothing, a service, or what joins two. */
export type Selection = { readonly service: string } | { readonly from: string; readonly to: string } | undefined;

type Open = (port: Port, target: boolean) => void;

/** What can be done from here. */
export interface Ways {
  readonly open: Open;
  /** The service around which alone the map is shown, if it is. */
  readonly around: string | null;
  readonly showAround: (service: string | null) => void;
}

/** What is said about the selection, beside the picture. */
export function details(map: ServiceMap, selection: Selection, ways: Ways): readonly HTMLElement[] {
  const { open, around, showAround } = ways;
  const back = around === null ? [] : [button("Show all services", () => { showAround(null); })];
  if (selection === undefined) {
    return [...summary(map), ...back];
  }
  if ("service" in selection) {
    const { service: name } = selection;
    const [title, ...rest] = service(map, name, open);
    const only = around === name ? back : [button("Show only its neighbours", () => { showAround(name); })];
    return [title, ...only, ...rest];
  }
  const { from, to } = selection;
  const joint = map.joints.find((other) => other.from === from && other.to === to);
  return [html("h2", {}, `${serviceName(from)} → ${serviceName(to)}`), ...calls(joint?.calls ?? [], open)];
}

function summary({ services, joints }: ServiceMap): readonly HTMLElement[] {
  const number = joints.reduce((sum, joint) => sum + joint.calls.length, 0);
  return [
    html("h2", {}, "Service map"),
    html("p", {}, `${counted(services.length, "service")}, ${counted(number, "call")}.`),
    html("p", { class: "hint" }, "Select a service or a line to see its contracts. Callers stand to the left of those whom they call."),
    html("p", { class: "hint" }, "Keys: arrows go from service to service, Enter selects, + and − zoom, 0 shows everything."),
  ];
}

function service({ joints }: ServiceMap, name: string, open: Open): [HTMLElement, ...HTMLElement[]] {
  const within = joints.filter((joint) => joint.from === name && joint.to === name);
  const out = joints.filter((joint) => joint.from === name && joint.to !== name);
  const into = joints.filter((joint) => joint.to === name && joint.from !== name);
  const section = (title: string, side: readonly Joint[], other: (joint: Joint) => string): HTMLElement[] =>
    side.length === 0
      ? []
      : [html("h3", {}, title), ...side.flatMap((joint) => [html("h4", {}, serviceName(other(joint))), ...calls(joint.calls, open)])];
  const found = [
    ...section("Calls", out, (joint) => joint.to),
    ...section("Is called by", into, (joint) => joint.from),
    ...section("Calls itself", within, (joint) => joint.to),
  ];
  return [html("h2", {}, serviceName(name)), ...(found.length > 0 ? found : [html("p", {}, "No call leads to it, or from it.")])];
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
    html("div", { class: "ends" }, end(consumer, "caller", false, open), html("span", { "aria-hidden": "true" }, "→"), end(provider, "provider", true, open)),
  ];
}

function end(port: Port, role: string, target: boolean, open: Open): HTMLElement {
  const name = port.name ?? decodeURIComponent(port.stated.uri.slice(port.stated.uri.lastIndexOf("/") + 1));
  const link = button(name, () => {
    open(port, target);
  });
  link.setAttribute("aria-label", `Go to the ${role} ${name}`);
  return link;
}

function button(label: string, act: () => void): HTMLElement {
  const made = html("button", { class: "link", type: "button" }, label);
  made.addEventListener("click", act);
  return made;
}
