import { Code } from '../../contract/codes.ts'
import { refusalPart } from '../../contract/refusalPart.ts'

/** What the rules of an estate refuse (`after.md` section 7); the form's faults are an activity's. */
export const estateRulesRefusals = refusalPart({
  'estateRules.notFound': { code: Code.notFound, sentence: '该版议事规则在所选小区中不存在，请重新选择' },
})
