import type { Contracts } from "../src/contracts";
import { bestGrouping, type Group, type Grouping, groupsOf, MANY, openServices } from "../src/map/groups";
import { among, busiest, mechanisms, near, openAtFirst, serviceMap, type ServiceMap, type Wish } from "../src/map/model";
import { frameOf, serviceOf } from "../src/map/parts";
import { found } from "../src/map/search";
import { gathered, type View } from "../src/map/view";
import { mechanismName } from "../src/words";
import { details, results, type Selection } from "./details";
import { DIRECTIONS, neighbour } from "./directions";
import { byId, html, svg } from "./elements";
import { host } from "./host";
import { draw, type Picture } from "./picture";
import { Viewport } from "./viewport";

interface Memory extends Omit<Wish, "opened"> {
  /** The services that are shown in their parts; null as long as nobody opened or closed one. */
  readonly opened: readonly string[] | null;
  /** The service around which alone the map is shown; null for all; nothing until that was chosen. */
  readonly around?: string | null;
  /** How services are grouped; null for what is best. */
  readonly grouping: Grouping | null;
  /** The groups that are open. */
  readonly open: readonly string[];
  readonly selection: Selection;
}

const { receive, remembered, remember: keep, open } = host<Memory>();
const picture = byId("picture", SVGSVGElement);
const drawn = byId("drawn", SVGGElement);
const aside = byId("details", HTMLElement);
const filter = byId("mechanisms", HTMLElement);
const tests = byId("tests", HTMLInputElement);
const least = byId("least", HTMLInputElement);
const grouping = byId("grouping", HTMLSelectElement);
const search = byId("search", HTMLInputElement);
const empty = byId("empty", HTMLElement);

const EMPTY: ServiceMap = { services: [], joints: [] };

let contracts: Contracts | null = null;
let whole = EMPTY;
let map = whole;
let groups: readonly Group[] = [];
let view: View = { boxes: [], frames: [], joints: [], within: new Map() };
let shown: Picture | undefined;
let memory: Memory = {
  without: [],
  leastConfidence: 0,
  tests: false,
  unserved: true,
  opened: null,
  grouping: null,
  open: [],
  selection: undefined,
  ...remembered,
};

const viewport = new Viewport(picture);

function remember(change: Partial<Memory>): void {
  memory = { ...memory, ...change };
  keep(memory);
}

/** Draws everything anew: the contracts changed, or what of them is wished for. */
function redraw(): void {
  const focused = document.activeElement?.getAttribute("data-id");
  whole = contracts ? serviceMap(contracts, { ...memory, opened: opened() }) : EMPTY;
  if (memory.around === undefined && whole.services.length > MANY) {
    begin();
  }
  map = near(whole, around());
  const few = map.services.length <= MANY;
  const closed = new Set(map.services.map(({ name }) => name).filter((name) => name !== around()));
  const frames = openServices(map, opened(), contracts?.name ?? "");
  groups = [...groupsOf(among(whole, closed), memory.grouping ?? (few ? "none" : bestGrouping(whole))), ...frames];
  view = gathered(map, groups, [...memory.open, ...frames.map(({ id }) => id)], around());
  shown = draw(view);
  drawn.replaceChildren(...shown.content);
  empty.textContent = contracts === null ? "Reading the workspace …" : "No contracts were found in this workspace. Open the folder that holds all services.";
  empty.hidden = contracts !== null && contracts.ports.length > 0;
  document.body.classList.toggle("nothing", !empty.hidden);
  viewport.use(shown.box);
  choices();
  select(isThere(memory.selection) ? memory.selection : undefined);
  nodes()[0]?.setAttribute("tabindex", "0");
  if (focused !== null && focused !== undefined) {
    nodeOf(focused)?.focus();
  }
}

/** Nobody has chosen yet what to see of many services: the neighbourhood of the one that is joined to most. */
function begin(): void {
  const service = busiest(whole);
  remember({ around: service, selection: service === null ? undefined : { id: service } });
}

/** Whether what is selected is still a service, a group, or what joins two. */
function isThere(selection: Selection): boolean {
  const ids = selection === undefined ? [] : "id" in selection ? [selection.id] : [selection.from, selection.to];
  const known = new Set([...map.services.map(({ name }) => name), ...groups.map(({ id }) => id)]);
  return ids.every((id) => known.has(id));
}

function opened(): readonly string[] {
  return memory.opened ?? (contracts ? openAtFirst(contracts) : []);
}

function around(): string | null {
  return memory.around ?? null;
}

function choices(): void {
  filter.replaceChildren(
    ...(contracts ? mechanisms(contracts) : []).map((mechanism) =>
      choice(mechanism, mechanismName(mechanism), !memory.without.includes(mechanism), (on) => {
        const others = memory.without.filter((other) => other !== mechanism);
        return { without: on ? others : [...others, mechanism] };
      }),
    ),
    ...(drawn.querySelector(".is-several") === null ? [] : [html("span", { class: "is-several" }, swatch(), "Several kinds")]),
    choice("nowhere", "Not served here", memory.unserved, (unserved) => ({ unserved })),
  );
  tests.checked = memory.tests;
  least.value = String(memory.leastConfidence);
  grouping.value = memory.grouping ?? "";
  byId("confidence", HTMLOutputElement).textContent = memory.leastConfidence.toFixed(2);
}

/** A line of the legend, with a box that shows such calls or hides them. */
function choice(kind: string, label: string, checked: boolean, change: (on: boolean) => Partial<Memory>): HTMLElement {
  const box = html("input", { type: "checkbox" });
  box.checked = checked;
  box.addEventListener("change", () => {
    remember(change(box.checked));
    redraw();
  });
  return html("label", { class: `is-${kind}` }, box, swatch(), label);
}

/** A piece of a line, as it looks in the picture. */
function swatch(): SVGElement {
  return svg("svg", { class: "swatch", "aria-hidden": "true" }, svg("path", { class: "line", d: "M0 4h20", "stroke-width": 3 }));
}

/** All that can be selected and has the focus at times: boxes, and the frames of open groups. */
function nodes(): SVGGElement[] {
  return [...drawn.querySelectorAll<SVGGElement>(".node, .frame")];
}

function nodeOf(id: string): SVGGElement | undefined {
  return nodes().find((node) => node.dataset["id"] === id);
}

function select(selection: Selection): void {
  remember({ selection });
  const named = selection === undefined ? [] : "id" in selection ? [selection.id] : [selection.from, selection.to];
  const inFrame = view.boxes.filter(({ frame }) => frame !== null && named.includes(frame)).map(({ id }) => id);
  const ends = inFrame.length > 0 ? inFrame : named.map((id) => view.within.get(id) ?? id);
  const isJoint = selection !== undefined && "from" in selection;
  const near = new Set(ends);
  for (const edge of drawn.querySelectorAll<SVGGElement>(".edge")) {
    const { from = "", to = "" } = edge.dataset;
    const on = isJoint ? from === ends[0] && to === ends[1] : ends.includes(from) || ends.includes(to);
    edge.classList.toggle("on", on);
    if (on) {
      near.add(from).add(to);
    }
  }
  for (const node of nodes()) {
    const id = node.dataset["id"] ?? "";
    node.classList.toggle("on", near.has(id));
    node.setAttribute("aria-pressed", String(named.includes(id) || (inFrame.length === 0 && ends.includes(id))));
  }
  drawn.classList.toggle("selected", ends.some((end) => view.boxes.some(({ id }) => id === end)));
  const scene = { map, view, groups, around: around() };
  aside.replaceChildren(...details(scene, selection, { open, showAround, toggle, lead, part }));
}

/** Acts on a box: a service is selected, a group is opened or closed, too. */
function act(id: string): void {
  if (groups.some((group) => group.id === id)) {
    toggle(id);
  } else {
    select({ id });
  }
}

/** Shows a service in its parts. */
function part(service: string): void {
  remember({ opened: [...opened(), service], selection: { id: frameOf(service) } });
  redraw();
  viewport.fit();
  focus(frameOf(service));
}

function toggle(group: string): void {
  const service = groups.find(({ id }) => id === group)?.service;
  if (service !== undefined) {
    remember({ opened: opened().filter((other) => other !== service), selection: { id: service } });
    redraw();
    focus(service);
    return;
  }
  const isOpen = memory.open.includes(group);
  remember({ open: isOpen ? memory.open.filter((id) => id !== group) : [...memory.open, group], selection: { id: group } });
  redraw();
  focus(group);
}

function showAround(service: string | null): void {
  remember({ around: service });
  redraw();
  viewport.fit();
}

/** Shows a service, wherever it is: in a group that is closed, or not in this neighbourhood. */
function lead(service: string): void {
  const isElsewhere = !map.services.some(({ name }) => name === service);
  remember({ around: isElsewhere ? serviceOf(service) : around(), selection: { id: service } });
  redraw();
  const group = groups.find(({ services }) => services.includes(service));
  if (group !== undefined && nodeOf(service) === undefined) {
    remember({ open: [...memory.open, group.id] });
    redraw();
  }
  reveal(service);
}

/** Moves the picture so that a box is seen. */
function reveal(id: string): void {
  const place = shown?.places.get(id);
  if (place !== undefined) {
    viewport.reveal(place);
  }
}

function focus(id: string): void {
  for (const node of nodes()) {
    node.setAttribute("tabindex", node.dataset["id"] === id ? "0" : "-1");
  }
  nodeOf(id)?.focus();
  reveal(id);
}

picture.addEventListener("click", (event) => {
  const hit = event.target instanceof Element ? event.target.closest<SVGGElement>(".node, .frame, .edge") : null;
  const { id, from, to } = hit?.dataset ?? {};
  if (id !== undefined) {
    act(id);
    focus(id);
  } else {
    select(from !== undefined && to !== undefined ? { from, to } : undefined);
  }
});

picture.addEventListener("dblclick", (event) => {
  const id = event.target instanceof Element ? event.target.closest<SVGGElement>(".node.service")?.dataset["id"] : undefined;
  if (id !== undefined) {
    part(id);
  }
});

picture.addEventListener("keydown", (event) => {
  const id = event.target instanceof SVGElement ? event.target.dataset["id"] : undefined;
  const direction = DIRECTIONS[event.key];
  if (id !== undefined && direction !== undefined) {
    focus(neighbour(id, direction, shown?.places ?? new Map()) ?? id);
  } else if (id !== undefined && (event.key === "Enter" || event.key === " ")) {
    act(id);
  } else if (event.key === "Escape") {
    select(undefined);
  } else if (event.key === "+" || event.key === "-") {
    viewport.zoom(event.key === "+" ? 1.25 : 0.8);
  } else if (event.key === "0") {
    viewport.fit();
  } else {
    return;
  }
  event.preventDefault();
});

least.addEventListener("input", () => {
  remember({ leastConfidence: Number(least.value) });
  redraw();
});
tests.addEventListener("change", () => {
  remember({ tests: tests.checked });
  redraw();
});
grouping.addEventListener("change", () => {
  const chosen = grouping.value as Grouping | "";
  remember({ grouping: chosen === "" ? null : chosen, open: [] });
  redraw();
  viewport.fit();
});
search.addEventListener("input", () => {
  const names = found(whole.services, search.value);
  const only = names[0]?.name;
  if (search.value.trim() === "") {
    select(undefined);
  } else if (only !== undefined && names.length === 1) {
    lead(only);
  } else {
    aside.replaceChildren(...results(names, lead));
  }
});
search.addEventListener("keydown", (event) => {
  const best = found(whole.services, search.value)[0]?.name;
  if (event.key === "Enter" && best !== undefined) {
    lead(best);
    focus(best);
  }
});
byId("larger", HTMLButtonElement).addEventListener("click", () => {
  viewport.zoom(1.25);
});
byId("smaller", HTMLButtonElement).addEventListener("click", () => {
  viewport.zoom(0.8);
});
byId("all", HTMLButtonElement).addEventListener("click", () => {
  viewport.fit();
});
window.addEventListener("beforeprint", () => {
  viewport.fit();
});
receive((received) => {
  contracts = received;
  redraw();
});
