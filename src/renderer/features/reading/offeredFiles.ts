import { isScanned, MAX_SCAN_BYTES, MAX_SCAN_FILES, readingLimits, scanFileMessages as say } from '#shared/features/reading/pageRules.ts'

/** A dropped or chosen file. */
export interface OfferedFile {
  readonly name: string
  /** Why it is rejected, by name and size; null if accepted. */
  readonly problem: string | null
  /** Resolves to null if the file can no longer be read. */
  readonly bytes: () => Promise<Uint8Array<ArrayBuffer> | null>
}

/** Maximum nesting depth in a chosen folder. */
const DEEPEST = 3
/** Files created by operating systems. */
const OWN_OF_SYSTEMS = /^(\..*|thumbs\.db|desktop\.ini)$/i

/** The accepted files among those dropped or chosen; a message if there are too many. */
export function offeredFiles(files: readonly File[]): OfferedFile[] | string {
  const wanted = files.filter(({ name }) => !OWN_OF_SYSTEMS.test(name))
  if (wanted.length > MAX_SCAN_FILES) return say.tooMuch
  return wanted.map((file) => ({
    name: Array.from(file.name).slice(-readingLimits.source.max).join(''),
    problem: problemOf(file),
    bytes: async () =>
      file.arrayBuffer().then(
        (buffer) => new Uint8Array(buffer),
        () => null,
      ),
  }))
}

function problemOf({ name, size }: File): string | null {
  if (!isScanned(name)) return say.otherFormat
  if (size === 0) return say.empty
  return size > MAX_SCAN_BYTES ? say.tooMuch : null
}

/** A chosen folder's files within the maximum depth. */
export const shallow = (files: readonly File[]): File[] => files.filter(({ webkitRelativePath }) => webkitRelativePath.split('/').length - 2 <= DEEPEST)

/** The dropped files, including those in folders. Must be called during the event. */
export async function droppedFiles({ items }: DataTransfer): Promise<File[]> {
  const found = Array.from(items, async (item) => {
    const entry = item.webkitGetAsEntry()
    return entry === null ? [item.getAsFile()].filter((file) => file !== null) : filesIn(entry, 0)
  })
  return (await Promise.all(found)).flat()
}

async function filesIn(entry: FileSystemEntry, depth: number): Promise<File[]> {
  if (isFile(entry)) return [await new Promise<File>((resolve, reject) => entry.file(resolve, reject))]
  if (!isFolder(entry) || depth > DEEPEST) return []
  const reader = entry.createReader()
  const found: File[] = []
  // Each call returns at most a hundred.
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
    if (some.length === 0) return found
    for (const one of some) found.push(...(await filesIn(one, depth + 1)))
    if (found.length > MAX_SCAN_FILES) return found
  }
}
const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory
