import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { PROGRAM_KEY_HEADER } from '#shared/contract/envelope.ts'
import { Refusal } from '#shared/contract/refusals.ts'
import { asEnvelope } from './errors.ts'
import { sendEnvelope } from './mount.ts'

/** Of equal length whatever was sent, so that the comparison takes the same time for all. */
const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

/**
 * Answers 401 to every call over an unencrypted connection that lacks the program's key, whatever it asks for (`trust.md`
 * section 2): on its loopback port the server inside a program is there for that program alone.
 *
 * Other computers come by the shared port, which is encrypted, and log in there.
 */
export function requireProgramKey(app: FastifyInstance, key: string): void {
  const expected = digest(key)
  app.addHook('onRequest', async ({ raw, headers }, reply) => {
    const isShared = 'encrypted' in raw.socket && raw.socket.encrypted === true
    const sent = headers[PROGRAM_KEY_HEADER]
    if (isShared || (typeof sent === 'string' && timingSafeEqual(digest(sent), expected))) return
    return sendEnvelope(reply, asEnvelope(new Refusal('request.wrongApplication')))
  })
}
