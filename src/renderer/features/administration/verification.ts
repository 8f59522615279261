import type { AnswerOf } from '#shared/contract/index.ts'
import { formatCount } from '../../ui/numbers.ts'

export interface Verdict {
  readonly kind: 'success' | 'error'
  readonly sentence: string
}

const STOP = '请立即停止使用并联系管理员'

/** What the check of the journal says: of the chain, and of the entry that a report printed. */
export function verificationInWords({ isIntact, entryCount, brokenAt, lastNumber, printed }: AnswerOf<'audit.verify'>, number: number): Verdict[] {
  const chain: Verdict = isIntact
    ? { kind: 'success', sentence: `校验通过：${formatCount(entryCount)} 条日志完整，没有被改动` }
    : { kind: 'error', sentence: `校验不通过：第 ${brokenAt} 条日志被改动或缺失，${STOP}` }
  switch (printed) {
    case 'none':
      return [chain]
    case 'found':
      return [chain, { kind: 'success', sentence: `核对一致：报告所印的第 ${number} 条日志仍在，校验值相同` }]
    case 'differs':
      return [chain, { kind: 'error', sentence: `核对不一致：第 ${number} 条日志的校验值与报告所印不同。请先检查是否输错；没有输错则日志已被重写，${STOP}` }]
    case 'missing':
      return [
        chain,
        {
          kind: 'error',
          sentence: `核对不一致：日志只到第 ${lastNumber} 条，没有报告所印的第 ${number} 条。请先检查是否输错；没有输错则末尾的日志已被删去，${STOP}`,
        },
      ]
  }
}

/** What was typed from the paper: blanks and line breaks do not count. Null where it is no entry. */
export function printedEntry(number: string, hash: string): { readonly number: number; readonly hash: string } | null {
  const [digits, letters] = [number.trim(), hash.replaceAll(/\s/g, '').toLowerCase()]
  return /^\d{1,15}$/.test(digits) && /^[\da-f]{64}$/.test(letters) ? { number: Number(digits), hash: letters } : null
}
