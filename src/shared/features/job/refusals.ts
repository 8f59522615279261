import { Code } from '../../contract/envelope.ts'
import { refusalPart } from '../../contract/refusalPart.ts'

/** What long work refuses (`wire.md` section 9). */
export const jobRefusals = refusalPart({
  'job.cancelled': { code: Code.ruleSaysNo, sentence: '已取消，未写入任何数据' },
  'job.running': { code: Code.conflict, sentence: '该任务正在进行，请等待它完成' },
})
