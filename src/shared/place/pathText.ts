import { freeText, orEmpty, text } from '../contract/values.ts'
import type { TextLimit } from '../text/limits.ts'

/** A branch's path: the parts of a place separated by ▶. */
export const pathLimit = { label: '楼栋路径', max: 200, missing: '请输入楼栋路径' } as const satisfies TextLimit

/** A path of any depth; `''` is the whole estate or roster. */
export const branchPath = freeText(pathLimit.label, pathLimit)
/** The same, optional. */
export const pathText = orEmpty(branchPath)
/** A required path. */
export const neededPath = text(pathLimit.label, pathLimit)
