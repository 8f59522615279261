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

/** A call ready to send, but for the server's address and the headers. */
export interface OutgoingCall {
  readonly method: Endpoint['method']
  /** `/api/…` with its query. */
  readonly path: string
  /** What to do where no answer comes; `look` where it is not given. */
  readonly retryPolicy?: RetryPolicy
  readonly json?: string
  readonly form?: { readonly fields: Readonly<Record<string, string>>; readonly fileField: string; readonly file: UploadedFile }
}

/** Why a server is not healthy. */
export interface HealthProblem {
  /** The reason that the server itself gives; null if it gives none that this program knows, or did not answer. */
  readonly reason: Reason | null
  /** In a few words, for the state of the connection. */
  readonly sentence: string
}

/** Asks `GET /api/health` of an address, with the headers that it wants; null if it is healthy. */
export type CheckHealth = (address: string, headers?: Readonly<Record<string, string>>) => Promise<HealthProblem | null>

/** An answer of any status. */
export interface RawAnswer {
  readonly status: number
  readonly contentType: string
  readonly bytes: Uint8Array
}

/** An answer whose bytes are still arriving. */
export interface RawStream extends Omit<RawAnswer, 'bytes'> {
  readonly chunks: AsyncIterable<Uint8Array>
}

/** HTTP to a server: bytes there and back. What an answer means is `calls.ts`'s. */
export interface Transport {
  /** Throws {@link Unreachable} if no answer came. `timeoutMs` 0 waits forever. */
  readonly send: (address: string, call: OutgoingCall, headers: Readonly<Record<string, string>>, timeoutMs: number) => Promise<RawAnswer>
  /**
   * The same for an answer that may be larger than the memory. Where it breaks off, its chunks throw {@link Unreachable}. Returning
   * from the iteration early ends the call, and so does the signal.
   */
  readonly open: (address: string, call: OutgoingCall, headers: Readonly<Record<string, string>>, signal?: AbortSignal) => Promise<RawStream>
  /** Reads the server's health: the problem, or null. */
  readonly checkHealth: CheckHealth
  /** Ends the connections that are kept open; for the end of the program. */
  readonly close: () => void
}

const HEALTH_TIMEOUT_MS = 3_000
/** More than the largest report; an answer beyond it is no answer of ours. */
const MAX_ANSWER_BYTES = 128 * 1024 * 1024

/**
 * The program's only HTTP client. It connects directly: a proxy of the office would intercept calls to 127.0.0.1.
 *
 * @param httpsAgent connects only to servers whose certificate is trusted (`network/trust.ts`)
 * @param deskName this computer's name, a header of every call, stored with what is entered here
 * @param version this program's, for what is said of a server of another contract
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
    // the envelope has the outcome, not the status
    validateStatus: () => true,
    headers: { [APP_ID_HEADER]: APP_ID, [CONTRACT_HEADER]: String(CONTRACT), [DESK_HEADER]: encodeURIComponent(deskName.toWellFormed()) },
  })
  return {
    send: async (address, call, headers, timeoutMs) => {
      try {
        return await request(http, `${address}${call.path}`, call, headers, timeoutMs)
      } catch (error) {
        // never the error itself: it carries the whole call, with the session's id and what the user typed
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

/** The chunks of an answer; `end` is called where the iteration is left early. */
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
    // over all of it: axios's own timeout starts over with every byte
    ...(timeoutMs > 0 ? { signal: AbortSignal.timeout(timeoutMs) } : {}),
    data: multipart ?? json,
    headers: { ...headers, ...(multipart?.getHeaders() ?? (json === undefined ? {} : { 'content-type': 'application/json' })) },
  })
  // a copy: a Buffer may be a window on a pool that would cross to the page with it
  return { status, contentType: String(answered['content-type'] ?? ''), bytes: new Uint8Array(data) }
}

/** The text fields go before the file, so that the server has them when the bytes arrive. */
function multipartOf({ fields, fileField, file }: NonNullable<OutgoingCall['form']>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append(fileField, Buffer.from(file.bytes.buffer, file.bytes.byteOffset, file.bytes.byteLength), {
    filename: headerSafe(file.name),
    contentType: 'application/octet-stream',
  })
  return form
}

/** A file name as it may be in a multipart header: no line break, no quotation mark. */
function headerSafe(name: string): string {
  return name.replace(/[\p{Cc}"\\]/gu, '_').slice(0, 300) || 'file'
}

/** Null if our server answers that it is healthy, and has this program's contract; the sentence where not. */
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
/** What is read first of a server's health: of another contract, the rest may be otherwise. */
const Contracted = Health.pick({ version: true, contract: true }).required()

const NOT_OURS: HealthProblem = { reason: null, sentence: '该地址不是社区投票平台的服务器' }
