import type { Socket } from 'node:net'
import { Code, type Envelope } from '#shared/contract/envelope.ts'

const badRequest: Envelope = { code: Code.invalid, message: '请求格式错误', data: null }
const tooLarge: Envelope = { code: Code.tooLarge, message: '请求内容过大', data: null }

/** Answers what is no HTTP, or has headers beyond all measure, as every other call is answered; then the connection ends. */
export function answerMalformed({ code }: { readonly code?: string }, socket: Pick<Socket, 'writable' | 'end' | 'destroy'>): void {
  if (code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const body = Buffer.from(JSON.stringify(code === 'HPE_HEADER_OVERFLOW' ? tooLarge : badRequest))
  const head = ['HTTP/1.1 200 OK', 'content-type: application/json; charset=utf-8', 'cache-control: no-store', `content-length: ${body.length}`]
  return void socket.end(Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\nconnection: close\r\n\r\n`), body]))
}
