import type { z } from 'zod'
import type { Role } from '../features/account/roles.ts'

/** The files of a multipart call. */
export interface UploadedFile {
  readonly name: string
  readonly bytes: Uint8Array
}

/** Bytes instead of an envelope: a picture, a stored file, the report. */
export interface Binary {
  readonly type: string
  readonly bytes: Uint8Array
  /** The name under which it is to be saved; crosses as Content-Disposition. */
  readonly fileName?: string
  /** How a browser that is sent there treats it; what has a name is saved, unless this says otherwise. */
  readonly disposition?: 'inline' | 'attachment'
}

/** The same in pieces, for what may be too large to be held at once; a piece that fails breaks the answer off. */
export interface BinaryStream extends Pick<Binary, 'type' | 'fileName'> {
  readonly chunks: AsyncIterable<Uint8Array>
}

/** One HTTP endpoint, declared once; the server, the main process and the screens all read it. */
export interface Endpoint {
  readonly method: 'GET' | 'POST'
  /** Below `/api`. */
  readonly path: `/${string}`
  readonly params?: z.ZodType
  readonly query?: z.ZodType
  /** The JSON body, or a multipart call's text fields where `file` is named. */
  readonly body?: z.ZodType
  /** True where the body lists ids or paths: it may have twice as many bytes as others (`trust.md` section 9). */
  readonly takesMany?: true
  /** The multipart field that holds the file, the most bytes that it may have, and the reason for which more are refused. */
  readonly file?: {
    readonly field: string
    readonly maxBytes: number
    readonly tooLarge: 'file.pictureTooLarge' | 'file.tooLarge' | 'reading.tooLarge' | 'workbook.tooLarge'
    /** The most bytes of an accompanying text field, if one may be long. */
    readonly fieldBytes?: number
  }
  /** `stream`: bytes in pieces, which main writes to a file as they come; a page cannot ask for them. */
  readonly response: z.ZodType | 'binary' | 'stream'
  /**
   * Whether the caller must have given the password within the last minutes (`trust.md` section 4), else 445: always, or
   * where the query names a purpose, for which whole personal data leave the program.
   */
  readonly isConfirmed?: true | 'forPurpose'
  /** The lowest role that may call it; `public`: anybody, logged in or not. */
  readonly access: 'public' | Role
  /** True for a call that an account may make which must change its password first. */
  readonly allowsOldPassword?: true
  /** True for a call that is answered while the window is covered. */
  readonly allowsCover?: true
  /** True for a call that is answered while the database is older than when it was last used (`proof.md` section 8). */
  readonly allowsOlder?: true
  /** True if the 30 s time-out of ordinary calls does not hold. */
  readonly isLong?: boolean
  /** Whether it changes something, where its method says otherwise: true for some GETs of the specification, false for a POST that reads. */
  readonly changesData?: boolean
  /** True for a call that changes something and may be made twice without harm. */
  readonly isRepeatable?: true
}
/** What to do about a call that got lost: ask again, send it again, or look first whether it was done. */
export type RetryPolicy = 'ask' | 'send' | 'look'

/** What to do when the answer to a call was lost: what only reads is asked again; a change is repeated only where that does no harm. */
export function retryPolicyOf({
  method,
  changesData = method === 'POST',
  isRepeatable,
}: Pick<Endpoint, 'method' | 'changesData' | 'isRepeatable'>): RetryPolicy {
  if (isRepeatable === true) return 'send'
  return changesData ? 'look' : 'ask'
}
export type Endpoints = Readonly<Record<string, Endpoint>>

type SchemaParts = 'params' | 'query' | 'body'
type Fields<E extends Endpoint> = { [K in keyof E & SchemaParts]: E[K] extends z.ZodType ? z.output<E[K]> : never }
/** The names of all that a caller gives. */
export type InputField<E extends Endpoint> = { [P in keyof Fields<E>]: keyof Fields<E>[P] }[keyof Fields<E>] & string
type File<E extends Endpoint> = E extends { readonly file: object } ? { readonly file: UploadedFile } : unknown

/** What a caller gives and a handler receives: the program's names and units; only the wire between them has others. */
export type Input<E extends Endpoint> = Fields<E> & File<E>
/** What a handler gives and a caller receives. */
export type Answer<E extends Endpoint> = E['response'] extends z.ZodType ? z.output<E['response']> : E['response'] extends 'stream' ? BinaryStream : Binary

/** Exactly one handler per declared endpoint; a missing or a surplus one fails the compile. Where the answer is null, one may give none. */
export type Handlers<S extends Endpoints, Context> = {
  readonly [K in keyof S]: (input: Input<S[K]>, context: Context) => Promise<Answer<S[K]> extends null ? null | void : Answer<S[K]>>
}
