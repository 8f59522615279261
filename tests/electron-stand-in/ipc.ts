import { EventEmitter } from 'node:events'

export type InvokeHandler = (event: object, ...args: unknown[]) => unknown

/** `ipcMain`: handlers for invoked channels, listeners for sent ones. */
export class IpcMain extends EventEmitter {
  private readonly handlers = new Map<string, InvokeHandler>()

  handle(channel: string, handler: (event: never, ...args: never[]) => unknown): void {
    if (this.handlers.has(channel)) throw new Error(`Attempted to register a second handler for '${channel}'`)
    this.handlers.set(channel, handler as InvokeHandler) // its event is as much of Electron's as the program reads
  }

  handleOnce(channel: string, handler: InvokeHandler): void {
    this.handle(channel, (event: object, ...args: unknown[]) => {
      this.handlers.delete(channel)
      return handler(event, ...args)
    })
  }

  removeHandler(channel: string): void {
    this.handlers.delete(channel)
  }

  /** Calls a channel's handler for the calling page. */
  async invoke(channel: string, event: object, args: unknown[]): Promise<unknown> {
    const handler = this.handlers.get(channel)
    if (handler === undefined) throw new Error(`No handler registered for '${channel}'`)
    return handler(event, ...args)
  }
}
