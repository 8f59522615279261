import { EventEmitter } from 'node:events'

// Loaded into a utility process before its own script: what Electron puts there.

class ParentPort extends EventEmitter {
  postMessage = (message: unknown): void => void process.send?.(message)
  start = (): void => {}
  pause = (): void => {}
}

const parentPort = new ParentPort()
process.on('message', (data) => parentPort.emit('message', { data, ports: [] }))
process.on('disconnect', () => process.exit(0)) // a utility process does not outlive the app
Object.defineProperty(process, 'parentPort', { value: parentPort })
Object.defineProperty(process, 'type', { value: 'utility' })
