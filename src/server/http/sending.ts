import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { Binary, BinaryStream } from '#shared/contract/endpoint.ts'
import type { Envelope } from '#shared/contract/envelope.ts'

/** Sends an envelope as uncacheable JSON; the HTTP status is 200 whatever its code (`wire.md` section 1). */
export function sendEnvelope(reply: FastifyReply, envelope: Envelope): FastifyReply {
  return reply.code(200).header('content-type', 'application/json; charset=utf-8').header('cache-control', 'no-store').send(JSON.stringify(envelope))
}

type Described = Pick<Binary, 'type' | 'disposition'> & { readonly fileName: string | undefined }

function binaryHeaders({ type, fileName, disposition = 'attachment' }: Described): Record<string, string> {
  return {
    'content-type': type,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    // RFC 6266: the name in UTF-8, percent-encoded; every current client reads it.
    ...(fileName === undefined ? {} : { 'content-disposition': `${disposition}; filename*=UTF-8''${encodeName(fileName)}` }),
  }
}

export function sendBinary(reply: FastifyReply, { type, bytes, fileName, disposition = 'attachment' }: Binary): FastifyReply {
  return reply
    .code(200)
    .headers(binaryHeaders({ type, fileName, disposition }))
    .send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
}

/**
 * Streams chunks. A failure before the first one is an envelope; a later one breaks the connection, so that a partial file
 * is never taken for a complete one.
 */
export async function sendStream(reply: FastifyReply, { type, fileName, chunks }: BinaryStream, onFailure: (error: unknown) => void): Promise<FastifyReply> {
  const pieces = chunks[Symbol.asyncIterator]()
  const first = await pieces.next()
  async function* all(): AsyncGenerator<Uint8Array> {
    try {
      for (let piece = first; piece.done !== true; piece = await pieces.next()) yield piece.value
    } catch (error) {
      onFailure(error)
      throw error
    }
  }
  return reply
    .code(200)
    .headers(binaryHeaders({ type, fileName }))
    .send(Readable.from(all(), { objectMode: false }))
}

/** RFC 5987 encoding: encodeURIComponent leaves four characters that it does not allow. */
function encodeName(fileName: string): string {
  return encodeURIComponent(fileName.toWellFormed()).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
}
