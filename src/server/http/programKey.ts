import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { PROGRAM_KEY_HEADER } from '#shared/contract/envelope.ts'
import { Refusal } from '#shared/contract/refusals.ts'
import { asEnvelope } from './errors.ts'
import { sendEnvelope } from './sending.ts'

/** Of equal length whatever was sent, so that the comparison takes the same time for all. */
const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Whether a call came by the shared port, which is encrypted. */
export const isShared = ({ raw: { socket } }: Pick<FastifyRequest, 'raw'>): boolean => 'encrypted' in socket && socket.encrypted === true

/**
 * Answers 401 to every call over an unencrypted connection that lacks the program's key, whatever it asks for (`trust.md`
 * section 2): on its loopback port the server inside a program is there for that program alone.
 *
 * Other computers come by the shared port, which is encrypted, and log in there.
 */
export function requireProgramKey(app: FastifyInstance, key: string): void {
  const expected = digest(key)
  app.addHook('onRequest', async (request, reply) => {
    const sent = request.headers[PROGRAM_KEY_HEADER]
    if (isShared(request) || (typeof sent === 'string' && timingSafeEqual(digest(sent), expected))) return
    return sendEnvelope(reply, asEnvelope(new Refusal('request.wrongApplication')))
  })
}
