import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What becomes of a call on its way to the server: it passes, waits until it is let go, or its connection is cut. */
export type Fate = 'pass' | 'hold' | 'cut'

export interface Proxy {
  /** Where a program finds the server behind it. */
  readonly url: string
  /** Decides by the call's path (`/api/vtestate/list`) from now on. */
  decide(fate: (path: string) => Fate): void
  /** Calls that wait are let go; calls from now on pass. */
  release(): void
  close(): Promise<void>
}

/**
 * Stands between a program and a real server, so that answers can be late or missing without anything being made up.
 *
 * Nothing that passes is changed, save the name of the host.
 */
export async function startProxy(target: string): Promise<Proxy> {
  const { hostname, port } = new URL(target)
  let fateOf: (path: string) => Fate = () => 'pass'
  const waiting = new Set<() => void>()

  const pass = (incoming: IncomingMessage, answer: ServerResponse) => {
    const { method, url: path, headers } = incoming
    const outgoing = request({ hostname, port, method, path, headers: { ...headers, host: `${hostname}:${port}` } }, (answered) => {
      answer.writeHead(answered.statusCode ?? 502, answered.headers)
      answered.pipe(answer)
    })
    outgoing.on('error', () => answer.destroy())
    incoming.pipe(outgoing)
  }
  const server = createServer((incoming, answer) => {
    const path = new URL(incoming.url ?? '/', target).pathname
    switch (fateOf(path)) {
      case 'pass':
        return pass(incoming, answer)
      case 'cut':
        return incoming.destroy()
      case 'hold': {
        const go = () => {
          waiting.delete(go)
          pass(incoming, answer)
        }
        waiting.add(go)
        return undefined
      }
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const release = () => {
    fateOf = () => 'pass'
    for (const go of [...waiting]) go()
  }
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    decide: (fate) => {
      fateOf = fate
    },
    release,
    close: () => {
      release()
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
