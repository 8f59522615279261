import { formatTime } from '#shared/time/chinaTime.ts'
import type { Choice, VoteRecord } from '#shared/features/voting/contract.ts'
import type { Note } from './deskState.ts'
import { deskMessages, modeWords } from './modes.ts'
import type { Submission } from './submission.ts'

/** What the server's records say about something that was sent into a broken connection. */
export type Finding =
  /** They hold it, to the letter: nothing is left to send. */
  | { readonly kind: 'arrived'; readonly recordIds: readonly string[] }
  | { readonly kind: 'notArrived' }
  /** One of the ballots has another vote. */
  | { readonly kind: 'taken'; readonly record: VoteRecord }

/**
 * Compares what was sent with the records of its ballots, newest first, in the order of the submission's ballots.
 *
 * A call is all or nothing, so a part of it was never done by it: the ballots that lack it say `notArrived`.
 */
export function findingOf({ call }: Submission, histories: readonly (readonly VoteRecord[])[]): Finding {
  const live = histories.map((records) => records.find(({ status }) => status !== 2))
  const isOurs = (record: VoteRecord | undefined): boolean => {
    if (!record) return false
    return call.mode === 'mark'
      ? record.status === 0 && record.markedCode === call.body.markedCode
      : record.status === 1 && areSame(record.choices, call.body.choices)
  }
  if (live.every(isOurs)) return { kind: 'arrived', recordIds: live.flatMap((record) => (record ? [record.id] : [])) }
  const other = live.find((record) => record?.status === 1 && !isOurs(record))
  return other ? { kind: 'taken', record: other } : { kind: 'notArrived' }
}

function areSame(kept: readonly Choice[], sent: readonly Choice[]): boolean {
  const key = ({ topicId, optionId, answer }: Choice): string => `${topicId} ${optionId} ${answer}`
  const known = new Set(kept.map(key))
  return kept.length === sent.length && sent.every((choice) => known.has(key(choice)))
}

/** What was found, in words. */
export function findingNote({ call, ballots }: Submission, finding: Finding): Note {
  const owner = ballots[0]?.ownerName ?? ''
  const act = modeWords[call.mode].name
  switch (finding.kind) {
    case 'arrived':
      return { kind: 'success', text: `已向服务器核对：${owner} 的${act}在断线前已经收到，没有重复提交` }
    case 'notArrived':
      return { kind: 'warning', text: `已向服务器核对：刚才的${act}没有收到，${owner} 的选择都还在屏幕上，请按 Ctrl+Enter 再次提交` }
    case 'taken': {
      const { operator, operatedAt } = finding.record
      const when = operatedAt === null ? '' : `，${formatTime(operatedAt).slice(5, 16)}`
      return { kind: 'error', text: `${deskMessages.alreadyVoted}：服务器上的记录（登记人 ${operator}${when}）与屏幕上的选择不同，刚才的提交没有计入` }
    }
  }
}

/** What is said when the connection is back and nothing had been sent. */
export function reviewNote(ownerName: string, refusal: string | null): Note {
  return refusal === null
    ? { kind: 'success', text: `连接已恢复，已向服务器核对：${ownerName} 的票权还没有投票，选择都还在，可以继续` }
    : { kind: 'error', text: `连接已恢复，已向服务器核对：${refusal}` }
}

export const doubtSentence = '连接已断开，不知道服务器是否收到了刚才的提交。选择都会保留，连接恢复后先向服务器核对，不会重复提交'
