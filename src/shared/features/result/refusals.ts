import { Code } from '../../contract/codes.ts'
import { refusalPart } from '../../contract/refusalPart.ts'

/** What results and the report refuse (`wire.md` section 7). */
export const resultRefusals = refusalPart({
  'result.wrongPath': { code: Code.invalid, sentence: '楼栋路径格式不正确', fields: ['xPath'] },
  'result.reportTooLong': { code: Code.ruleSaysNo, sentence: '报告内容过多，生成超时，请稍后重试' },
  'result.reportTooMuch': { code: Code.ruleSaysNo, sentence: '报告内容过多，内存不足，请减少议题或选项后重试' },
})
