import { notFound, refusalPart, ruleSaysNo } from '../../contract/refusalPart.ts'

/** Refusals of estates (`wire.md` section 3). */
export const estateRefusals = refusalPart({
  'estate.notFound': notFound('小区不存在'),
  'estate.inUse': ruleSaysNo('该小区下存在房产或投票活动，不能删除'),
})
