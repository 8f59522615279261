import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Binary, BinaryStream, Endpoint, Endpoints, Handlers, UploadedFile } from '#shared/contract/endpoint.ts'
import { AUTH_ID_HEADER, DESK_HEADER, API_BASE } from '#shared/contract/envelope.ts'
import { Code } from '#shared/contract/codes.ts'
import { answerMask } from '#shared/contract/personal.ts'
import { Refusal } from '#shared/contract/refusals.ts'
import { isAllowed, lowestToFindWhole, lowestToSeeWhole, type Role } from '#shared/features/account/roles.ts'
import { userNameForLog } from '#shared/text/redaction.ts'
import type { ReadDatabase } from '../database/database.ts'
import type { Db } from '../database/schema.ts'
import type { Log } from '../kernel/log.ts'
import { allEstates, type EstateScope } from '../scope/estateScope.ts'
import { namedIds, requireInScope, withoutForeign } from '../scope/scoping.ts'
import type { NumberMatch } from '../search/numberMatch.ts'
import { bodyLimitOf, keepRoom } from './bodies.ts'
import type { BodyRoom } from './bodyRoom.ts'
import { callUnderWay, type Caller } from './context.ts'
import { asEnvelope, badRequest, envelopeOf, refusalOf } from './errors.ts'
import { takeUploadTime } from './receiving.ts'
import { sendBinary, sendEnvelope, sendStream } from './sending.ts'

/** The routes' dependencies on the server. */
export interface MountDeps {
  readonly log: Log
  /** Returns the caller of a session token; throws refusal 443 or 444. */
  readonly authenticate: (
    token: string,
  ) => Promise<Pick<Caller, 'userKey' | 'user' | 'scope' | 'mustChangePassword'> & Readonly<Record<'isConfirmed' | 'isCovered', boolean>>>
  /**
   * Re-checks inside a transaction that the caller still has that role; throws 443, 444 or 403. Returns the estates visible to them now.
   */
  readonly judge: (tx: Db, caller: Caller, lowest: Role) => Promise<EstateScope>
  /** The database for that lookup. */
  readonly read: ReadDatabase
  /** Called for every call with a known caller, before it is answered. */
  readonly onCaller: (caller: Caller) => void
  /** Throws a refusal for a call not from our application, or with another contract. */
  readonly guard: (request: FastifyRequest) => void
  /** Throws a refusal if the database is older than when last used. */
  readonly requireNewest: () => void
  /** Room for bodies being received. */
  readonly bodyRoom: BodyRoom
  /** The client's address. */
  readonly addressOf: (request: FastifyRequest) => string
  /** Whether the call is from the program that started this server. */
  readonly isOwnProgram: (request: FastifyRequest) => boolean
}

type Parts = 'params' | 'query' | 'body'
type AnyHandler = (input: unknown, caller: Caller) => Promise<unknown>

/** Declares every endpoint as a route; only this file deals with the envelope, the access check and validation. */
export function mount<const S extends Endpoints>(app: FastifyInstance, endpoints: S, handlers: Handlers<S, Caller>, deps: MountDeps): void {
  for (const [name, endpoint] of Object.entries<Endpoint>(endpoints)) {
    const mask = typeof endpoint.response === 'string' ? null : answerMask(endpoint.response)
    // Handlers<S> pairs each name with its own input; a loop over all can only use the general form.
    const handle = handlers[name as keyof S] as unknown as AnyHandler
    app.route({
      method: endpoint.method,
      url: API_BASE + endpoint.path,
      bodyLimit: bodyLimitOf(endpoint),
      handler: (request, reply) => answer({ name, endpoint, handle, mask }, request, reply, deps),
    })
  }
  app.setNotFoundHandler((_request, reply) => sendEnvelope(reply, asEnvelope(new Refusal('request.unknownEndpoint'))))
  app.setErrorHandler((error, request, reply) => {
    const envelope = envelopeOf(error, deps.log, request.routeOptions.url ?? '')
    // Fastify closes the connection on an oversized body; a client still sending would then see only that, not the reason.
    if (envelope.code === Code.tooLarge) reply.removeHeader('connection')
    return sendEnvelope(reply, envelope)
  })
  // Before the body is read, so that unauthenticated callers cannot make the server buffer megabytes.
  app.addHook('onRequest', async (request, reply) => {
    deps.guard(request)
    const endpoint = byRoute.get(`${request.method} ${request.routeOptions.url ?? ''}`)
    if (!endpoint) return
    if (endpoint.allowsOlder !== true) deps.requireNewest()
    const caller = await callerOf(request, reply, endpoint, deps)
    callers.set(request, caller)
    keepRoom(request, reply, endpoint, { userKey: caller.userKey, room: deps.bodyRoom })
    deps.onCaller(caller)
  })
  const byRoute = new Map(Object.values<Endpoint>(endpoints).map((endpoint) => [`${endpoint.method} ${API_BASE}${endpoint.path}`, endpoint]))
}

const callers = new WeakMap<FastifyRequest, Caller>()

/** Aborts if the connection closes before the answer is sent. */
function goneSignal({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController()
  raw.once('close', () => {
    if (!raw.writableEnded) gone.abort(new Error('the client is gone'))
  })
  return gone.signal
}

/** Returns the caller if the call is allowed: 443 and 444 take precedence over 403, and that over 445. */
async function callerOf(
  request: FastifyRequest,
  reply: FastifyReply,
  { access, allowsOldPassword, allowsCover, isConfirmed }: Endpoint,
  deps: MountDeps,
): Promise<Caller> {
  const { [DESK_HEADER]: desk, 'user-agent': agent } = request.headers
  const from = {
    address: deps.addressOf(request),
    isOwnProgram: deps.isOwnProgram(request),
    desk: nameIn(desk, MAX_DESK_NAME),
    agent: nameIn(agent, MAX_AGENT),
    signal: goneSignal(reply),
  }
  if (access === 'public')
    return { userKey: 0, user: null, seesMasks: true, numberMatch: 'last', scope: allEstates, token: '', mustChangePassword: false, ...from }
  const sent = request.headers[AUTH_ID_HEADER]
  const token = typeof sent === 'string' ? sent : ''
  const session = await deps.authenticate(token)
  const { userKey, user, scope, mustChangePassword } = session
  if (mustChangePassword && allowsOldPassword !== true) throw new Refusal('account.mustChangePassword')
  if (!isAllowed(user?.roles ?? [], access)) throw new Refusal('account.roleTooLow', { lowest: access })
  const isForPurpose = isConfirmed === 'forPurpose' && namesPurpose(request.query)
  const seesMasks = !isAllowed(user?.roles ?? [], lowestToSeeWhole)
  if (isForPurpose && seesMasks) throw new Refusal('account.roleTooLow', { lowest: lowestToSeeWhole })
  if (session.isCovered && allowsCover !== true) throw new Refusal('account.covered')
  if (!session.isConfirmed && (isConfirmed === true || isForPurpose)) throw new Refusal('account.unconfirmed')
  return { userKey, user, seesMasks, numberMatch: numberMatchOf(user?.roles ?? []), scope, mustChangePassword, token, ...from }
}

const numberMatchOf = (roles: readonly Role[]): NumberMatch =>
  isAllowed(roles, lowestToSeeWhole) ? 'part' : isAllowed(roles, lowestToFindWhole) ? 'whole' : 'last'

/** Whether an unvalidated query has a non-empty purpose. */
function namesPurpose(query: unknown): boolean {
  const { purpose } = Object(query) as { readonly purpose?: unknown }
  return purpose !== undefined && (typeof purpose !== 'string' || purpose.trim() !== '')
}

const MAX_DESK_NAME = 40
const MAX_AGENT = 120

/** Decodes a name from its header: percent-encoded, as names may be Chinese; an invalid one counts as none. */
function nameIn(sent: string | string[] | undefined, longest: number): string {
  try {
    const name = decodeURIComponent(typeof sent === 'string' ? sent : '')
    return name
      .replace(/[\p{Cc}\p{Cf}]/gu, '')
      .trim()
      .slice(0, longest)
      .toWellFormed()
  } catch {
    return ''
  }
}

interface Mounted {
  readonly name: string
  readonly endpoint: Endpoint
  readonly handle: AnyHandler
  /** Masks personal data in the answer; null if it has none. */
  readonly mask: ReturnType<typeof answerMask>
}

async function answer({ name, endpoint, handle, mask }: Mounted, request: FastifyRequest, reply: FastifyReply, deps: MountDeps): Promise<FastifyReply> {
  const { log } = deps
  const start = performance.now()
  const caller = callers.get(request)
  if (!caller) throw new Error(`no caller for ${name}`)
  let code: number = Code.done
  try {
    const input = await inputOf(endpoint, request)
    const { access, scope: declared } = endpoint
    const judge = async (tx: Db): Promise<void> => {
      if (access === 'public') return
      const scope = await deps.judge(tx, caller, access)
      await requireInScope(tx, { userKey: caller.userKey, scope, before: caller.scope }, declared, input)
    }
    const met = await withoutForeign(deps.read, caller, declared, input)
    const value = await callUnderWay.run({ judge, named: () => namedIds(declared, input) }, () => handle(met, caller))
    if (endpoint.response === 'binary') return sendBinary(reply, value as Binary)
    if (endpoint.response === 'stream') return await sendStream(reply, value as BinaryStream, (error) => void envelopeOf(error, log, name))
    const data = z.encode(endpoint.response, value ?? null)
    return sendEnvelope(reply, { code, message: 'success', data: mask && caller.seesMasks ? mask(data) : data })
  } catch (error) {
    const envelope = envelopeOf(error, log, name)
    code = envelope.code
    return sendEnvelope(reply, envelope)
  } finally {
    log.info(
      { endpoint: name, code, ms: Math.round(performance.now() - start), user: caller.user && userNameForLog(caller.user.username), address: caller.address },
      'call',
    )
  }
}

/** The request parsed by the endpoint's schemas: wrong fields of all its parts are reported together. */
async function inputOf(endpoint: Endpoint, request: FastifyRequest): Promise<Record<string, unknown>> {
  const upload = endpoint.file && (await readMultipart(request, endpoint.file))
  const sent: Record<Parts, unknown> = {
    params: request.params,
    query: { ...Object(request.query) },
    body: upload ? upload.fields : request.body === undefined ? {} : request.body,
  }
  if (typeof sent.body !== 'object' || sent.body === null || Array.isArray(sent.body)) throw badRequest()
  const input: Record<string, unknown> = upload ? { file: upload.file } : {}
  const issues: z.core.$ZodIssue[] = []
  for (const part of ['params', 'query', 'body'] as const) {
    const schema = endpoint[part]
    if (!schema) continue
    // Issues for which a schema has no message still get a Chinese one.
    const parsed = schema.safeParse(sent[part], { error: () => '请求格式错误' })
    if (parsed.success) input[part] = parsed.data
    else issues.push(...parsed.error.issues)
  }
  if (issues.length > 0) throw refusalOf(new z.ZodError(issues))
  // PostgreSQL allows no NUL in a text; fields whose schema does not exclude it are refused here.
  if (holdsNul([input['params'], input['query'], input['body']])) throw new Refusal('request.forbiddenCharacter')
  return input
}

function holdsNul(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\u0000')
  return typeof value === 'object' && value !== null && Object.values(value).some(holdsNul)
}

/**
 * Reads a multipart call's text fields and its one file.
 *
 * A file over the endpoint's limit is 413 with the endpoint's message and is not kept; an aborted upload, a second file and
 * a part of another name are refused.
 */
async function readMultipart(request: FastifyRequest, file: NonNullable<Endpoint['file']>): Promise<{ fields: Record<string, string>; file: UploadedFile }> {
  if (!request.isMultipart()) throw badRequest()
  takeUploadTime(request.raw)
  const fields: Record<string, string> = Object.create(null) as Record<string, string>
  let uploaded: UploadedFile | null = null
  for await (const part of partsOf(request, file)) {
    if (part.type === 'field') {
      fields[part.fieldname] = String(part.value)
      continue
    }
    const bytes = await part.toBuffer().catch((error: unknown) => {
      if ((error as { code?: string }).code === 'FST_REQ_FILE_TOO_LARGE') throw new Refusal(file.tooLarge)
      throw new Refusal('request.uploadFailed', null, { cause: error })
    })
    if (part.fieldname !== file.field) throw badRequest()
    if (bytes.length > file.maxBytes) throw new Refusal(file.tooLarge)
    uploaded = { name: part.filename ?? '', bytes }
  }
  if (!uploaded) throw new Refusal('request.noFile', { field: file.field })
  return { fields, file: uploaded }
}

/** Yields the parts one by one, at most one of them a file: for a second one the library only reports that the upload is too large. */
async function* partsOf(request: FastifyRequest, { field, maxBytes, fieldBytes = 10_000 }: NonNullable<Endpoint['file']>) {
  try {
    yield* request.parts({ limits: { fileSize: maxBytes + 1, files: 1, fields: 20, fieldSize: fieldBytes, parts: 21 } })
  } catch (error) {
    if ((error as { code?: string }).code === 'FST_FILES_LIMIT') throw new Refusal('file.tooMany', { field })
    throw error
  }
}
