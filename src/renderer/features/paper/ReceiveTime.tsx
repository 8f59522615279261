import { Radio } from 'antd'
import { MomentField } from '../../ui/date/MomentField.tsx'
import styles from './paper.module.css'

interface ReceiveTimeProps {
  /** When the voting ends, in epoch ms; null where that is not known. */
  readonly endsAt: number | null
  /** When the papers came in that are scanned from now on; null: when they are scanned. */
  readonly value: number | null
  readonly onChange: (receivedAt: number | null) => void
}

/** When the papers came in: a ballot box is often opened after the end, and what was put in before is in time. China standard time, as everywhere. */
export function ReceiveTime({ endsAt, value, onChange }: ReceiveTimeProps) {
  const isTimeGiven = value !== null
  // Papers of a box came in at the latest when the voting ended.
  const proposed = () => Math.min(endsAt ?? Infinity, Date.now())
  return (
    <div className={styles.scanTime} role="group" aria-label="收回时间">
      <span>收回时间</span>
      <Radio.Group
        value={isTimeGiven}
        onChange={(event) => onChange(event.target.value === true ? proposed() : null)}
        options={[
          { value: false, label: '扫描时' },
          { value: true, label: '指定' },
        ]}
      />
      {isTimeGiven ? (
        <MomentField precision="minute" label="指定的收回时间" placeholder="请选择时间" isPast value={value} onChange={onChange} />
      ) : (
        <span className={styles.scanTimeHint}>截止后才开箱的选票，请指定实际收到的时间</span>
      )}
    </div>
  )
}
