import { canonical } from '../audit/canonical.ts'
import type { Signed } from '../audit/bundled.ts'
import type { SigningKey } from '../../kernel/signingKey.ts'

/** What a file of the bundle is for. */
export type Role = 'rules' | 'data' | 'image' | 'report' | 'readme' | 'guide'

/** A file of the bundle as the manifest lists it. */
export interface ListedFile {
  readonly path: string
  readonly bytes: number
  readonly role: Role
  readonly sha256: string
}

/** What the manifest tells in addition to its own form. */
export interface ManifestFacts {
  readonly activity: { readonly voteactivityid: string; readonly title: string; readonly estate: string }
  readonly edition: string
  readonly main: Signed
  readonly files: readonly ListedFile[]
}

/** The manifest's text and its signature (`proof-layout.md` section 6). */
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
