import type { ColumnMapping } from '#shared/import/columns.ts'
import type { Correction } from '#shared/import/contract.ts'
import { MAX_WORKBOOK_BYTES, WORKBOOK_TOO_LARGE } from '#shared/import/workbook.ts'
import { fileMessages } from '#shared/text/fileMessages.ts'

/** The user's workbook: name and contents, never its path. */
export interface Workbook {
  readonly name: string
  readonly bytes: Uint8Array<ArrayBuffer>
  /** Columns assigned by hand, if any. */
  readonly mapping?: ColumnMapping
  /** The mapping is from an earlier file with the same headers. */
  readonly isMappingRemembered?: boolean
  /** The source's option is selected. */
  readonly isChosen?: boolean
  /** Cells corrected by hand since it was read. */
  readonly corrections?: readonly Correction[]
}

/** A dropped item, as far as known before reading it. */
export interface OfferedItem {
  readonly name: string
  readonly size: number
  readonly isFolder: boolean
}

/** Why a file was rejected; `hint` suggests a remedy, or is `''`. */
export interface FileRefusal {
  readonly sentence: string
  readonly hint: string
}

const NOT_ONE_WORKBOOK = '请拖入一个 .xlsx 文件'

/** Why a drop is rejected; null if it is a single workbook of acceptable size (`bad-input.md`, Files). */
export function refusalOfDrop(items: readonly OfferedItem[]): FileRefusal | null {
  const [only] = items
  if (only === undefined) return { sentence: NOT_ONE_WORKBOOK, hint: '' }
  if (items.length > 1) return { sentence: NOT_ONE_WORKBOOK, hint: `一次只能导入一个文件，刚才拖入了 ${items.length} 个` }
  if (only.isFolder) return { sentence: NOT_ONE_WORKBOOK, hint: '刚才拖入的是文件夹，请打开它，拖入里面的文件' }
  return refusalOfFile(only)
}

/** Why a file is rejected by its name and size; null if accepted. */
export function refusalOfFile({ name, size }: { readonly name: string; readonly size: number }): FileRefusal | null {
  if (!/\.xlsx$/i.test(name)) return { sentence: NOT_ONE_WORKBOOK, hint: hintForType(name) }
  if (size === 0) return { sentence: fileMessages.empty, hint: '' }
  if (size > MAX_WORKBOOK_BYTES) return { sentence: WORKBOOK_TOO_LARGE, hint: '请把数据分成几个文件，分批导入' }
  return null
}

/** The message for a failed read of a dropped file. */
export function refusalOfRead(error: unknown): FileRefusal {
  const name = error instanceof DOMException ? error.name : ''
  // Chromium reports a file that another program has locked, and one without permission, as NotReadableError.
  if (name === 'NotReadableError') return { sentence: fileMessages.inUse, hint: '在 WPS 或 Excel 中关闭它，再拖入一次' }
  if (name === 'NotFoundError') return { sentence: fileMessages.notFound, hint: '' }
  return { sentence: fileMessages.unreadable, hint: '' }
}

/** The part of DataTransfer that {@link readDroppedWorkbook} uses. */
export interface Dropped {
  readonly items: ArrayLike<{ readonly kind: string; webkitGetAsEntry(): { readonly isDirectory: boolean } | null }>
  readonly files: ArrayLike<File>
}

/**
 * Reads a dropped workbook: its name and contents, or why it was rejected.
 *
 * Contents rather than a path: a sandboxed page has none, and main would not accept one. The items are only valid during the
 * event, so they are all extracted before the first await.
 */
export async function readDroppedWorkbook(dropped: Dropped): Promise<{ readonly file: Workbook } | { readonly refusal: FileRefusal }> {
  const folders = Array.from(dropped.items)
    .filter((item) => item.kind === 'file')
    .map((item) => item.webkitGetAsEntry()?.isDirectory ?? false)
  const files = Array.from(dropped.files)
  const refusal = refusalOfDrop(files.map((file, index) => ({ name: file.name, size: file.size, isFolder: folders[index] ?? false })))
  const [only] = files
  if (refusal !== null || only === undefined) return { refusal: refusal ?? { sentence: NOT_ONE_WORKBOOK, hint: '' } }
  try {
    return { file: { name: only.name, bytes: new Uint8Array(await only.arrayBuffer()) } }
  } catch (error) {
    return { refusal: refusalOfRead(error) }
  }
}

function hintForType(name: string): string {
  if (/\.(xls|et|csv|ods|xlsm)$/i.test(name)) return '请用 WPS 或 Excel 打开它，另存为 .xlsx 后再导入'
  if (/\.(lnk|url)$/i.test(name)) return '刚才拖入的是快捷方式，请拖入文件本身'
  return ''
}
