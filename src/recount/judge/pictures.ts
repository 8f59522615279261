import type { Bundle, Delivery } from './bundle.ts'
import type { Content } from './chain.ts'
import { fieldsOrNone } from './fields.ts'

/** A delivery's files, as of the last entry about it. */
interface Attached {
  readonly number: number
  readonly fileIds: readonly string[]
}

/** Compares the pictures of deliveries with the hashes in entries, if the bundle has their contents (the court's edition). */
export function pictureFaults(
  contents: readonly Content[],
  { manifest }: Pick<Bundle, 'manifest'>,
  deliveries: readonly Delivery[],
  isWhole: boolean,
): string[] {
  const { hashes, attached } = attachedFiles(contents)
  const sha256Of = new Map(('value' in manifest ? manifest.value.files : []).map(({ path, sha256 }) => [path, sha256]))
  return deliveries.flatMap(({ notifyid, images }) => {
    const entry = attached.get(notifyid)
    if (!entry) return attached.size > 0 && isWhole && images.length > 0 ? [`送达记录 ${notifyid} 的图片没有记入操作日志`] : []
    const expected = entry.fileIds.map((id) => hashes.get(id))
    const found = new Map(images.map((path) => [sha256Of.get(path) ?? '', path]))
    const lost = expected.filter((sha256) => sha256 !== undefined && !found.has(sha256)).length
    // An older entry has no hashes, so a surplus picture cannot be identified.
    const foreign = expected.includes(undefined) ? [] : [...found].filter(([sha256]) => !expected.includes(sha256)).map(([, path]) => path)
    return [
      ...(lost > 0 ? [`送达记录 ${notifyid} 缺少操作日志第 ${entry.number} 条记下的 ${lost} 个图片文件，已被改动、换掉或删去`] : []),
      ...foreign.map((path) => `送达记录 ${notifyid} 的图片 ${path} 与操作日志第 ${entry.number} 条记下的校验值不符`),
    ]
  })
}

/** The entries' data on files: their hashes, and which deliveries they belong to. */
function attachedFiles(contents: readonly Content[]) {
  const hashes = new Map<string, string>()
  const attached = new Map<string, Attached>()
  for (const { number, after } of contents) {
    for (const file of listOrNone(after['fileHashes'])) {
      const { id, sha256 } = fieldsOrNone(file)
      if (typeof id === 'string' && typeof sha256 === 'string') hashes.set(id, sha256)
    }
    const { begins, delivery, gone } = fieldsOrNone(after['state'])
    if (begins === true) attached.clear()
    for (const row of listOrNone(delivery)) {
      const { id, pictures } = fieldsOrNone(row)
      if (typeof id === 'string' && typeof pictures === 'string') attached.set(id, { number, fileIds: fileIdsIn(pictures) })
    }
    for (const id of listOrNone(fieldsOrNone(gone)['delivery'])) if (typeof id === 'string') attached.delete(id)
  }
  return { hashes, attached }
}

const listOrNone = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as unknown[]) : [])
/** The ids in the paths of stored files. */
function fileIdsIn(text: string): string[] {
  return (text.match(/\/file\/[\w-]+/g) ?? []).map((path) => path.slice('/file/'.length))
}
