import { Code } from '../../contract/codes.ts'
import { refusalPart } from '../../contract/refusalPart.ts'

/** Refusals of estates (`wire.md` section 3). */
export const estateRefusals = refusalPart({
  'estate.notFound': { code: Code.notFound, sentence: '小区不存在' },
  'estate.inUse': { code: Code.ruleSaysNo, sentence: '该小区下存在房产或投票活动，不能删除' },
})
