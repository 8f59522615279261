import { z } from 'zod'
import { retryPolicyOf, type Endpoint, type UploadedFile } from '#shared/contract/endpoint.ts'
import { API_BASE, type FieldError } from '#shared/contract/envelope.ts'
import { Refusal, sentenceFor } from '#shared/contract/refusals.ts'
import type { OutgoingCall } from '../network/transport.ts'

const BAD_REQUEST = sentenceFor('request.malformed')
const GivenFile = z.object({ name: z.string().max(1_000), bytes: z.instanceof(Uint8Array) })
const GivenInput = z.object({ params: z.unknown(), query: z.unknown(), body: z.unknown(), file: z.unknown() }).partial()

/**
 * Encodes a screen's input into the wire format by the contract's codecs.
 *
 * Throws a {@link Refusal} as the server would: 400 with the first wrong field's message and all of them as data, 413 for a
 * file that is too large, before anything is sent.
 */
export function encodeCall(endpoint: Endpoint, input: unknown): OutgoingCall {
  const given = GivenInput.safeParse(input ?? {})
  if (!given.success) throw new Refusal('request.malformed')
  const { params, query, body, file } = given.data
  const path = `${API_BASE}${fillPath(endpoint.path, encodePart(endpoint.params, params))}${queryString(encodePart(endpoint.query, query))}`
  const fields = encodePart(endpoint.body, body)
  const call = { method: endpoint.method, path, retryPolicy: retryPolicyOf(endpoint) }
  if (endpoint.file !== undefined) {
    return { ...call, form: { fields: textFields(fields), fileField: endpoint.file.field, file: checkFile(endpoint.file, file) } }
  }
  return endpoint.body === undefined ? call : { ...call, json: JSON.stringify(fields) }
}

function encodePart(schema: z.ZodType | undefined, value: unknown): unknown {
  if (schema === undefined) return undefined
  const encoded = encodeSafely(schema, value)
  if (encoded.success) return encoded.data
  const errors = fieldErrors(encoded.error)
  throw new Refusal('request.invalid', { errors })
}

/** A codec may throw anything for a value of a wrong type; it becomes one more invalid value. */
function encodeSafely(schema: z.ZodType, value: unknown): z.ZodSafeParseResult<unknown> {
  try {
    return z.safeEncode(schema, value)
  } catch (error) {
    return { success: false, error: new z.ZodError([{ code: 'custom', path: [], message: BAD_REQUEST, input: value, params: { cause: String(error) } }]) }
  }
}

/** The first message of each field; never the library's English. */
function fieldErrors(error: z.ZodError): FieldError[] {
  const errors = new Map<string, string>()
  for (const { path, message } of error.issues) {
    const field = path.join('.')
    if (!errors.has(field)) errors.set(field, /\p{Script=Han}/u.test(message) ? message : BAD_REQUEST)
  }
  return [...errors].map(([field, message]) => ({ field, message }))
}

function checkFile({ field, maxBytes, tooLarge }: NonNullable<Endpoint['file']>, given: unknown): UploadedFile {
  const file = GivenFile.safeParse(given)
  if (!file.success) throw new Refusal('request.noFile', { field })
  if (file.data.bytes.length === 0) throw new Refusal('file.empty')
  if (file.data.bytes.length > maxBytes) throw new Refusal(tooLarge)
  return file.data
}

function fillPath(path: string, params: unknown): string {
  const values = textFields(params)
  return path.replace(/:(\w+)/g, (_whole, name: string) => encodeURIComponent(values[name] ?? ''))
}

function queryString(query: unknown): string {
  const text = new URLSearchParams(textFields(query)).toString()
  return text === '' ? '' : `?${text}`
}

/** Text fields of a request: numbers as digits, missing ones omitted. */
function textFields(value: unknown): Record<string, string> {
  if (typeof value !== 'object' || value === null) return {}
  const fields = Object.entries(value).filter(([, field]) => field !== undefined && field !== null)
  return Object.fromEntries(fields.map(([name, field]) => [name, String(field)]))
}
