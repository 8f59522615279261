import { canonical } from '../journal/canonical.ts'
import type { Signed } from '../journal/bundled.ts'
import type { SigningKey } from '../../kernel/signingKey.ts'

/** The role of a file in the bundle. */
export type Role = 'rules' | 'data' | 'image' | 'report' | 'readme' | 'guide'

/** A file of the bundle as listed in the manifest. */
export interface ListedFile {
  readonly path: string
  readonly bytes: number
  readonly role: Role
  readonly sha256: string
}

/** The manifest's contents apart from its fixed form. */
export interface ManifestFacts {
  readonly activity: { readonly voteactivityid: string; readonly title: string; readonly estate: string }
  readonly edition: string
  readonly main: Signed
  readonly files: readonly ListedFile[]
}

/** Creates the manifest's text and its signature (`proof-layout.md` section 6). */
export function signedManifest(key: SigningKey, { activity, edition, main, files }: ManifestFacts): { readonly text: string; readonly signature: string } {
  const { checkpoint, signature } = main
  const text = canonical({
    activity,
    checkpoint,
    checkpointsignature: signature,
    edition,
    files: files.toSorted((one, other) => (one.path < other.path ? -1 : 1)),
    publickey: key.publicKey,
    rosterdigest: checkpoint.rosterdigest,
    tallydigest: checkpoint.tallydigest,
  })
  return { text, signature: key.sign(text) }
}
