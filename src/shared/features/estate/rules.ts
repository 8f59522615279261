import type { TextLimit } from '../../text/limits.ts'
import { NOTHING_TO_DELETE } from '../../contract/batch.ts'

/** The message of a wrong field of an estate, the same words on the screen and from the server. */
export const estateMessages = { nameMissing: '请输入小区名称', addressMissing: '请输入含省市区的详细地址', nothingSelected: NOTHING_TO_DELETE } as const

export const estateLimits = {
  name: { label: '小区名称', max: 60, missing: estateMessages.nameMissing },
  address: { label: '详细地址', max: 200, missing: estateMessages.addressMissing },
} as const satisfies Readonly<Record<string, TextLimit>>
