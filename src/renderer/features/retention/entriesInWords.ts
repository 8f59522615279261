import { formatCount } from '../../ui/numbers.ts'

/** Entries of the journal whose contents go, in a sentence. */
export function entriesInWords({ entryCount, firstFormCount }: { readonly entryCount: number; readonly firstFormCount: number }): string {
  const old = firstFormCount === 0 ? '' : `；其中旧格式 ${formatCount(firstFormCount)} 条，清除后只剩校验值可查`
  return `操作日志 ${formatCount(entryCount)} 条的内容，条目本身、时间、操作人和校验值仍在${old}`
}
