import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from '#shared/contract/endpoint.ts'
import { Refusal } from '#shared/contract/refusals.ts'
import type { BodyRoom } from './bodyRoom.ts'

const MEBIBYTE = 1024 * 1024

/** Size limit of a JSON body (`trust.md` section 9): unauthenticated callers cannot make the server buffer megabytes. */
export function bodyLimitOf({ access, takesMany }: Pick<Endpoint, 'access' | 'takesMany'>): number {
  if (access === 'public') return 64 * 1024
  return takesMany ? 2 * MEBIBYTE : MEBIBYTE
}

/**
 * Reserves room for a body until it is complete or the call ends: its declared length, or else its limit.
 *
 * @throws Refusal `request.tooMuchAtOnce` (429) before any of it is read
 */
export function keepRoom(
  { headers, raw }: Pick<FastifyRequest, 'headers'> & { readonly raw: Pick<FastifyRequest['raw'], 'once'> },
  reply: { readonly raw: Pick<FastifyReply['raw'], 'once' | 'destroyed'> },
  endpoint: Pick<Endpoint, 'access' | 'takesMany' | 'file'>,
  { userKey, room }: { readonly userKey: number; readonly room: BodyRoom },
): void {
  const isPieced = headers['transfer-encoding'] !== undefined
  if (!isPieced && headers['content-length'] === undefined) return
  const longest = endpoint.file ? endpoint.file.maxBytes + MEBIBYTE : bodyLimitOf(endpoint)
  const giveBack = room.take(userKey, isPieced ? longest : Math.min(longest, Number(headers['content-length'])))
  if (!giveBack) throw new Refusal('request.tooMuchAtOnce')
  // The client may have gone during authentication.
  if (reply.raw.destroyed) return giveBack()
  raw.once('end', giveBack)
  reply.raw.once('close', giveBack)
}
