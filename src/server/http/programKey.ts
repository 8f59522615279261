import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { PROGRAM_KEY_HEADER } from '#shared/contract/envelope.ts'
import { Refusal } from '#shared/contract/refusals.ts'
import { asEnvelope } from './errors.ts'
import { sendEnvelope } from './sending.ts'

/** Fixed-length digests, so that the comparison takes constant time. */
const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Whether a call came through the shared port, which is encrypted. */
export const isShared = ({ raw: { socket } }: Pick<FastifyRequest, 'raw'>): boolean => 'encrypted' in socket && socket.encrypted === true

/**
 * Answers 401 to every call over an unencrypted connection without the program's key (`trust.md` section 2): the loopback
 * port of a server inside a program is for that program only.
 *
 * Other computers use the shared port, which is encrypted, and log in there.
 */
export function requireProgramKey(app: FastifyInstance, key: string): void {
  const expected = digest(key)
  app.addHook('onRequest', async (request, reply) => {
    const sent = request.headers[PROGRAM_KEY_HEADER]
    if (isShared(request) || (typeof sent === 'string' && timingSafeEqual(digest(sent), expected))) return
    return sendEnvelope(reply, asEnvelope(new Refusal('request.wrongApplication')))
  })
}
