/** Why the server cannot start, in one Chinese sentence for the person at the PC. */
export class ServerStartError extends Error {
  override readonly name: string = 'ServerStartError'
}

/** There is no database that could be opened, and there may be copies of it: restoring one helps, starting again does not. */
export class RestoreNeededError extends ServerStartError {
  override readonly name = 'RestoreNeededError'
}
