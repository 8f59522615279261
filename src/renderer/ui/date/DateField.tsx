import { CalendarOutlined } from '@ant-design/icons'
import { DatePicker, Input } from 'antd'
import dayjs from 'dayjs'
import { useState, type AriaAttributes, type ReactNode } from 'react'
import { formatTime } from '#shared/time/chinaTime.ts'
import { DEFAULT_CLOCK, isUnreadable, readTypedTime, unreadable, type Precision } from '#shared/time/typedTime.ts'

const formats = { day: 'YYYY-MM-DD', minute: 'YYYY-MM-DD HH:mm', second: 'YYYY-MM-DD HH:mm:ss' } as const satisfies Readonly<Record<Precision, string>>

/** More characters than any date format has. */
const MOST_SIGNS = 60

/** What a Form.Item gives its control. */
interface FormControl extends Pick<AriaAttributes, 'aria-describedby' | 'aria-invalid' | 'aria-required'> {
  /** The typed text, in China standard time whatever the machine's zone; `''` if none. Unreadable text is kept as it is. */
  readonly value?: string
  readonly onChange?: (written: string) => void
  readonly onBlur?: () => void
  readonly id?: string
}

export interface DateFieldProps extends FormControl {
  /** Accessible name outside a form. */
  readonly label?: string
  readonly placeholder: string
  readonly precision: Precision
  /** True: days after today cannot be chosen. */
  readonly isPast?: boolean
  /** True: highlighted as required. */
  readonly isWanted?: boolean
  /** True: shows an error for unreadable text itself; for use without a form rule. */
  readonly saysFault?: boolean
  /** Below the calendar; `close` closes it. */
  readonly footer?: (close: () => void) => ReactNode
}

/**
 * A day or time, typed in any common format or chosen from a calendar.
 *
 * Unreadable text is kept as typed: a time silently changed to another would end a vote on the wrong day.
 */
export function DateField({
  value = '',
  onChange,
  onBlur,
  id,
  label,
  placeholder,
  precision,
  isPast = false,
  isWanted = false,
  saysFault = false,
  footer,
  ...aria
}: DateFieldProps) {
  const [isOpen, setIsOpen] = useState(false)
  /** The text being typed; null: shows the value. */
  const [typed, setTyped] = useState<string | null>(null)
  const isWrong = typed === null && isUnreadable(value, precision)
  const written = readTypedTime(value, precision) ?? ''
  const leave = () => {
    setTyped(null)
    setIsOpen(false)
  }
  return (
    <span className="date-field">
      <Input
        {...aria}
        {...(id === undefined ? {} : { id })}
        {...(label === undefined ? {} : { 'aria-label': label })}
        {...(isWrong ? { status: 'error' as const } : isWanted ? { status: 'warning' as const } : {})}
        autoComplete="off"
        spellCheck={false}
        allowClear
        maxLength={MOST_SIGNS}
        placeholder={placeholder}
        suffix={<CalendarOutlined aria-hidden />}
        value={typed ?? value}
        onClick={() => setIsOpen(true)}
        onChange={({ target }) => {
          setTyped(target.value)
          onChange?.(readTypedTime(target.value, precision) ?? target.value.trim())
        }}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && isOpen) event.stopPropagation()
          // Enter commits the typed text; by default it would also submit the form.
          if (event.key === 'Enter') event.preventDefault()
          if (event.key === 'Enter' || event.key === 'Escape') leave()
        }}
        onBlur={() => {
          leave()
          onBlur?.()
        }}
      />
      <Calendar
        precision={precision}
        isOpen={isOpen}
        isPast={isPast}
        written={written}
        footer={footer?.(leave)}
        onChoose={(chosen) => {
          setTyped(null)
          onChange?.(chosen)
          if (precision === 'day') setIsOpen(false)
        }}
      />
      {saysFault && isWrong ? (
        <span className="date-field-fault" role="alert">
          {unreadable(precision)}
        </span>
      ) : null}
    </span>
  )
}

interface CalendarProps extends Pick<DateFieldProps, 'precision'> {
  readonly isOpen: boolean
  readonly isPast: boolean
  readonly written: string
  readonly footer: ReactNode
  readonly onChoose: (written: string) => void
}

/** The library's calendar only: its own input is hidden behind the field and never focused. */
function Calendar({ precision, isOpen, isPast, written, footer, onChoose }: CalendarProps) {
  const format = formats[precision]
  return (
    <DatePicker
      className="date-field-calendar"
      aria-hidden
      tabIndex={-1}
      inputReadOnly
      open={isOpen}
      format={format}
      {...(precision === 'day' ? {} : { showTime: { format: format.slice(formats.day.length + 1), defaultOpenValue: dayjs(`2000-01-01 ${DEFAULT_CLOCK}`) } })}
      // The machine's time zone may differ from China's.
      showNow={false}
      needConfirm={false}
      {...(isPast ? { disabledDate: (day) => day.format(formats.day) > formatTime(Date.now()).slice(0, formats.day.length) } : {})}
      value={written === '' ? null : dayjs(written)}
      onCalendarChange={(chosen) => {
        const moment = Array.isArray(chosen) ? chosen[0] : chosen
        if (moment) onChoose(moment.format(format))
      }}
      // Keeps the focus in the field when the calendar is clicked.
      panelRender={(panel) => (
        <div role="presentation" onMouseDown={(event) => event.preventDefault()}>
          {panel}
          {footer ? <div className="date-field-footer">{footer}</div> : null}
        </div>
      )}
    />
  )
}
