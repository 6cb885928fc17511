import * as vscode from "vscode";
import { type DocumentSelector, type LanguageClient, State } from "vscode-languageclient/node";

import { client } from "./client";
import type { Environment } from "./server/environment";
import { find, SETTING } from "./server/find";
import { install, offer, wanted } from "./server/install";
import { same, type Server } from "./server/launch";
import type { StatusItem } from "./status";
import type { Walkthrough } from "./walkthrough";

/** What the supervisor works with. */
export interface Means {
  readonly environment: Environment;
  readonly status: StatusItem;
  readonly log: vscode.LogOutputChannel;
  readonly walkthrough: Walkthrough;
  readonly selector: DocumentSelector;
  /** The extension's version: no older server will do. */
  readonly version: string;
  /** Where the server is started: no folder of a workspace. */
  readonly cwd: string;
  /** Hears of answers that may be others now. */
  readonly changed: () => void;
}

interface Running {
  readonly server: Server;
  readonly client: LanguageClient;
  readonly watching: { dispose(): void };
}

const STOPPING = 5_000;

/** Finds, starts, stops and replaces the one server. What is asked of it is done in order, one thing at a time. */
export class Supervisor {
  private last: Promise<void> = Promise.resolve();
  private running: Running | undefined;
  private readonly asked = new Set<string>();
  private readonly changed = new vscode.EventEmitter<LanguageClient | undefined>();
  /** Fires with the client when its server is ready, and with nothing when it no longer is. */
  readonly onDidChangeClient = this.changed.event;

  constructor(private readonly means: Means) {}

  /** The client of the server, if one is running. */
  get client(): LanguageClient | undefined {
    return this.running?.client;
  }

  /** Starts the server that is to be found now, unless it is running already. */
  refresh(): Promise<void> {
    return this.next(() => this.settle());
  }

  /** Starts the server anew. */
  restart(): Promise<void> {
    return this.next(async () => {
      await this.end();
      await this.settle();
    });
  }

  /** Installs the server into the extension's own environment, and starts what is to be found then. */
  reinstall(): Promise<void> {
    return this.next(async () => {
      await this.end();
      await install(this.means.environment, this.means.log);
      await this.settle();
    });
  }

  /** Ends the server. */
  stop(): Promise<void> {
    return this.next(() => this.end());
  }

  private next(step: () => Promise<void>): Promise<void> {
    this.last = this.last.then(step).catch((error: unknown) => {
      this.means.log.error(error instanceof Error ? error : String(error));
      this.means.status.show({ is: "failed", why: "the server could not be started" });
    });
    return this.last;
  }

  private async settle(): Promise<void> {
    const { environment, log, status, version } = this.means;
    let found = await find(environment, version, log);
    if (!("program" in found) && !found.refused && (await environment.state()) === "outdated") {
      await this.end();
      await install(environment, log);
      found = await find(environment, version, log);
    }
    if ("program" in found) {
      await this.begin(found);
      return;
    }
    await this.end();
    if (found.refused === undefined) {
      status.show({ is: "missing" });
      void this.ask((await environment.state()) === "ready" ? "ready" : "absent");
    } else {
      status.show({ is: "failed", why: found.refused });
      const settings = (): Thenable<unknown> => vscode.commands.executeCommand("workbench.action.openSettings", SETTING);
      void offer(found.refused, log, ["Open Settings", settings]);
    }
  }

  /** Each once in a session; the status item goes on offering it. Not awaited: nothing waits for an answer. */
  private async ask(state: Parameters<typeof wanted>[0]): Promise<void> {
    if (this.asked.has(state)) {
      return;
    }
    this.asked.add(state);
    if (await wanted(state)) {
      await this.reinstall();
    }
  }

  private async begin(server: Server): Promise<void> {
    if (same(this.running?.server, server)) {
      return;
    }
    await this.end();
    const { changed, cwd, log, selector, walkthrough } = this.means;
    log.info(`Starting ${server.program}, version ${server.version}, from ${server.origin}`);
    const jumped = (): void => {
      walkthrough.note("jump");
    };
    const started = client(server, selector, log, cwd, { jumped, changed });
    const watching = started.onDidChangeState(({ newState }) => {
      this.follow(newState, server, started);
    });
    this.running = { server, client: started, watching };
    await started.start();
  }

  private async end(): Promise<void> {
    const ended = this.running;
    this.running = undefined;
    if (ended === undefined) {
      return;
    }
    ended.watching.dispose();
    this.changed.fire(undefined);
    await ended.client.dispose(STOPPING).catch((error: unknown) => {
      this.means.log.warn(`The server did not stop by itself: ${String(error)}`);
    });
  }

  private follow(state: State, server: Server, started: LanguageClient): void {
    const { status, walkthrough } = this.means;
    if (state === State.Running) {
      walkthrough.note("server");
      status.show({ is: "running", version: server.version, origin: server.origin });
    } else if (state === State.Starting) {
      status.show({ is: "starting" });
    } else {
      status.show({ is: "failed", why: "the server has stopped" });
    }
    this.changed.fire(state === State.Running ? started : undefined);
  }
}
