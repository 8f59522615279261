import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** An answer as another server, or a newer one, might give it. */
export interface MadeAnswer {
  readonly code: number
  readonly message: string
  readonly data: unknown
}

export interface AnsweringProxy {
  readonly url: string
  /** The paths asked so far, with their queries. */
  readonly asked: string[]
  /** Calls to that path (`/api/vtestate/delete`) are answered so until {@link AnsweringProxy.pass}; null breaks their connection. */
  answer(path: string, made: MadeAnswer | null): void
  /** Everything passes to the server behind it. */
  pass(): void
  close(): Promise<void>
}

/** Stands between a program and a real server, and gives answers that this server never gives. */
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
