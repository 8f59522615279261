import { canonical } from './canonical.ts'
import { type Fields, fieldsOf, hashOf, listOf, textOf, textOrNone, wholeOf } from './fields.ts'
import { sha256Of } from './hashing.ts'

export interface Checkpoint {
  readonly kind: string
  /** The number of its journal entry. */
  readonly number: number
  readonly hash: string
  readonly publickey: string
  readonly rosterdigest: string | null
  readonly tallydigest: string | null
  readonly time: string
  /** The signed text. */
  readonly canonical: string
  /** The 核验码: the first 32 hexadecimal characters of the text's SHA-256. */
  readonly code: string
}
export interface SignedCheckpoint {
  readonly checkpoint: Checkpoint
  readonly signature: string
}
export interface ManifestFile {
  readonly path: string
  readonly bytes: number
  readonly sha256: string
}
export interface Manifest {
  readonly activity: { readonly voteactivityid: string; readonly title: string; readonly estate: string }
  readonly edition: string
  readonly checkpoint: Checkpoint
  readonly checkpointsignature: string
  readonly files: readonly ManifestFile[]
  readonly publickey: string
  readonly rosterdigest: string
  readonly tallydigest: string
  /** The text that the file must equal. */
  readonly canonical: string
}

export const readCheckpointLine = (fields: Fields): SignedCheckpoint => ({
  checkpoint: readCheckpoint(fieldsOf(fields['checkpoint'], 'checkpoint')),
  signature: textOf(fields, 'signature'),
})

function readCheckpoint(fields: Fields): Checkpoint {
  const text = canonical(fields)
  return {
    kind: textOf(fields, 'kind'),
    number: wholeOf(fields, 'number'),
    hash: hashOf(fields, 'hash'),
    publickey: hashOf(fields, 'publickey'),
    rosterdigest: textOrNone(fields, 'rosterdigest'),
    tallydigest: textOrNone(fields, 'tallydigest'),
    time: textOf(fields, 'time'),
    canonical: text,
    code: sha256Of(text).slice(0, 32),
  }
}

export function readManifest(fields: Fields): Manifest {
  const activity = fieldsOf(fields['activity'], 'activity')
  return {
    activity: { voteactivityid: textOf(activity, 'voteactivityid'), title: textOf(activity, 'title'), estate: textOf(activity, 'estate') },
    edition: textOf(fields, 'edition'),
    checkpoint: readCheckpoint(fieldsOf(fields['checkpoint'], 'checkpoint')),
    checkpointsignature: textOf(fields, 'checkpointsignature'),
    files: listOf(fields, 'files').map((each) => {
      const file = fieldsOf(each, 'files')
      return { path: textOf(file, 'path'), bytes: wholeOf(file, 'bytes'), sha256: hashOf(file, 'sha256') }
    }),
    publickey: hashOf(fields, 'publickey'),
    rosterdigest: hashOf(fields, 'rosterdigest'),
    tallydigest: hashOf(fields, 'tallydigest'),
    canonical: canonical(fields),
  }
}

/** The 核验码 as printed: groups of four. */
export const inGroups = (code: string): string => code.replace(/(.{4})(?=.)/g, '$1 ')
