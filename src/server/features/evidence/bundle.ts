import { createHash } from 'node:crypto'
import type { Db } from '../../database/schema.ts'
import type { SigningKey } from '../../kernel/signingKey.ts'
import type { JournalService } from '../journal/service.ts'
import type { FileService } from '../file/service.ts'
import type { Packed } from './archive.ts'
import { dataTexts, type RoleText, type Wish } from './contents.ts'
import { picturesOf } from './lines.ts'
import { signedManifest, type ListedFile, type Role } from './manifest.ts'
import { filledPage, type Text } from './page.ts'

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
const extensions: Readonly<Record<string, string>> = { 'image/png': 'png', 'image/jpeg': 'jpg' }

/** The input of a bundle's files, from one snapshot. */
export interface BundleParts extends Omit<Wish, 'images'> {
  readonly title: string
  readonly estateName: string
  /** Files made before: the report and the documents for readers. */
  readonly made: readonly (Packed & { readonly role: Role })[]
  /** The recount page includes these texts, too. */
  readonly readmes: readonly RoleText[]
  readonly onProgress: (done: number, total: number) => void
}

export interface BundleDeps {
  readonly journalService: Pick<JournalService, 'journalLines'>
  readonly files: Pick<FileService, 'picture'>
  readonly signingKey: SigningKey
  /** The recount page without data. */
  readonly recountPage: string
}

/**
 * Yields the files of a bundle in the order of the zip, pictures first and one at a time, the manifest last
 * (`proof-layout.md` section 6).
 *
 * @throws the signal's reason if it aborts
 */
export async function* bundleFiles(db: Db, { journalService, files, signingKey, recountPage }: BundleDeps, parts: BundleParts): AsyncGenerator<Packed> {
  const { activity, edition, main, rows, made, readmes, title, estateName, signal, onProgress } = parts
  const listed: ListedFile[] = []
  const list = ({ path, bytes }: Packed, role: Role): void => void listed.push({ path, bytes: bytes.length, role, sha256: sha256(bytes) })

  const images = new Map<string, string>()
  const pictures =
    edition === 'court' ? new Set([...rows.delivery, ...rows.publication, ...rows.objection, ...rows.page].flatMap(picturesOf)) : new Set<string>()
  const written = new Set<string>()
  for (const stored of pictures) {
    signal.throwIfAborted()
    const picture = await files.picture(db, stored)
    onProgress(images.size, pictures.size)
    if (!picture) continue
    const { mediaType, bytes } = picture
    const digest = sha256(bytes)
    const path = `images/${digest}.${extensions[mediaType] ?? 'bin'}`
    images.set(stored, path)
    if (written.has(path)) continue
    written.add(path)
    listed.push({ path, bytes: bytes.length, role: 'image', sha256: digest })
    yield { path, bytes, isStored: true }
  }

  const texts = [...(await dataTexts(db, journalService, { ...parts, images })), ...readmes]
  for (const text of texts) {
    signal.throwIfAborted()
    const packed = packedText(text)
    list(packed, text.role)
    yield packed
  }
  for (const { role, ...packed } of made) {
    list(packed, role)
    yield packed
  }
  const { text, signature } = signedManifest(signingKey, {
    activity: { voteactivityid: activity.public_id, title, estate: estateName },
    edition,
    main,
    files: listed,
  })
  const last: Text[] = [
    { path: 'manifest.sig', pieces: [signature] },
    { path: 'manifest.json', pieces: [text] },
  ]
  signal.throwIfAborted()
  yield { path: '复算.html', bytes: await filledPage(recountPage, [...texts, ...last]), isStored: false }
  for (const each of last) yield packedText(each)
}

const packedText = ({ path, pieces }: Text): Packed => ({ path, bytes: Buffer.concat(pieces.map((piece) => Buffer.from(piece))), isStored: false })
