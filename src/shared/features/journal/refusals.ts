import { formatTime } from '../../time/chinaTime.ts'
import { conflict, invalid, notFound, refusalPart, ruleSaysNo } from '../../contract/refusalPart.ts'

/** Refusals of the journal. */
export const journalRefusals = refusalPart({
  'audit.spanTurned': invalid('起始时间不能晚于截止时间', { fields: ['from'] }),
  'audit.momentsTurned': invalid('起始时刻不能晚于截止时刻', { fields: ['from'] }),
  'audit.numberMissing': invalid('请输入报告上的编号', { fields: ['number'] }),
  'audit.hashMissing': invalid('请输入报告上的校验值', { fields: ['hash'] }),
  'audit.broken': ruleSaysNo(({ number }: { readonly number: number }) => `操作日志不连续，从第${number}条起，不能生成报告`),
  'audit.differs': ruleSaysNo(({ count }: { readonly count: number }) => `投票记录与操作日志不一致，共${count}处，不能生成报告`),
  'audit.schemaDiffers': ruleSaysNo(
    ({ count }: { readonly count: number }) => `数据库的结构被改动过，共${count}处，不能结束投票和生成报告，请系统管理员在“操作日志”中点“校验”查看`,
  ),
  'audit.schemaIsOwn': conflict('数据库的结构没有被改动，没有需要说明的差异'),
  'audit.nothingDiffers': conflict('投票记录与操作日志一致，没有需要说明的差异'),
  'audit.clockBehind': conflict(
    ({ journalTime }: { readonly journalTime: number }) =>
      `服务器时间早于最近一次操作（${formatTime(journalTime)}），请先校准服务器的时间；确认现在的时间无误的，请系统管理员在“安全状况”中确认`,
  ),
  'audit.clockApart': conflict(({ minutes }: { readonly minutes: number }) => `服务器与数据库的时间相差${minutes}分钟，请先校准服务器的时间`),
  'audit.clockIsRight': conflict('服务器时间不早于最近一次操作，没有需要确认的'),
  'audit.databaseOlder': conflict(
    ({ keptNumber, lastNumber }: { readonly keptNumber: number | null; readonly lastNumber: number }) =>
      `数据库比上次使用时旧：${olderInWords(keptNumber, lastNumber)}，请系统管理员确认`,
  ),
  'audit.databaseIsNewest': conflict('数据库与上次使用时一致，没有需要确认的'),
  'audit.noKey': conflict('签名密钥暂时不可用（系统没有交出密钥），不能生成报告和应诉包，请几分钟后重试，仍不行时请注销 Windows 后重新登录'),
  'audit.noEntry': notFound('没有这条日志'),
  'audit.noPart': notFound('这条日志没有这一部分'),
})

/** @param keptNumber the stored entry's number; null if the store is missing */
function olderInWords(keptNumber: number | null, lastNumber: number): string {
  if (keptNumber === null) return '记录上次使用位置的文件（keys 文件夹中）不见了，无法核对'
  if (lastNumber < keptNumber) return `上次用到操作日志第${keptNumber}条，现在只到第${lastNumber}条`
  return `操作日志第${keptNumber}条与上次使用时不同`
}
