import { Code } from '../../contract/envelope.ts'
import { refusalPart } from '../../contract/refusalPart.ts'

/** What the journal refuses. */
export const auditRefusals = refusalPart({
  'audit.spanTurned': { code: Code.invalid, sentence: '起始时间不能晚于截止时间', fields: ['from'] },
  'audit.numberMissing': { code: Code.invalid, sentence: '请输入报告上的编号', fields: ['number'] },
  'audit.hashMissing': { code: Code.invalid, sentence: '请输入报告上的校验值', fields: ['hash'] },
  'audit.noEntry': { code: Code.notFound, sentence: '没有这条日志' },
  'audit.noPart': { code: Code.notFound, sentence: '这条日志没有这一部分' },
})
