import { formatCount } from '../../ui/numbers.ts'

/** Entries of the journal whose contents go, in words. */
export const entriesInWords = (count: number): string => `操作日志 ${formatCount(count)} 条的内容，条目本身、时间、操作人和校验值仍在`
