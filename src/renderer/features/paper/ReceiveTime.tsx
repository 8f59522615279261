import { DatePicker, Radio } from 'antd'
import dayjs from 'dayjs'
import { formatTime, parseTime } from '#shared/contract/values.ts'

interface ReceiveTimeProps {
  /** When the voting ends, in epoch ms; null where that is not known. */
  readonly endsAt: number | null
  /** When the papers came in that are scanned from now on; null: when they are scanned. */
  readonly value: number | null
  readonly onChange: (receivedAt: number | null) => void
}

const MINUTES = 'YYYY-MM-DD HH:mm'

/** When the papers came in: a ballot box is often opened after the end, and what was put in before is in time. China standard time, as everywhere. */
export function ReceiveTime({ endsAt, value, onChange }: ReceiveTimeProps) {
  const isTold = value !== null
  // Papers of a box came in at the latest when the voting ended.
  const proposed = () => Math.min(endsAt ?? Infinity, Date.now())
  return (
    <div className="scan-time" role="group" aria-label="收回时间">
      <span>收回时间</span>
      <Radio.Group
        value={isTold}
        onChange={(event) => onChange(event.target.value === true ? proposed() : null)}
        options={[
          { value: false, label: '扫描时' },
          { value: true, label: '指定' },
        ]}
      />
      {isTold ? (
        <DatePicker
          aria-label="指定的收回时间"
          format={MINUTES}
          showTime={{ format: 'HH:mm' }}
          showNow={false}
          needConfirm={false}
          allowClear={false}
          disabledDate={(day) => day.format('YYYY-MM-DD') > formatTime(Date.now()).slice(0, 10)}
          value={dayjs(formatTime(value))}
          onChange={(moment) => onChange(moment === null ? null : parseTime(moment.format(MINUTES)))}
        />
      ) : (
        <span className="scan-time-hint">截止后才开箱的选票，请指定实际收到的时间</span>
      )}
    </div>
  )
}
