import { z } from 'zod'
import { retryPolicyOf, type Endpoint } from '#shared/contract/endpoint.ts'
import { Envelope } from '#shared/contract/envelope.ts'
import { Code, type RefusalCode } from '#shared/contract/codes.ts'
import { Refusal, isReason, type Reason, type RefusedAnswer } from '#shared/contract/refusals.ts'
import { accountEndpoints } from '#shared/features/account/contract.ts'
import { LocalFailure, Unreachable } from '../failures.ts'
import { MAY_BE_DONE } from '../network/problems.ts'
import type { RawAnswer } from '../network/transport.ts'

const refusalCodes = new Set<number>(Object.values(Code).filter((code) => code !== Code.done))

/** Whether an answer is the envelope, by its type: bytes have another. */
export const isEnvelope = ({ contentType }: Pick<RawAnswer, 'contentType'>): boolean => /^application\/json\b/i.test(contentType)

/**
 * Reads an answer by its endpoint's contract: the value in the program's names, or bytes.
 *
 * Throws a {@link Refusal} for every code but 200, {@link Unreachable} where something between answered instead of the
 * server, {@link LocalFailure} where the server speaks another contract than this program.
 */
export function readAnswer(endpoint: Endpoint, { status, contentType, bytes }: RawAnswer): unknown {
  const isJson = isEnvelope({ contentType })
  if (endpoint.response === 'binary' && !isJson && status === 200) return { type: contentType, bytes }
  const envelope = isJson ? readEnvelope(bytes) : null
  if (envelope === null)
    throw new Unreachable(`服务器的回答无法识别（HTTP ${status}），请检查服务器地址和网络代理${retryPolicyOf(endpoint) === 'look' ? `；${MAY_BE_DONE}` : ''}`)
  if (envelope.code !== Code.done) throw new Refusal(refusedAnswer(envelope))
  // A session whose user was deleted ends like one that has expired.
  if (endpoint === accountEndpoints['account.current'] && envelope.data === null) throw new Refusal('account.unknown')
  if (endpoint.response === 'binary' || endpoint.response === 'stream') throw new LocalFailure(OTHER_CONTRACT)
  const decoded = z.safeDecode(endpoint.response, envelope.data)
  if (!decoded.success) throw new LocalFailure(OTHER_CONTRACT, { cause: wrongFields(decoded.error) })
  return decoded.data
}

const OTHER_CONTRACT = '服务器返回的内容与本程序不一致，两者的版本可能不同，请升级后再试'

function readEnvelope(bytes: Uint8Array): Envelope | null {
  try {
    return Envelope.parse(JSON.parse(new TextDecoder().decode(bytes)))
  } catch {
    return null
  }
}

const reasonsByCode: { readonly [C in RefusalCode]?: Reason } = {
  [Code.notLoggedIn]: 'account.notLoggedIn',
  [Code.loggedOut]: 'account.loggedOut',
  [Code.unconfirmed]: 'account.unconfirmed',
}

/** The refusal in an envelope. A server that gives no reason still gives a code, from which the reasons follow that the program acts on. */
function refusedAnswer({ code: sent, reason, message, data }: Envelope): RefusedAnswer {
  const code = refusalCode(sent)
  return { reason: isReason(reason) ? reason : (reasonsByCode[code] ?? null), code, message, data }
}

/** A code that the contract does not have counts as an error of the server (500). */
function refusalCode(code: number): RefusalCode {
  // the set holds exactly the refusal codes
  return refusalCodes.has(code) ? (code as RefusalCode) : Code.failed
}

/** For the log: the fields that differ, never their values. */
function wrongFields(error: z.ZodError): string {
  return error.issues
    .slice(0, 10)
    .map(({ path, code }) => `${path.join('.')}: ${code}`)
    .join('; ')
}
