import type { Location } from "vscode-languageclient/node";

import type { Contracts } from "../contracts";

/** From the extension to the map: all contracts, or nothing while they are not known. */
export interface Shown {
  readonly contracts: Contracts | null;
}

/** From the map to the extension. */
export type Wanted = { readonly is: "ready" } | { readonly is: "open"; readonly place: Location };
