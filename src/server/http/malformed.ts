import type { Socket } from 'node:net'
import type { Envelope } from '#shared/contract/envelope.ts'
import { Refusal } from '#shared/contract/refusals.ts'
import { asEnvelope } from './errors.ts'

const badRequest = asEnvelope(new Refusal('request.malformed'))
const answers: Readonly<Record<string, Envelope>> = {
  HPE_HEADER_OVERFLOW: asEnvelope(new Refusal('request.tooLarge')),
  ERR_HTTP_REQUEST_TIMEOUT: asEnvelope(new Refusal('request.tooSlow')),
}

/** Time for the client to read the reason before the connection is destroyed, in ms. */
const LAST_WORDS_MS = 2_000

/** Answers non-HTTP data and oversized or overdue headers with the usual envelope; then closes the connection. */
export function answerMalformed({ code }: { readonly code?: string }, socket: Pick<Socket, 'writable' | 'end' | 'destroy' | 'once'>): void {
  if (code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const body = Buffer.from(JSON.stringify(answers[code ?? ''] ?? badRequest))
  const head = ['HTTP/1.1 200 OK', 'content-type: application/json; charset=utf-8', 'cache-control: no-store', `content-length: ${body.length}`]
  const gone = setTimeout(() => socket.destroy(), LAST_WORDS_MS)
  socket.once('close', () => clearTimeout(gone))
  socket.end(Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\nconnection: close\r\n\r\n`), body]))
}
