/** Why the server cannot start, as a Chinese message for the person at the PC. */
export class ServerStartError extends Error {
  override readonly name: string = 'ServerStartError'
}

/** No database can be opened, but copies may exist: restoring one helps, restarting does not. */
export class RestoreNeededError extends ServerStartError {
  override readonly name = 'RestoreNeededError'
}
