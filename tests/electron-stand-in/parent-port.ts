import { EventEmitter } from 'node:events'

// Preloaded into a utility process: Electron's `parentPort`.

/** Long enough that the message of a process that posts and exits is never delivered. */
const DELIVERY_MS = 20

/** Like Electron's, it buffers messages until the script listens. */
class ParentPort extends EventEmitter {
  private readonly held: object[] = []
  private isStarted = false

  /** Delayed, as in Electron, where the last message of an exiting process is lost. */
  postMessage = (message: unknown): void => {
    const copy = structuredClone(message)
    setTimeout(() => void process.send?.(copy), DELIVERY_MS).unref()
  }
  start = (): void => {
    this.isStarted = true
    for (const event of this.held.splice(0)) this.emit('message', event)
  }
  pause = (): void => {
    this.isStarted = false
  }
  take(event: object): void {
    if (this.isStarted) this.emit('message', event)
    else this.held.push(event)
  }
}

const parentPort = new ParentPort()
parentPort.on('newListener', (name) => {
  // `newListener` fires before the listener is added.
  if (name === 'message' && parentPort.listenerCount('message') === 0) process.nextTick(parentPort.start)
})
parentPort.on('removeListener', (name) => {
  if (name === 'message' && parentPort.listenerCount('message') === 0) parentPort.pause()
})
process.on('message', (data) => parentPort.take({ data, ports: [] }))
process.on('disconnect', () => process.exit(0)) // a utility process ends with the app
Object.defineProperty(process, 'parentPort', { value: parentPort })
Object.defineProperty(process, 'type', { value: 'utility' })
