import { freeText, orEmpty, text } from '../contract/values.ts'
import type { TextLimit } from '../text/limits.ts'

/** The path of a branch: parts of a place with ▶ between them. */
export const pathLimit = { label: '楼栋路径', max: 200, missing: '请输入楼栋路径' } as const satisfies TextLimit

/** A path of any depth; `''` is the whole estate or roster. */
export const branchPath = freeText(pathLimit.label, pathLimit)
/** The same where it may be missing. */
export const pathText = orEmpty(branchPath)
/** A path that must be there. */
export const neededPath = text(pathLimit.label, pathLimit)
