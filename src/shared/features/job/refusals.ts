import { conflict, notFound, refusalPart, ruleSaysNo } from '../../contract/refusalPart.ts'

/** Refusals of jobs (`wire.md` section 9). */
export const jobRefusals = refusalPart({
  'job.cancelled': ruleSaysNo('已取消，未写入任何数据'),
  'job.noRefusedFile': notFound('错误文件只保留一小时，请重新导入原文件后再下载'),
  'job.running': conflict('该任务正在进行，请等待它完成'),
})
