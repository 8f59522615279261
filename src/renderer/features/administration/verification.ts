import type { AnswerOf } from '#shared/contract/index.ts'
import type { Printed } from '#shared/features/journal/contract.ts'
import { differenceInWords, fileFaultInWords, knownInWords } from '#shared/features/journal/replay.ts'
import { schemaFaultInWords } from '#shared/features/journal/schemaFaults.ts'
import { stateFieldName } from '#shared/features/journal/stateFields.ts'
import { formatTime } from '#shared/time/chinaTime.ts'
import { formatCount } from '../../ui/numbers.ts'

export interface Verdict {
  readonly kind: 'success' | 'error' | 'info'
  readonly sentence: string
}

const STOP = '请立即停止使用并联系管理员'

/** What was typed from a paper: an entry's number or a 核验码; null if nothing. */
export type Asked = { readonly kind: 'entry'; readonly number: number } | { readonly kind: 'code' } | null

/** Maximum number of checkpoint faults listed individually. */
const FAULTS_SHOWN = 5

/**
 * The results of a journal check: the chain, tables and files compared to it, the checkpoints, the database schema, and what was
 * typed from a paper.
 */
export function verificationInWords(answer: AnswerOf<'audit.verify'>, asked: Asked): Verdict[] {
  const { isIntact, entryCount, brokenAt } = answer
  const chain: Verdict = isIntact
    ? { kind: 'success', sentence: `校验通过：${formatCount(entryCount)} 条日志完整，没有被改动` }
    : { kind: 'error', sentence: `校验不通过：第 ${brokenAt} 条日志被改动或缺失，${STOP}` }
  const printed = asked?.kind === 'entry' ? printedEntryInWords(answer, asked.number) : printedCodeInWords(answer.printed)
  return [
    chain,
    ...erasedInWords(answer),
    ...tablesInWords(answer.replay),
    ...filesInWords(answer.files),
    ...checkpointsInWords(answer.checkpoints),
    ...schemaInWords(answer),
    ...clockInWords(answer.clock),
    ...(printed === null ? [] : [printed]),
  ]
}

/** Entries whose contents were erased: only an intact chain proves that each has an erasure entry. */
function erasedInWords({ isIntact, erasedCount }: AnswerOf<'audit.verify'>): Verdict[] {
  if (!isIntact || erasedCount === 0) return []
  return [{ kind: 'info', sentence: `有 ${formatCount(erasedCount)} 条日志的内容已按数据保留清除，每条都有清除记录，校验值仍在` }]
}

function tablesInWords({ checked, differences, differenceCount }: AnswerOf<'audit.verify'>['replay']): Verdict[] {
  const accounts = differences.filter(({ kind }) => kind === 'account').map((each) => differenceInWords(each, each.id, stateFieldName))
  const others = differenceCount - accounts.length
  const wrong: Verdict[] = [
    ...(accounts.length === 0
      ? []
      : [
          {
            kind: 'error' as const,
            sentence: `账号与日志不一致，共 ${formatCount(accounts.length)} 处：${accounts.slice(0, FAULTS_SHOWN).join('；')}${accounts.length > FAULTS_SHOWN ? '……' : ''}，${STOP}`,
          },
        ]),
    ...(others === 0 ? [] : [{ kind: 'error' as const, sentence: `投票数据与日志不一致，共 ${formatCount(others)} 处：数据被绕过本程序改动过，${STOP}` }]),
  ]
  if (wrong.length > 0) return wrong
  return checked === 0 ? [] : [{ kind: 'success', sentence: `投票数据与日志一致，共比对 ${formatCount(checked)} 项` }]
}

function filesInWords({ checked, differences, differenceCount }: AnswerOf<'audit.verify'>['files']): Verdict[] {
  if (differenceCount > 0) {
    const faults = [...new Set(differences.map(fileFaultInWords))].join('；')
    return [
      { kind: 'error', sentence: `图片和附件与日志不一致，共 ${formatCount(differenceCount)} 处：${faults}；在“表决结果”中可以看到各活动是哪些文件，${STOP}` },
    ]
  }
  return checked === 0 ? [] : [{ kind: 'success', sentence: `图片和附件与日志一致，共比对 ${formatCount(checked)} 个文件` }]
}

function checkpointsInWords({ checked, faults, faultCount }: AnswerOf<'audit.verify'>['checkpoints']): Verdict[] {
  if (faultCount > 0) {
    const faultWords = faults.slice(0, FAULTS_SHOWN).map(({ number, reason }) => `第 ${number} 条${reason}`)
    return [
      { kind: 'error', sentence: `检查点不通过，共 ${formatCount(faultCount)} 处：${faultWords.join('；')}${faultCount > FAULTS_SHOWN ? '……' : ''}，${STOP}` },
    ]
  }
  return checked === 0 ? [] : [{ kind: 'success', sentence: `检查点通过：${formatCount(checked)} 个检查点的签名正确，与日志相符` }]
}

function schemaInWords({ schema, schemaKnown }: AnswerOf<'audit.verify'>): Verdict[] {
  if (schema === null) return [{ kind: 'info', sentence: '没有核对数据库的结构：数据库账号没有建立模式（CREATE SCHEMA）的权限，请联系数据库管理员' }]
  if (schema.length === 0) return [{ kind: 'success', sentence: '数据库的结构与本程序一致' }]
  const [blocking, harmless] = [schema.filter(({ blocks }) => blocks), schema.filter(({ blocks }) => !blocks)]
  const words = (faults: typeof schema) => faults.slice(0, FAULTS_SHOWN).map(schemaFaultInWords).join('；') + (faults.length > FAULTS_SHOWN ? '……' : '')
  const wrong = `数据库的结构被改动过，共 ${formatCount(blocking.length)} 处：${words(blocking)}。`
  const verdict: Verdict = schemaKnown
    ? { kind: 'info', sentence: `${wrong}${knownInWords(schemaKnown)}。可以结束投票和生成报告，报告首页会列出` }
    : { kind: 'error', sentence: `${wrong}查清以前不能结束投票，也不能生成报告，请联系技术人员` }
  return [
    ...(blocking.length === 0 ? [] : [verdict]),
    ...(harmless.length === 0 ? [] : [{ kind: 'info' as const, sentence: `${words(harmless)}；只影响速度，不影响数据` }]),
  ]
}

/** Entries with an earlier time than their predecessors; no fault, since the clock may have been corrected. */
function clockInWords({ count, entries }: AnswerOf<'audit.verify'>['clock']): Verdict[] {
  if (count === 0) return []
  const words = entries
    .slice(0, FAULTS_SHOWN)
    .map(({ number, at, journalTime }) => `第 ${number} 条 ${formatTime(at ?? 0)}（此前已有 ${formatTime(journalTime ?? 0)}）`)
  return [
    {
      kind: 'info',
      sentence: `有 ${formatCount(count)} 条日志的时间早于前面的日志，服务器的时间被调回过：${words.join('；')}${count > FAULTS_SHOWN ? '……' : ''}`,
    },
  ]
}

function printedEntryInWords({ printed, lastNumber }: AnswerOf<'audit.verify'>, number: number): Verdict | null {
  switch (printed) {
    case 'none':
      return null
    case 'found':
      return { kind: 'success', sentence: `核对一致：报告所印的第 ${number} 条日志仍在，校验值相同` }
    case 'differs':
      return { kind: 'error', sentence: `核对不一致：第 ${number} 条日志的校验值与报告所印不同。请先检查是否输错；没有输错则日志已被重写，${STOP}` }
    case 'missing':
      return {
        kind: 'error',
        sentence: `核对不一致：日志只到第 ${lastNumber} 条，没有报告所印的第 ${number} 条。请先检查是否输错；没有输错则末尾的日志已被删去，${STOP}`,
      }
  }
}

function printedCodeInWords(printed: Printed): Verdict | null {
  switch (printed) {
    case 'none':
      return null
    case 'found':
      return { kind: 'success', sentence: '核验码一致：纸上核验码的检查点仍在，签名正确，与日志相符' }
    case 'differs':
      return { kind: 'error', sentence: `核验码不一致：纸上核验码的检查点还在，但日志已与它不同，日志已被重写，${STOP}` }
    case 'missing':
      return { kind: 'error', sentence: `核验码不一致：没有这个核验码的检查点。请先检查是否输错；没有输错则日志已被重写，${STOP}` }
  }
}

/** Parses an entry's number and hash from a paper, ignoring whitespace. Null if invalid. */
export function printedEntry(number: string, hash: string): { readonly number: number; readonly hash: string } | null {
  const [digits, letters] = [number.trim(), hash.replaceAll(/\s/g, '').toLowerCase()]
  return /^\d{1,15}$/.test(digits) && /^[\da-f]{64}$/.test(letters) ? { number: Number(digits), hash: letters } : null
}
