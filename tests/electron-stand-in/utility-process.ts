import { type ChildProcess, fork, type StdioOptions } from 'node:child_process'
import { EventEmitter } from 'node:events'
import { constants } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pathToFileURL } from 'node:url'
import { strict } from './strict.ts'

export interface ForkOptions {
  readonly env?: object
  readonly cwd?: string
  readonly execArgv?: string[]
  readonly stdio?: 'inherit' | 'pipe' | 'ignore' | readonly ('inherit' | 'pipe' | 'ignore')[]
  readonly serviceName?: string
}

/** `utilityProcess`: child Node processes with `process.parentPort`, which exit with the app. */
export interface UtilityProcesses {
  readonly utilityProcess: { fork(modulePath: string, args?: string[] | ForkOptions, options?: ForkOptions): UtilityProcess }
  stopAll(): void
}

export function createUtilityProcesses(onAbnormalEnd: (details: object) => void): UtilityProcesses {
  const running = new Set<ChildProcess>()

  function start(modulePath: string, args: string[], options: ForkOptions): UtilityProcess {
    const child = fork(modulePath, args, {
      execArgv: ['--import', pathToFileURL(join(import.meta.dirname, 'parent-port.ts')).href, ...(options.execArgv ?? [])],
      serialization: 'advanced', // structured clone, as between Electron's processes
      detached: true, // Ctrl+C in a terminal is for the app, which ends its children in its own order
      stdio: stdioOf(options.stdio),
      env: { ...(options.env ?? process.env) },
      ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
    })
    running.add(child)
    const utility = new UtilityProcess(child)
    utility.once('exit', (exitCode: number) => {
      running.delete(child)
      const { serviceName: name = 'Node Utility Process' } = options
      if (exitCode !== 0) onAbnormalEnd({ type: 'Utility', reason: 'abnormal-exit', exitCode, serviceName: 'node.mojom.NodeService', name })
    })
    return utility
  }

  return {
    utilityProcess: strict('utilityProcess', {
      fork: (modulePath: string, args?: string[] | ForkOptions, options?: ForkOptions) =>
        Array.isArray(args) ? start(modulePath, args, options ?? {}) : start(modulePath, [], args ?? {}),
    }),
    stopAll() {
      for (const child of running) child.kill()
    },
  }
}

export class UtilityProcess extends EventEmitter {
  pid: number | undefined
  readonly stdout: Readable | null
  readonly stderr: Readable | null
  private readonly child: ChildProcess

  constructor(child: ChildProcess) {
    super()
    this.child = child
    this.stdout = child.stdout
    this.stderr = child.stderr
    child.on('spawn', () => {
      this.pid = child.pid
      this.emit('spawn')
    })
    child.on('message', (message) => this.emit('message', message))
    child.on('error', () => {}) // an exit follows
    child.on('exit', (code, signal) => {
      this.pid = undefined
      this.emit('exit', code ?? (signal === null ? 1 : constants.signals[signal]))
    })
    return strict('UtilityProcess', this)
  }

  postMessage(message: unknown): void {
    // Node's IPC accepts what structured clone accepts.
    if (this.child.connected) this.child.send(message as object)
  }

  kill(): boolean {
    return this.child.kill()
  }
}

function stdioOf(stdio: ForkOptions['stdio'] = 'inherit'): StdioOptions {
  const [, out = 'inherit', err = 'inherit'] = typeof stdio === 'string' ? [stdio, stdio, stdio] : stdio
  return ['ignore', out, err, 'ipc']
}
