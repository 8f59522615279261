import { invalid, refusalPart, ruleSaysNo, tooMany } from '../../contract/refusalPart.ts'
import { MAX_RECEIPTS } from './receipt.ts'

/** Refusals of results and the report (`wire.md` section 7). */
export const resultRefusals = refusalPart({
  'result.wrongPath': invalid('楼栋路径格式不正确', { fields: ['xPath'] }),
  'result.receiptTooOften': tooMany(({ minutes }: { readonly minutes: number }) => `一小时内最多查票${MAX_RECEIPTS}次，请在${minutes}分钟后再试`),
  'result.reportTooLong': ruleSaysNo('报告内容过多，生成超时，请稍后重试'),
  'result.reportTooMuch': ruleSaysNo('报告内容过多，内存不足，请减少议题或选项后重试'),
})
