import { Select } from 'antd'
import { VOTE_SOURCES, voteSourceNames } from '#shared/features/delivery/contract.ts'
import type { ConfirmRequest } from '#shared/features/reading/scanContract.ts'
import { DEFAULT_CHANNEL, receiptLimits as limits } from '#shared/features/voting/rules.ts'
import { useTabState } from '../../app-context/tab.ts'
import { MomentField, UNREAD } from '../../ui/date/MomentField.tsx'
import styles from './scanWork.module.css'

/** The receipt of the confirmed papers; shared by 可确认 and 待判读. */
type ScanReceipt = Pick<ConfirmRequest, 'receivedAt' | 'channel'>
const usual: ScanReceipt = { receivedAt: null, channel: DEFAULT_CHANNEL }

export const useScanReceipt = () => useTabState<ScanReceipt>('reading.receipt', usual)

/** Why it prevents confirming; null if it does not. */
export const receiptRefusal = ({ receivedAt }: ScanReceipt): string | null => (receivedAt === UNREAD ? '收到时间无法识别，请改正' : null)

/** Whether a key belongs to an input rather than the screen. */
export const isTyping = ({ target }: React.KeyboardEvent): boolean => target instanceof Element && target.closest('input') !== null

const channels = VOTE_SOURCES.map((source) => ({ value: source, label: voteSourceNames[source] }))

interface ScanReceiptProps {
  readonly receipt: ScanReceipt
  readonly onChange: (receipt: ScanReceipt) => void
}

/** 收到时间 and 收票渠道 of the papers to confirm. */
export function ScanReceiptFields({ receipt, onChange }: ScanReceiptProps) {
  return (
    <div className={styles.receipt} role="group" aria-label="收票信息">
      <span>
        {limits.receivedAt.label}
        <MomentField
          precision="minute"
          label={limits.receivedAt.label}
          placeholder="以登记为准"
          isPast
          value={receipt.receivedAt}
          onChange={(receivedAt) => onChange({ ...receipt, receivedAt })}
        />
      </span>
      <span>
        {limits.channel.label}
        <Select aria-label={limits.channel.label} options={channels} value={receipt.channel} onChange={(channel) => onChange({ ...receipt, channel })} />
      </span>
    </div>
  )
}
