import { Code } from '../../contract/codes.ts'
import { refusalPart } from '../../contract/refusalPart.ts'

/** Refusals of jobs (`wire.md` section 9). */
export const jobRefusals = refusalPart({
  'job.cancelled': { code: Code.ruleSaysNo, sentence: '已取消，未写入任何数据' },
  'job.noRefusedFile': { code: Code.notFound, sentence: '错误文件只保留一小时，请重新导入原文件后再下载' },
  'job.running': { code: Code.conflict, sentence: '该任务正在进行，请等待它完成' },
})
