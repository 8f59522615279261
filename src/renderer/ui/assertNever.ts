/** Exhaustiveness check at the end of a switch over a union. */
export function assertNever(value: never): never {
  throw new Error(`no case for ${JSON.stringify(value)}`)
}
