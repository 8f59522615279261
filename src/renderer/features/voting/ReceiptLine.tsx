import { Button, Input, Select } from 'antd'
import { useState } from 'react'
import type { Activity } from '#shared/features/activity/contract.ts'
import { VOTE_SOURCES, voteSourceNames } from '#shared/features/delivery/contract.ts'
import { DEFAULT_CHANNEL, receiptLimits as limits } from '#shared/features/voting/rules.ts'
import { votingTimeAt } from '../activity/parts/useVotingTime.ts'
import { minutesOf } from '../../ui/moments.ts'
import { MomentField, UNREAD } from '../../ui/date/MomentField.tsx'
import type { DeskAction } from './desk.ts'
import type { DeskMode } from './modes.ts'
import { registeredInWords, type RegisteredReceipt } from './parts/papers.ts'
import type { Receipt } from './parts/castCall.ts'
import styles from './desk.module.css'

interface ReceiptLineProps extends Pick<Activity, 'startsAt' | 'endsAt'> {
  readonly mode: Exclude<DeskMode, 'mark'>
  readonly receipt: Receipt
  /** When the paper was received, if registered. */
  readonly registered: RegisteredReceipt | null
  /** The voting time is over: the paper was received before, and the vote is a late entry. */
  readonly isVotingClosed: boolean
  /** The receipt time is required: the fields stay open. */
  readonly isWanted: boolean
  readonly dispatch: (action: DeskAction) => void
}

const channels = VOTE_SOURCES.map((source) => ({ value: source, label: voteSourceNames[source] }))

/** How and when the paper was received: one line, expandable to its fields. */
export function ReceiptLine(props: ReceiptLineProps) {
  const { mode, receipt, registered, isWanted, dispatch } = props
  const [now] = useState(() => Date.now())
  const [isUnfolded, setIsUnfolded] = useState(false)
  const { channel, receivedAt, handedInBy } = receipt
  const isOpen = isUnfolded || isWanted
  const change = (changed: Partial<Receipt>) => dispatch({ type: 'receiptTyped', receipt: changed })
  return (
    <div className={styles.receipt} role="group" aria-label="收票信息">
      {isWanted ? null : (
        <Button type="link" size="small" aria-expanded={isOpen} onMouseDown={(event) => event.preventDefault()} onClick={() => setIsUnfolded(!isUnfolded)}>
          收票信息
        </Button>
      )}
      {isOpen ? (
        <>
          <span className={styles.receiptField}>
            {limits.receivedAt.label}
            <MomentField
              precision="minute"
              label={limits.receivedAt.label}
              placeholder={registered ? registeredInWords(registered, now) : unsaid[mode]}
              isPast
              isWanted={isWanted && receivedAt === null}
              value={receivedAt}
              onChange={(moment) => change({ receivedAt: moment })}
            />
          </span>
          <span className={styles.receiptField}>
            {limits.channel.label}
            <Select aria-label={limits.channel.label} options={channels} value={channel} onChange={(chosen) => change({ channel: chosen })} />
          </span>
          <span className={styles.receiptField}>
            {limits.handedInBy.label}
            <Input
              aria-label={limits.handedInBy.label}
              placeholder="可不填"
              autoComplete="off"
              maxLength={limits.handedInBy.max}
              value={handedInBy}
              onChange={({ target }) => change({ handedInBy: target.value })}
            />
          </span>
        </>
      ) : (
        <span className={`${isOrdinary(props) ? styles.receiptWords : styles.receiptOther} tabular`}>{receiptInWords(props, now)}</span>
      )}
    </div>
  )
}

/** Text for the default time if none is typed. */
const unsaid = { cast: '现在', tally: '以登记为准' } as const satisfies Readonly<Record<ReceiptLineProps['mode'], string>>

const untyped = { cast: '现在收到', tally: '收到时间以登记为准' } as const satisfies Readonly<Record<ReceiptLineProps['mode'], string>>

type Said = Pick<ReceiptLineProps, 'mode' | 'receipt' | 'registered' | 'isVotingClosed' | 'startsAt' | 'endsAt'>

const isOrdinary = ({ receipt: { channel, receivedAt, handedInBy }, registered, isVotingClosed }: Said): boolean =>
  channel === DEFAULT_CHANNEL && receivedAt === null && handedInBy === '' && registered === null && !isVotingClosed

/** `现在收到，定点`, or `收到 00:48 (扫描)，定点`. */
function receiptInWords({ mode, receipt: { channel, receivedAt, handedInBy }, registered, isVotingClosed, startsAt, endsAt }: Said, now: number): string {
  const known = registered === null ? untyped[mode] : `收到 ${registeredInWords(registered, now)}`
  const isTooLate = registered !== null && votingTimeAt({ startsAt, endsAt }, registered.at) !== 'on'
  return [
    receivedAt === null ? known : receivedAt === UNREAD ? '收到时间无法识别' : `${minutesOf(receivedAt)} 收到`,
    isTooLate ? '不在投票时间内，不能录入' : '',
    voteSourceNames[channel],
    handedInBy === '' ? '' : `${handedInBy} 递交`,
    isVotingClosed && !isTooLate ? '截止后录入' : '',
  ]
    .filter((part) => part !== '')
    .join('，')
}
