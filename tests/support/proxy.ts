import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * What happens to a call on its way to the server.
 *
 * `hold`: waits until released. `cut`: its connection breaks before it reaches the server. `loseAnswer`: the server executes it,
 * and the connection breaks before the answer. `stall`: the answer begins, and stops until the connection breaks.
 */
export type Fate = 'pass' | 'hold' | 'cut' | 'loseAnswer' | 'stall'

export interface Proxy {
  /** The proxy's address for the program. */
  readonly url: string
  /** Requested paths with their queries. */
  readonly asked: string[]
  /** Calls whose path and query match are cut; null: none. */
  breaks: RegExp | null
  /** Calls whose path and query match wait until {@link Proxy.release}; null: none. */
  holds: RegExp | null
  /** Decides by the call's path (`/api/vtestate/list`) from now on, if neither of the two above has matched. */
  decide(fate: (path: string) => Fate): void
  /** Breaks the connections of stalled answers. */
  cutStalled(): void
  /** Releases waiting calls, and passes all later ones. */
  release(): void
  close(): Promise<void>
}

/**
 * A proxy between program and server, for late or missing answers without inventing any.
 *
 * Changes nothing that passes, except the host name.
 */
export async function startProxy(target: string): Promise<Proxy> {
  const { hostname, port } = new URL(target)
  const waiting = new Set<() => void>()
  let decided: (path: string) => Fate = () => 'pass'
  const state = { asked: [] as string[], breaks: null as RegExp | null, holds: null as RegExp | null }
  const fateOf = (url: string): Fate => {
    if (state.breaks?.test(url)) return 'cut'
    if (state.holds?.test(url)) return 'hold'
    return decided(new URL(url, target).pathname)
  }

  const stalled = new Set<ServerResponse>()
  const pass = (incoming: IncomingMessage, answer: ServerResponse, { losesAnswer = false, isStalled = false } = {}) => {
    const { method, url: path, headers } = incoming
    const outgoing = request({ hostname, port, method, path, headers: { ...headers, host: `${hostname}:${port}` } }, (answered) => {
      if (losesAnswer) return void answer.destroy()
      answer.writeHead(answered.statusCode ?? 502, answered.headers)
      if (!isStalled) return answered.pipe(answer)
      stalled.add(answer)
      answered.on('close', () => answer.destroy())
      return answered.once('data', (piece: Buffer) => {
        answer.write(piece)
        answered.pause()
      })
    })
    if (isStalled) answer.on('close', () => outgoing.destroy())
    outgoing.on('error', () => answer.destroy())
    incoming.pipe(outgoing)
  }
  const server = createServer((incoming, answer) => {
    const url = incoming.url ?? '/'
    state.asked.push(url)
    switch (fateOf(url)) {
      case 'pass':
        return pass(incoming, answer)
      case 'loseAnswer':
        return pass(incoming, answer, { losesAnswer: true })
      case 'stall':
        return pass(incoming, answer, { isStalled: true })
      case 'cut':
        incoming.resume()
        return incoming.on('end', () => answer.destroy())
      case 'hold':
        return waiting.add(() => pass(incoming, answer))
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const release = () => {
    decided = () => 'pass'
    state.breaks = null
    state.holds = null
    for (const go of waiting) go()
    waiting.clear()
  }
  return Object.assign(state, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    decide: (fate: (path: string) => Fate) => {
      decided = fate
    },
    cutStalled: () => {
      for (const answer of stalled) answer.destroy()
      stalled.clear()
    },
    release,
    close: () => {
      release()
      server.closeAllConnections()
      return new Promise<void>((resolve) => server.close(() => resolve()))
    },
  })
}
