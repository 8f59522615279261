/** Why the server cannot start, in one Chinese sentence for the person at the PC. */
export class ServerStartError extends Error {
  override readonly name = 'ServerStartError'
}
