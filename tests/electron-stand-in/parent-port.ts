import { EventEmitter } from 'node:events'

// Loaded into a utility process before its own script: what Electron puts there.

/** Long enough that a process which posts and exits never gets its message through. */
const DELIVERY_MS = 20

/** As Electron's, it holds back what comes before the script listens. */
class ParentPort extends EventEmitter {
  private readonly held: object[] = []
  private isStarted = false

  /** Not at once, as in Electron, where the message of a process that ends right after it is lost. */
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
  // A new listener is added after its event.
  if (name === 'message' && parentPort.listenerCount('message') === 0) process.nextTick(parentPort.start)
})
parentPort.on('removeListener', (name) => {
  if (name === 'message' && parentPort.listenerCount('message') === 0) parentPort.pause()
})
process.on('message', (data) => parentPort.take({ data, ports: [] }))
process.on('disconnect', () => process.exit(0)) // a utility process ends with the app
Object.defineProperty(process, 'parentPort', { value: parentPort })
Object.defineProperty(process, 'type', { value: 'utility' })
