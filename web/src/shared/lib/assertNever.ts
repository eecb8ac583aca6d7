/** Makes a switch over a union fail to compile when a variant is missing. */
export function assertNever(value: never): never {
  throw new Error(`unexpected value ${String(value)}`);
}
