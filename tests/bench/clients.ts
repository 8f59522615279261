import { connect, type Socket } from 'node:net'

export interface Sent {
  /** Number of calls answered with 200, in all and per second. */
  readonly count: number
  readonly perSecond: number
  /** Latencies in ms. */
  readonly latencies: readonly number[]
}

interface PostOptions {
  readonly url: string
  readonly token: string
  readonly path: string
  /** Returns the next call's body; null when done. */
  readonly next: () => unknown
  readonly clients: number
  readonly ms: number
}

/**
 * Clients that each post their next call when the last one is answered, for the given time (ms).
 *
 * They use bare sockets, as they share the CPU cores with the measured server.
 */
export async function postFromClients({ url, token, path, next, clients, ms }: PostOptions): Promise<Sent> {
  const { hostname, port, host } = new URL(url)
  const headers = `host: ${host}\r\ncontent-type: application/json\r\nx-app-id: community-vote-console\r\nx-auth-id: ${token}`
  const latencies: number[] = []
  const start = performance.now()
  const oneClient = async (): Promise<void> => {
    const socket = connect(Number(port), hostname).setNoDelay(true)
    const answers = answersOf(socket)
    try {
      while (performance.now() < start + ms) {
        const body = next()
        if (body === null) break
        const text = JSON.stringify(body)
        const sent = performance.now()
        socket.write(`POST /api${path} HTTP/1.1\r\n${headers}\r\ncontent-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`)
        const { value: answer = '' } = await answers.next()
        if (!answer.startsWith('{"code":200')) throw new Error(answer)
        latencies.push(performance.now() - sent)
      }
    } finally {
      socket.destroy()
    }
  }
  await Promise.all(Array.from({ length: clients }, oneClient))
  const count = latencies.length
  return { count, perSecond: (count / (performance.now() - start)) * 1_000, latencies }
}

/** The bodies of a connection's responses, one after another. */
async function* answersOf(socket: Socket): AsyncGenerator<string, undefined> {
  let received = Buffer.alloc(0)
  for await (const piece of socket) {
    received = Buffer.concat([received, piece as Buffer])
    const end = received.indexOf('\r\n\r\n')
    const length = Number(/content-length: (\d+)/i.exec(received.toString('latin1', 0, Math.max(0, end)))?.[1])
    if (end < 0 || received.length < end + 4 + length) continue
    yield received.toString('utf8', end + 4, end + 4 + length)
    received = received.subarray(end + 4 + length)
  }
}
