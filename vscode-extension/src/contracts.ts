import type { Location } from "vscode-languageclient/node";

export type Role = "exposes" | "consumes";

/** One side of a contract at one place: see docs/protocol.md. */
export interface Port {
  readonly mechanism: string;
  readonly role: Role;
  readonly key: string;
  readonly confidence: number;
  /** The folder of the service; empty for the workspace itself. */
  readonly service: string;
  readonly language: string;
  readonly framework: string;
  readonly document: boolean;
  readonly test: boolean;
  /** The handler, or the function that calls. */
  readonly name: string | null;
  readonly stated: Location;
  readonly target: Location;
  /** How many calls may be meant for a provider to which none leads. */
  readonly possible: number;
}

/** A consumer and one of its providers, by their numbers. */
export interface Link {
  readonly consumer: number;
  readonly provider: number;
  readonly match: string;
  readonly confidence: number;
}

/** All that the server found. */
export interface Contracts {
  /** How many files have been read of how many, while that goes on. */
  readonly reading: { readonly done: number; readonly total: number } | null;
  /** The name of the workspace's folder; empty if there are several. */
  readonly name: string;
  readonly ports: readonly Port[];
  readonly links: readonly Link[];
}
