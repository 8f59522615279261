import { notFound, refusalPart } from '../../contract/refusalPart.ts'

/** Refusals of estate rules (`after.md` section 7); form errors are those of an activity. */
export const estateRulesRefusals = refusalPart({
  'estateRules.notFound': notFound('该版议事规则在所选小区中不存在，请重新选择'),
})
