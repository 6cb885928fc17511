/** How people call a mechanism. */
export function mechanismName(mechanism: string): string {
  return MECHANISMS[mechanism] ?? mechanism;
}

/** How people call a service: its folder; or the name of the workspace, for what stands in no folder of a service. */
export function serviceName(service: string, workspace: string): string {
  return service === "" ? workspace || "(workspace root)" : service;
}

/** `1 call`, `2 calls`, `no calls`. */
export function counted(number: number, what: string): string {
  return `${number === 0 ? "no" : number.toLocaleString("en")} ${what}${number === 1 ? "" : "s"}`;
}

/** `3 of 1,331 files`. */
export function portion(part: number, all: number, what: string): string {
  return `${part.toLocaleString("en")} of ${all.toLocaleString("en")} ${what}s`;
}

/** A URI in words. What is no encoded text stays as it is: the path of a file may have a `%` of its own. */
export function decoded(uri: string): string {
  try {
    return decodeURIComponent(uri);
  } catch {
    return uri;
  }
}

/** A file's name as it can be shown: what nobody sees, or turns the direction of a text, as the server writes it. */
export function visible(name: string): string {
  return name.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, (character) => {
    const code = (character.codePointAt(0) ?? 0).toString(16);
    return code.length < 3 ? `\\x${code.padStart(2, "0")}` : code.length < 5 ? `\\u${code.padStart(4, "0")}` : `\\U${code.padStart(8, "0")}`;
  });
}

const MECHANISMS: Readonly<Record<string, string>> = {
  http: "HTTP",
  grpc: "gRPC",
  queue: "Queues",
  temporal: "Temporal",
  graphql: "GraphQL",
};
