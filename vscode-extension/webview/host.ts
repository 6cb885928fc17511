import type { Location } from "vscode-languageclient/node";

import type { Contracts } from "../src/contracts";
import type { Shown, Wanted } from "../src/map/messages";
import { byId } from "./elements";

/** What the map is shown in: a panel of VS Code, or a page of its own. */
export interface Host<Memory> {
  /** Calls with all contracts, at first and after each change. */
  readonly receive: (show: (contracts: Contracts | null) => void) => void;
  readonly remembered: Partial<Memory> | undefined;
  readonly remember: (memory: Memory) => void;
  /** Shows a place in an editor, where there is one. */
  readonly open: ((place: Location) => void) | undefined;
}

interface Panel<Memory> {
  postMessage(message: Wanted): void;
  getState(): Partial<Memory> | undefined;
  setState(memory: Memory): void;
}

declare const acquireVsCodeApi: undefined | (<Memory>() => Panel<Memory>);

export function host<Memory extends { readonly around?: string | null }>(): Host<Memory> {
  return typeof acquireVsCodeApi === "undefined" ? page() : panel(acquireVsCodeApi<Memory>());
}

function panel<Memory>(code: Panel<Memory>): Host<Memory> {
  return {
    receive: (show) => {
      window.addEventListener("message", (event: MessageEvent<Shown>) => {
        show(event.data.contracts);
      });
      show(null);
      code.postMessage({ is: "ready" });
    },
    remembered: code.getState(),
    remember: (memory) => {
      code.setState(memory);
    },
    open: (place) => {
      code.postMessage({ is: "open", place });
    },
  };
}

/** The page has the contracts in it. Its address says around which service it is shown. */
function page<Memory extends { readonly around?: string | null }>(): Host<Memory> {
  const around = new URLSearchParams(location.hash.slice(1)).get("around");
  return {
    receive: (show) => {
      show(JSON.parse(byId("contracts", HTMLScriptElement).text) as Contracts);
    },
    remembered: (around === null ? {} : { around }) as Partial<Memory>,
    remember: (memory) => {
      history.replaceState(null, "", typeof memory.around === "string" ? `#${String(new URLSearchParams({ around: memory.around }))}` : "#");
    },
    open: undefined,
  };
}
