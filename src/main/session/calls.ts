import { type Endpoint, retryPolicyOf } from '#shared/contract/endpoint.ts'
import { AUTH_ID_HEADER, Envelope } from '#shared/contract/envelope.ts'
import { endpointOf, type EndpointName } from '#shared/contract/index.ts'
import { Refusal, isReason, type Reason, type RefusedAnswer } from '#shared/contract/refusals.ts'
import { LocalFailure, Unreachable } from '../failures.ts'
import type { Log } from '../log.ts'
import type { ServerHost } from '../server-host/host.ts'
import type { Confirmation } from './confirmation.ts'
import type { Cover } from './cover.ts'
import { encodeCall } from './request.ts'
import type { Token } from './token.ts'
import type { OutgoingCall, Transport, RawAnswer } from '../network/transport.ts'
import { z } from 'zod'
import { Code, type RefusalCode } from '#shared/contract/codes.ts'
import { accountEndpoints } from '#shared/features/account/contract.ts'
import { MAY_BE_DONE } from '../network/problems.ts'

const TIMEOUT_MS = 30_000
const NO_FILE = '服务器没有返回文件，请重试'

/** What calls need from the surrounding session. */
export interface CallsOptions {
  readonly host: Pick<ServerHost, 'address' | 'headers' | 'recheck'>
  readonly transport: Pick<Transport, 'send' | 'open'>
  readonly token: Token
  readonly confirmation: Pick<Confirmation, 'ask'>
  readonly cover: Pick<Cover, 'check' | 'notice' | 'uncoverCount'>
  readonly log: Pick<Log, 'info' | 'warn'>
}

/** The calls to the server with the session's token, and the pending ones. */
export function createCalls({ host, transport, token, confirmation, cover, log }: CallsOptions) {
  const underWay = new Set<{ readonly name: EndpointName }>()

  /** Encodes a call and passes it to `ask`; an error is logged, and may end or cover the session. */
  const sendCall = async <T>(
    name: EndpointName,
    input: unknown,
    ask: (endpoint: Endpoint, address: string, call: OutgoingCall, headers: Readonly<Record<string, string>>) => Promise<T>,
    ending?: string,
  ): Promise<T> => {
    const endpoint = endpointOf(name)
    const outgoing = encodeCall(endpoint, input)
    await token.restored()
    cover.check(endpoint)
    const countAtStart = cover.uncoverCount()
    const address = await host.address()
    const { token: current, generation: sentUnder } = token.now()
    const authId = ending ?? current
    const headers = { ...host.headers(), ...(authId === null || endpoint.access === 'public' ? {} : { [AUTH_ID_HEADER]: authId }) }
    const begun = performance.now()
    try {
      return await ask(endpoint, address, outgoing, headers)
    } catch (error) {
      if (error instanceof Unreachable) host.recheck()
      const ms = Math.round(performance.now() - begun)
      if (error instanceof Refusal) log.info({ call: name, ms, code: error.code, reason: error.reason }, 'refused')
      else log.warn({ call: name, ms, cause: causeOf(error) }, 'call failed')
      token.noticeEnd(error, sentUnder)
      if (sentUnder === token.now().generation) cover.notice(error, countAtStart)
      throw error
    }
  }
  /** The same, listed in `underWay` meanwhile. */
  const sendCounted = async <T>(...call: Parameters<typeof sendCall<T>>): Promise<T> => {
    const entry = { name: call[0] }
    underWay.add(entry)
    try {
      return await sendCall(...call)
    } finally {
      underWay.delete(entry)
    }
  }
  /** The same, repeated if the server requires the password (445) and the user gives it. */
  const sendConfirmed = async <T>(...call: Parameters<typeof sendCounted<T>>): Promise<T> => {
    try {
      return await sendCounted(...call)
    } catch (error) {
      const isUnconfirmed = error instanceof Refusal && error.reason === 'account.unconfirmed'
      if (!isUnconfirmed || !(await confirmation.ask())) throw error
      return sendCounted(...call)
    }
  }
  /** Sends a call by name; `ending` is the token of a session already ended here. */
  const send = (name: EndpointName, input: unknown, ending?: string): Promise<unknown> =>
    sendConfirmed(
      name,
      input,
      async (endpoint, address, call, headers) => readAnswer(endpoint, await transport.send(address, call, headers, endpoint.isLong === true ? 0 : TIMEOUT_MS)),
      ending,
    )
  return {
    send,
    /**
     * The same for an answer that may exceed the memory: `save` gets its bytes as they arrive.
     * @throws LocalFailure if the server's answer is not a file; what `save` throws
     */
    download: (name: EndpointName, input: unknown, save: (chunks: AsyncIterable<Uint8Array>) => Promise<void>, signal?: AbortSignal): Promise<void> =>
      sendConfirmed(name, input, async (endpoint, address, call, headers) => {
        const { chunks, ...raw } = await transport.open(address, call, headers, signal)
        if (raw.status === 200 && !isEnvelope(raw)) return save(raw.contentType.startsWith(ZIP) ? wholeZip(chunks) : chunks)
        // A refusal is small, and is thrown.
        readAnswer(endpoint, { ...raw, bytes: await bytesOf(chunks) })
        throw new LocalFailure(NO_FILE)
      }),
    /** The pending calls, by name; not those waiting for the password: the program may be closed meanwhile. */
    underWay: () => [...underWay].map(({ name }) => name),
  }
}

/** The system's error code or the contract's difference, for the log. */
function causeOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined
  return typeof cause === 'string' ? cause : String(error)
}

async function bytesOf(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const pieces: Uint8Array[] = []
  for await (const piece of chunks) pieces.push(piece)
  return Buffer.concat(pieces)
}

/** The content type of a zip. */
const ZIP = 'application/zip'

/** The record at the end of a zip without a comment (APPNOTE.TXT 4.3.16), and its signature. */
const END_LENGTH = 22
const END_SIGNATURE = 0x06054b50
/** A field with this value is in the ZIP64 record, which is not checked here. */
const IN_ZIP64_RECORD = 0xffffffff

/**
 * Yields a zip's bytes, and throws at the end if the zip is truncated: a server or proxy may end an incomplete answer as if
 * complete.
 *
 * @throws LocalFailure
 */
async function* wholeZip(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let last: Uint8Array = new Uint8Array()
  let length = 0
  for await (const chunk of chunks) {
    length += chunk.length
    last = chunk.length >= END_LENGTH ? chunk.slice(-END_LENGTH) : Buffer.concat([last, chunk]).subarray(-END_LENGTH)
    yield chunk
  }
  if (!isEndOf(length, last)) throw new LocalFailure('文件没有传完，没有保存，请重试')
}

/** Whether the last bytes are the end record of a zip of that length, directly after its directory. */
function isEndOf(length: number, last: Uint8Array): boolean {
  if (last.length < END_LENGTH) return false
  const view = new DataView(last.buffer, last.byteOffset, last.byteLength)
  if (view.getUint32(0, true) !== END_SIGNATURE || view.getUint16(20, true) !== 0) return false
  const [directoryLength, directoryStart] = [view.getUint32(12, true), view.getUint32(16, true)]
  return directoryStart === IN_ZIP64_RECORD || directoryLength === IN_ZIP64_RECORD || directoryStart + directoryLength + END_LENGTH === length
}

const refusalCodes = new Set<number>(Object.values(Code).filter((code) => code !== Code.done))

/** Whether an answer is the envelope, by content type; bytes have another. */
const isEnvelope = ({ contentType }: Pick<RawAnswer, 'contentType'>): boolean => /^application\/json\b/i.test(contentType)

/**
 * Parses an answer by its endpoint's contract: the value in the program's names, or bytes.
 *
 * Throws a {@link Refusal} for every code but 200, {@link Unreachable} if an intermediary answered instead of the server,
 * {@link LocalFailure} if the server speaks another contract.
 */
function readAnswer(endpoint: Endpoint, { status, contentType, bytes }: RawAnswer): unknown {
  const isJson = isEnvelope({ contentType })
  if (endpoint.response === 'binary' && !isJson && status === 200) return { type: contentType, bytes }
  const envelope = isJson ? readEnvelope(bytes) : null
  if (envelope === null)
    throw new Unreachable(`服务器的回答无法识别（HTTP ${status}），请检查服务器地址和网络代理${retryPolicyOf(endpoint) === 'look' ? `；${MAY_BE_DONE}` : ''}`)
  if (envelope.code !== Code.done) throw new Refusal(refusedAnswer(envelope))
  // A deleted user's session ends like an expired one.
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

/** The refusal in an envelope. If the server gives no reason, those that the program acts on are derived from the code. */
function refusedAnswer({ code: sent, reason, message, data }: Envelope): RefusedAnswer {
  const code = refusalCode(sent)
  return { reason: isReason(reason) ? reason : (reasonsByCode[code] ?? null), code, message, data }
}

/** Unknown codes count as a server error (500). */
function refusalCode(code: number): RefusalCode {
  // the set holds exactly the refusal codes
  return refusalCodes.has(code) ? (code as RefusalCode) : Code.failed
}

/** The differing fields for the log, never their values. */
function wrongFields(error: z.ZodError): string {
  return error.issues
    .slice(0, 10)
    .map(({ path, code }) => `${path.join('.')}: ${code}`)
    .join('; ')
}
