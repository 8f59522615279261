import type { z } from 'zod'
import type { Role } from '../features/account/roles.ts'
import type { IdKind, idKinds } from './ids.ts'
import type { Only } from './refusalPart.ts'

/** The files of a multipart call. */
export interface UploadedFile {
  readonly name: string
  readonly bytes: Uint8Array
}

/** Bytes instead of an envelope: a picture, a stored file, the report. */
export interface Binary {
  readonly type: string
  readonly bytes: Uint8Array
  /** File name to save as; sent as Content-Disposition. */
  readonly fileName?: string
  /** How a browser treats it; named files are saved unless stated otherwise. */
  readonly disposition?: 'inline' | 'attachment'
}

/** The same as a stream, for files that may exceed the memory; a failing chunk aborts the answer. */
export interface BinaryStream extends Pick<Binary, 'type' | 'fileName'> {
  readonly chunks: AsyncIterable<Uint8Array>
}

/** One HTTP endpoint, declared once for the server, the main process and the screens. */
export interface Endpoint {
  readonly method: 'GET' | 'POST'
  /** Below `/api`. */
  readonly path: `/${string}`
  readonly params?: z.ZodType
  readonly query?: z.ZodType
  /** The JSON body, or with `file` a multipart call's text fields. */
  readonly body?: z.ZodType
  /** True if the body lists ids or paths: it may be twice as large as others (`trust.md` section 9). */
  readonly takesMany?: true
  /** Multipart field of the file, its maximum size in bytes, and the refusal for larger ones. */
  readonly file?: {
    readonly field: string
    readonly maxBytes: number
    readonly tooLarge: 'file.pictureTooLarge' | 'file.tooLarge' | 'reading.tooLarge' | 'workbook.tooLarge'
    /** Size limit of an accompanying text field (bytes), if one may be long. */
    readonly fieldBytes?: number
  }
  /** `stream`: bytes in chunks, which main writes to a file as they arrive; not available to pages. */
  readonly response: z.ZodType | 'binary' | 'stream'
  /**
   * Whether the caller must have confirmed the password within the last minutes (`trust.md` section 4), else 445: always, or if
   * the query gives a purpose, for which unmasked personal data leave the program.
   */
  readonly isConfirmed?: true | 'forPurpose'
  /** The lowest role allowed; `public`: anyone, logged in or not. */
  readonly access: 'public' | Role
  /**
   * What the input's `id` or `ids` identify. Without any id, `listed`: the handler restricts the answer to the caller's scope;
   * `own`: independent of estates, or about the caller's own work.
   */
  readonly scope?: IdKind | 'own' | 'listed'
  /** Whether an account that must change its password may make the call. */
  readonly allowsOldPassword?: true
  /** Whether the call is answered while the window is covered. */
  readonly allowsCover?: true
  /** Whether the call is answered while the database is older than when last used (`proof.md` section 8). */
  readonly allowsOlder?: true
  /** Whether the ordinary timeout of 30 s does not apply. */
  readonly isLong?: boolean
  /** Whether the call changes data if the method suggests otherwise: true for some GETs of the specification, false for a POST that only reads. */
  readonly changesData?: boolean
  /** True for a change that may safely be repeated. */
  readonly isRepeatable?: true
}
/** How to handle a lost call: ask again, send again, or first check whether it was done. */
export type RetryPolicy = 'ask' | 'send' | 'look'

/** How to handle a lost answer: reads are repeated; changes only if that is harmless. */
export function retryPolicyOf({
  method,
  changesData = method === 'POST',
  isRepeatable,
}: Pick<Endpoint, 'method' | 'changesData' | 'isRepeatable'>): RetryPolicy {
  if (isRepeatable === true) return 'send'
  return changesData ? 'look' : 'ask'
}
export type Endpoints = Readonly<Record<string, Endpoint>>

/** What an endpoint says besides how it is called, where and by whom. */
type Rest = Omit<Endpoint, 'method' | 'path' | 'access'>
const declared =
  <const M extends Endpoint['method']>(method: M) =>
  <const P extends Endpoint['path'], const A extends Endpoint['access'], const R extends Rest>(path: P, access: A, rest: Only<R, keyof Rest>) =>
    ({ method, path, access, ...(rest as R) }) as const
/** An endpoint called by GET: its path, the lowest role, and the rest of it. */
export const get = declared('GET')
/** An endpoint called by POST, likewise. */
export const post = declared('POST')

type SchemaParts = 'params' | 'query' | 'body'
type Fields<E extends Endpoint> = { [K in keyof E & SchemaParts]: E[K] extends z.ZodType ? z.output<E[K]> : never }
/** Names of all fields given by a caller. */
export type InputField<E extends Endpoint> = { [P in keyof Fields<E>]: keyof Fields<E>[P] }[keyof Fields<E>] & string

/** Ids outside all estates, or looked up within the call's activity. */
type FreeId = 'jobId' | 'sessionId' | 'findingId' | 'findingIds' | 'batchId' | 'topicId' | 'topicIds' | 'optionId'
type IdField<E extends Endpoint> = Exclude<Extract<InputField<E>, 'id' | 'ids' | `${string}Id` | `${string}Ids`>, FreeId>
/** The scope that an endpoint declares: none if all its ids have a kind by their names; never if one has no kind. */
type ScopeOf<Id extends string> = [Id] extends [never]
  ? { readonly scope: 'own' | 'listed' }
  : [Exclude<Id, 'id' | 'ids' | keyof typeof idKinds>] extends [never]
    ? [Extract<Id, 'id' | 'ids'>] extends [never]
      ? Endpoint & { readonly scope?: never }
      : { readonly scope: IdKind }
    : never
/** Endpoints that say of which estate they are; administrators see all estates, anonymous callers none. */
export type Scoped<S extends Endpoints> = { readonly [N in keyof S]: S[N]['access'] extends 'admin' | 'public' ? Endpoint : ScopeOf<IdField<S[N]>> }

type File<E extends Endpoint> = E extends { readonly file: object } ? { readonly file: UploadedFile } : unknown

/** What a caller passes and a handler receives: the program's names and units; only the wire uses others. */
export type Input<E extends Endpoint> = Fields<E> & File<E>
/** What a handler returns and a caller receives. */
export type Answer<E extends Endpoint> = E['response'] extends z.ZodType ? z.output<E['response']> : E['response'] extends 'stream' ? BinaryStream : Binary

/** Exactly one handler per declared endpoint; a missing or a surplus one fails the compile. Where the answer is null, one may give none. */
export type Handlers<S extends Endpoints, Context> = {
  readonly [K in keyof S]: (input: Input<S[K]>, context: Context) => Promise<Answer<S[K]> extends null ? null | void : Answer<S[K]>>
}
