import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** An answer that another or newer server might give. */
export interface MadeAnswer {
  readonly code: number
  readonly message: string
  readonly data: unknown
}

export interface AnsweringProxy {
  readonly url: string
  /** Requested paths with their queries. */
  readonly asked: string[]
  /** Answers calls to that path (`/api/vtestate/delete`) until {@link AnsweringProxy.pass}; null breaks their connection. */
  answer(path: string, made: MadeAnswer | null): void
  /** Passes all calls to the server. */
  pass(): void
  close(): Promise<void>
}

/** A proxy between program and server that gives answers the server never gives. */
export async function startAnsweringProxy(target: string): Promise<AnsweringProxy> {
  const { hostname, port } = new URL(target)
  const made = new Map<string, MadeAnswer | null>()
  const asked: string[] = []

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
    const url = incoming.url ?? '/'
    asked.push(url)
    const instead = made.get(new URL(url, target).pathname)
    if (instead === undefined) return pass(incoming, answer)
    incoming.resume()
    incoming.on('end', () => {
      if (instead === null) answer.destroy()
      else answer.writeHead(200, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(instead))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    answer: (path, answer) => void made.set(path, answer),
    pass: () => made.clear(),
    close: () => {
      server.closeAllConnections()
      return new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
