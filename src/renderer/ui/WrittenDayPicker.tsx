import { DatePicker } from 'antd'
import dayjs from 'dayjs'

const WRITTEN_DAY = 'YYYY-MM-DD'

interface WrittenDayPickerProps {
  readonly value?: string
  readonly onChange?: (written: string) => void
  /** Given by Form.Item, which labels it. */
  readonly id?: string
  readonly placeholder: string
}

/** A day as it is written; `''` where there is none. */
export function WrittenDayPicker({ value = '', onChange, id, placeholder }: WrittenDayPickerProps) {
  return (
    // Enter takes the typed day: it would send the form around it, too.
    <div
      role="presentation"
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.preventDefault()
      }}
    >
      <DatePicker
        {...(id === undefined ? {} : { id })}
        className="written-time"
        placeholder={placeholder}
        format={WRITTEN_DAY}
        showNow={false}
        value={value === '' ? null : dayjs(value)}
        onChange={(day) => onChange?.(day === null ? '' : day.format(WRITTEN_DAY))}
      />
    </div>
  )
}
