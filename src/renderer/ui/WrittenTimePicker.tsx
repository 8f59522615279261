import { DatePicker } from 'antd'
import { formatTime } from '#shared/time/chinaTime.ts'
import { pickedTime, WRITTEN_MINUTES, writtenTime } from './writtenTime.ts'

interface WrittenTimePickerProps {
  readonly value?: string
  readonly onChange?: (written: string) => void
  readonly onBlur?: () => void
  /** Given by Form.Item, which labels it. */
  readonly id?: string
  /** Names it where no form does. */
  readonly label?: string
  readonly placeholder: string
  /** True: no day after today. */
  readonly isPast?: boolean
  /** True: set apart, for it has to be filled in. */
  readonly isWanted?: boolean
}

/**
 * A time as it is written, to the minute; `''` where there is none.
 *
 * It is China standard time whatever the machine's zone: so there is no button for now, which would be the machine's.
 */
export function WrittenTimePicker({ value = '', onChange, onBlur, id, label, placeholder, isPast = false, isWanted = false }: WrittenTimePickerProps) {
  return (
    <DatePicker
      {...(id === undefined ? {} : { id })}
      {...(label === undefined ? {} : { 'aria-label': label })}
      {...(isWanted ? { status: 'warning' as const } : {})}
      className="written-time"
      placeholder={placeholder}
      format={WRITTEN_MINUTES}
      showTime={{ format: 'HH:mm' }}
      showNow={false}
      needConfirm={false}
      {...(isPast ? { disabledDate: (day) => day.format('YYYY-MM-DD') > formatTime(Date.now()).slice(0, 10) } : {})}
      value={pickedTime(value)}
      onChange={(moment) => onChange?.(writtenTime(moment, WRITTEN_MINUTES))}
      {...(onBlur ? { onBlur } : {})}
    />
  )
}
