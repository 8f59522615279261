import type { Socket } from 'node:net'
import { Refusal } from '#shared/contract/refusals.ts'
import { asEnvelope } from './errors.ts'

const [badRequest, tooLarge] = [asEnvelope(new Refusal('request.malformed')), asEnvelope(new Refusal('request.tooLarge'))]

/** Answers what is no HTTP, or has headers beyond all measure, as every other call is answered; then the connection ends. */
export function answerMalformed({ code }: { readonly code?: string }, socket: Pick<Socket, 'writable' | 'end' | 'destroy'>): void {
  if (code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const body = Buffer.from(JSON.stringify(code === 'HPE_HEADER_OVERFLOW' ? tooLarge : badRequest))
  const head = ['HTTP/1.1 200 OK', 'content-type: application/json; charset=utf-8', 'cache-control: no-store', `content-length: ${body.length}`]
  return void socket.end(Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\nconnection: close\r\n\r\n`), body]))
}
