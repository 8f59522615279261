import { Button, Input, Select } from 'antd'
import { useState } from 'react'
import { parseTime } from '#shared/time/chinaTime.ts'
import { VOTE_SOURCES, voteSourceNames } from '#shared/features/notification/contract.ts'
import { DEFAULT_CHANNEL, receiptLimits as limits } from '#shared/features/voting/rules.ts'
import { minutesOf } from '../../ui/moments.ts'
import { WrittenTimePicker } from '../../ui/WrittenTimePicker.tsx'
import type { DeskAction } from './desk.ts'
import type { DeskMode } from './modes.ts'
import type { Receipt } from './parts/sender/voteCall.ts'
import styles from './desk.module.css'

interface ReceiptLineProps {
  readonly mode: Exclude<DeskMode, 'mark'>
  readonly receipt: Receipt
  /** The paper came in earlier, and when must be said: the fields stay open. */
  readonly isOver: boolean
  readonly act: (action: DeskAction) => void
}

const channels = VOTE_SOURCES.map((source) => ({ value: source, label: voteSourceNames[source] }))

/** How and when the paper came in: one line, and its fields when they are wanted. */
export function ReceiptLine({ mode, receipt, isOver, act }: ReceiptLineProps) {
  const [isUnfolded, setIsUnfolded] = useState(false)
  const { channel, receivedAt, handedInBy } = receipt
  const isOpen = isUnfolded || isOver
  const change = (changed: Partial<Receipt>) => act({ type: 'receiptTyped', receipt: changed })
  return (
    <div className={styles.receipt} role="group" aria-label="收票信息">
      {isOver ? null : (
        <Button type="link" size="small" aria-expanded={isOpen} onMouseDown={(event) => event.preventDefault()} onClick={() => setIsUnfolded(!isUnfolded)}>
          收票信息
        </Button>
      )}
      {isOpen ? (
        <>
          <span className={styles.receiptField}>
            {limits.receivedAt.label}
            <WrittenTimePicker
              label={limits.receivedAt.label}
              placeholder={unsaid[mode]}
              isPast
              isWanted={isOver && receivedAt === null}
              value={receivedAt === null ? '' : minutesOf(receivedAt)}
              onChange={(written) => change({ receivedAt: parseTime(written) })}
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
        <span className={`${isOrdinary(receipt) ? styles.receiptWords : styles.receiptOther} tabular`}>{receiptInWords(receipt, mode)}</span>
      )}
    </div>
  )
}

/** What is taken for the time where none is typed. */
const unsaid = { vote: '现在', tally: '以登记为准' } as const satisfies Readonly<Record<ReceiptLineProps['mode'], string>>

const untyped = { vote: '现在收到', tally: '收到时间以登记为准' } as const satisfies Readonly<Record<ReceiptLineProps['mode'], string>>

const isOrdinary = ({ channel, receivedAt, handedInBy }: Receipt): boolean => channel === DEFAULT_CHANNEL && receivedAt === null && handedInBy === ''

/** `现在收到，定点`. */
function receiptInWords({ channel, receivedAt, handedInBy }: Receipt, mode: ReceiptLineProps['mode']): string {
  const when = receivedAt === null ? untyped[mode] : `${minutesOf(receivedAt)} 收到`
  return [when, voteSourceNames[channel], handedInBy === '' ? '' : `${handedInBy} 递交`].filter((part) => part !== '').join('，')
}
