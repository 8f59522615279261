import { Agent as HttpAgent } from 'node:http'
import type { Agent as HttpsAgent } from 'node:https'
import { type AxiosInstance, create as createHttp } from 'axios'
import FormData from 'form-data'
import type { Endpoint, RetryPolicy, UploadedFile } from '#shared/contract/endpoint.ts'
import { Health } from '#shared/features/system/contract.ts'
import { isReason, sentenceFor, type Reason } from '#shared/contract/refusals.ts'
import { Envelope, APP_ID, APP_ID_HEADER, CONTRACT, CONTRACT_HEADER, DESK_HEADER, API_BASE } from '#shared/contract/envelope.ts'
import { Code } from '#shared/contract/codes.ts'
import { errorCode, Unreachable } from '../failures.ts'
import { networkProblem, networkSentence } from './problems.ts'

/** A call ready to send, except for the server's address and headers. */
export interface OutgoingCall {
  readonly method: Endpoint['method']
  /** `/api/…` with its query. */
  readonly path: string
  /** What to do if no answer comes; default `look`. */
  readonly retryPolicy?: RetryPolicy
  readonly json?: string
  readonly form?: { readonly fields: Readonly<Record<string, string>>; readonly fileField: string; readonly file: UploadedFile }
}

/** Why a server is not healthy. */
export interface HealthProblem {
  /** The server's own reason; null if it gives none known to this program, or did not answer. */
  readonly reason: Reason | null
  /** In a few words, for the connection state. */
  readonly sentence: string
}

/** Calls `GET /api/health` at an address, with the required headers; null if healthy. */
export type CheckHealth = (address: string, headers?: Readonly<Record<string, string>>) => Promise<HealthProblem | null>

/** An answer with any status. */
export interface RawAnswer {
  readonly status: number
  readonly contentType: string
  readonly bytes: Uint8Array
}

/** An answer whose bytes are still arriving. */
export interface RawStream extends Omit<RawAnswer, 'bytes'> {
  readonly chunks: AsyncIterable<Uint8Array>
}

/** HTTP to a server, as bytes. `calls.ts` interprets the answers. */
export interface Transport {
  /** Throws {@link Unreachable} if no answer came. `timeoutMs` 0 means no timeout. */
  readonly send: (address: string, call: OutgoingCall, headers: Readonly<Record<string, string>>, timeoutMs: number) => Promise<RawAnswer>
  /**
   * The same for an answer that may exceed the memory. If it breaks off, its chunks throw {@link Unreachable}. Leaving the
   * iteration early ends the call, as does the signal.
   */
  readonly open: (address: string, call: OutgoingCall, headers: Readonly<Record<string, string>>, signal?: AbortSignal) => Promise<RawStream>
  /** Reads the server's health: the problem, or null. */
  readonly checkHealth: CheckHealth
  /** Closes kept-alive connections, when the program ends. */
  readonly close: () => void
}

const HEALTH_TIMEOUT_MS = 3_000
/** Above the largest report; a larger answer is not from our server. */
const MAX_ANSWER_BYTES = 128 * 1024 * 1024

/**
 * The program's only HTTP client. It connects directly: an office proxy would intercept calls to 127.0.0.1.
 *
 * @param httpsAgent connects only to servers with a trusted certificate (`network/trust.ts`)
 * @param deskName this computer's name, sent with every call and stored with what is entered here
 * @param version this program's, for the message about a server of another contract
 */
export function createTransport(httpsAgent: HttpsAgent, deskName = '', version?: string): Transport {
  const agents = { httpAgent: new HttpAgent({ keepAlive: true }), httpsAgent }
  const http = createHttp({
    ...agents,
    proxy: false,
    maxRedirects: 0,
    maxContentLength: MAX_ANSWER_BYTES,
    maxBodyLength: Infinity,
    responseType: 'arraybuffer',
    transformResponse: (data: unknown) => data,
    // the outcome is in the envelope, not the status
    validateStatus: () => true,
    headers: { [APP_ID_HEADER]: APP_ID, [CONTRACT_HEADER]: String(CONTRACT), [DESK_HEADER]: encodeURIComponent(deskName.toWellFormed()) },
  })
  return {
    send: async (address, call, headers, timeoutMs) => {
      try {
        return await request(http, `${address}${call.path}`, call, headers, timeoutMs)
      } catch (error) {
        // never the error itself: it carries the whole call, with the session's id and the user's input
        throw new Unreachable(networkSentence(error, call.retryPolicy), { cause: errorCode(error) || 'unknown' })
      }
    },
    open: async (address, call, headers, signal) => {
      const unreachable = (error: unknown) => new Unreachable(networkSentence(error, call.retryPolicy), { cause: errorCode(error) || 'unknown' })
      const ending = new AbortController()
      try {
        const answer = await http.request<AsyncIterable<Uint8Array>>({
          method: call.method,
          url: `${address}${call.path}`,
          headers: { ...headers },
          responseType: 'stream',
          maxContentLength: Infinity,
          signal: signal === undefined ? ending.signal : AbortSignal.any([ending.signal, signal]),
        })
        return {
          status: answer.status,
          contentType: String(answer.headers['content-type'] ?? ''),
          chunks: piecesOf(answer.data, unreachable, () => ending.abort()),
        }
      } catch (error) {
        throw unreachable(error)
      }
    },
    checkHealth: async (address, headers = {}) => {
      try {
        const path = `${API_BASE}/health`
        const answer = await request(http, `${address}${path}`, { method: 'GET', path }, headers, HEALTH_TIMEOUT_MS)
        return healthProblem(answer, version)
      } catch (error) {
        return { reason: null, sentence: networkProblem(error) }
      }
    },
    close: () => {
      agents.httpAgent.destroy()
      agents.httpsAgent.destroy()
    },
  }
}

/** The chunks of an answer; calls `end` if the iteration is left early. */
async function* piecesOf(chunks: AsyncIterable<Uint8Array>, unreachable: (error: unknown) => Unreachable, end: () => void): AsyncGenerator<Uint8Array> {
  const iterator = chunks[Symbol.asyncIterator]()
  let isEnded = false
  try {
    for (;;) {
      const next = await iterator.next().catch((error: unknown) => {
        throw unreachable(error)
      })
      if (next.done === true) break
      yield next.value
    }
    isEnded = true
  } finally {
    if (!isEnded) end()
  }
}

async function request(
  http: AxiosInstance,
  url: string,
  { method, json, form }: OutgoingCall,
  headers: Readonly<Record<string, string>>,
  timeoutMs: number,
): Promise<RawAnswer> {
  const multipart = form === undefined ? null : multipartOf(form)
  const {
    status,
    headers: answered,
    data,
  } = await http.request<Buffer>({
    method,
    url,
    // for the whole answer: axios's own timeout restarts with every byte
    ...(timeoutMs > 0 ? { signal: AbortSignal.timeout(timeoutMs) } : {}),
    data: multipart ?? json,
    headers: { ...headers, ...(multipart?.getHeaders() ?? (json === undefined ? {} : { 'content-type': 'application/json' })) },
  })
  // a copy: a Buffer may be a view of a pool, which would be sent to the page with it
  return { status, contentType: String(answered['content-type'] ?? ''), bytes: new Uint8Array(data) }
}

/** Text fields precede the file, so that the server has them when the bytes arrive. */
function multipartOf({ fields, fileField, file }: NonNullable<OutgoingCall['form']>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append(fileField, Buffer.from(file.bytes.buffer, file.bytes.byteOffset, file.bytes.byteLength), {
    filename: headerSafe(file.name),
    contentType: 'application/octet-stream',
  })
  return form
}

/** A file name safe for a multipart header: no line break, no quotation mark. */
function headerSafe(name: string): string {
  return name.replace(/[\p{Cc}"\\]/gu, '_').slice(0, 300) || 'file'
}

/** Null if our server reports healthy with this program's contract; otherwise the problem. */
function healthProblem({ bytes }: RawAnswer, version: string | undefined): HealthProblem | null {
  try {
    const { code, reason, message, data } = Envelope.parse(JSON.parse(new TextDecoder().decode(bytes)))
    if (code === Code.failed && message !== '') return { reason: isReason(reason) ? reason : null, sentence: message }
    const other = Contracted.safeParse(data)
    if (other.success && other.data.contract !== CONTRACT) {
      const reason = 'request.otherContract'
      return { reason, sentence: sentenceFor(reason, { server: other.data, program: { version, contract: CONTRACT } }) }
    }
    return Health.safeParse(data).success ? null : NOT_OURS
  } catch {
    return NOT_OURS
  }
}
/** Parsed first from a server's health: with another contract, the rest may differ. */
const Contracted = Health.pick({ version: true, contract: true }).required()

const NOT_OURS: HealthProblem = { reason: null, sentence: '该地址不是社区投票平台的服务器' }
