import { createHash } from 'node:crypto'
import { z } from 'zod'
import { formatTime } from '#shared/time/chinaTime.ts'
import { codeInGroups, type CheckpointKind } from '#shared/features/journal/checkpoint.ts'
import type { SigningKey } from '../../kernel/signingKey.ts'
import { canonical } from './canonical.ts'
import type { Link } from './chain.ts'
import type { JournalTables } from './tables.ts'

/** An activity's digests in force (`proof-layout.md` section 2): 64 hexadecimal characters. */
export interface Digests {
  /** From 开启投票 on. */
  readonly rosterDigest?: string | undefined
  /** From 开启唱票 on. */
  readonly tallyDigest?: string | undefined
}

/** An unsigned checkpoint. */
export interface CheckpointFacts extends Digests {
  readonly kind: CheckpointKind
  /** Its entry. */
  readonly link: Link
  /** Epoch ms. */
  readonly at: number
  /** The public id; `''` for none. */
  readonly activityId: string
}

/** The signed content, with the layout's names. */
export interface CheckpointContent {
  readonly hash: string
  readonly kind: CheckpointKind
  readonly number: number
  readonly publickey: string
  readonly rosterdigest?: string
  readonly tallydigest?: string
  /** `YYYY-MM-DD HH:mm:ss` (China). */
  readonly time: string
  readonly voteactivityid?: string
}

const DigestsSigned = z.object({ rosterdigest: z.string().exactOptional(), tallydigest: z.string().exactOptional() })

/** A signed checkpoint before it is stored and numbered. */
export type SignedCheckpoint = Omit<JournalTables['checkpoint'], 'id'>

/** Creates a checkpoint by signing its canonical text (`proof-layout.md` section 5). */
export function signCheckpoint(key: SigningKey, { kind, link, at, activityId, rosterDigest, tallyDigest }: CheckpointFacts): SignedCheckpoint {
  const content = canonical({
    hash: link.hash,
    kind,
    number: link.number,
    publickey: key.publicKey,
    ...(rosterDigest === undefined ? {} : { rosterdigest: rosterDigest }),
    ...(tallyDigest === undefined ? {} : { tallydigest: tallyDigest }),
    time: formatTime(at),
    ...(activityId === '' ? {} : { voteactivityid: activityId }),
  } satisfies CheckpointContent)
  return {
    kind,
    number: link.number,
    hash: link.hash,
    made_at: at,
    activity_id: activityId,
    public_key: key.publicKey,
    content,
    signature: key.sign(content),
  }
}

/**
 * A stored checkpoint's content: its columns, plus the digests, which are only in its text.
 *
 * Anybody with access to the database can write anything there; the signature check detects it, and no other code may fail on it.
 */
export function checkpointOf(row: SignedCheckpoint): CheckpointContent {
  const { rosterdigest, tallydigest } = digestsIn(row.content)
  return {
    hash: row.hash,
    kind: row.kind,
    number: row.number,
    publickey: row.public_key,
    ...(rosterdigest === undefined ? {} : { rosterdigest }),
    ...(tallydigest === undefined ? {} : { tallydigest }),
    time: formatTime(row.made_at),
    ...(row.activity_id === '' ? {} : { voteactivityid: row.activity_id }),
  }
}

/** The digests in a checkpoint's text; empty for an invalid text. */
export function digestsIn(text: string): Pick<CheckpointContent, 'rosterdigest' | 'tallydigest'> {
  try {
    return DigestsSigned.parse(JSON.parse(text))
  } catch {
    return {}
  }
}

/** The 核验码 of a checkpoint's canonical text, without blanks. */
export const plainCodeOf = (content: string): string => createHash('sha256').update(content).digest('hex').slice(0, 32)
/** The same as printed: in groups of four. */
export const codeOf = (content: string): string => codeInGroups(plainCodeOf(content))
