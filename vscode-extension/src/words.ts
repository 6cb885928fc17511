/** How people call a mechanism. */
export function mechanismName(mechanism: string): string {
  return MECHANISMS[mechanism] ?? mechanism;
}

/** How people call a service: its folder, or the workspace itself. */
export function serviceName(service: string): string {
  return service === "" ? "(workspace root)" : service;
}

/** `1 call`, `2 calls`, `no calls`. */
export function counted(number: number, what: string): string {
  return `${number || "no"} ${what}${number === 1 ? "" : "s"}`;
}

const MECHANISMS: Readonly<Record<string, string>> = {
  http: "HTTP",
  grpc: "gRPC",
  queue: "Queues",
  temporal: "Temporal",
  graphql: "GraphQL",
};
