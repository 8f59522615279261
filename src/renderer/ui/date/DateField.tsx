import { CalendarOutlined } from '@ant-design/icons'
import { DatePicker, Input } from 'antd'
import dayjs from 'dayjs'
import { useState, type AriaAttributes, type ReactNode } from 'react'
import { formatTime } from '#shared/time/chinaTime.ts'
import { DEFAULT_CLOCK, isUnreadable, readTypedTime, unreadable, type Precision } from '#shared/time/typedTime.ts'

const formats = { day: 'YYYY-MM-DD', minute: 'YYYY-MM-DD HH:mm', second: 'YYYY-MM-DD HH:mm:ss' } as const satisfies Readonly<Record<Precision, string>>

/** More signs than any writing of a time has. */
const MOST_SIGNS = 60

/** What a Form.Item gives its control. */
interface FormControl extends Pick<AriaAttributes, 'aria-describedby' | 'aria-invalid' | 'aria-required'> {
  /** As it is written, in China standard time whatever the machine's zone; `''` if none. What cannot be read is the text itself. */
  readonly value?: string
  readonly onChange?: (written: string) => void
  readonly onBlur?: () => void
  readonly id?: string
}

export interface DateFieldProps extends FormControl {
  /** Names it where no form does. */
  readonly label?: string
  readonly placeholder: string
  readonly precision: Precision
  /** True: no day after today is offered. */
  readonly isPast?: boolean
  /** True: set apart, for it has to be filled in. */
  readonly isWanted?: boolean
  /** True: it says itself what cannot be read; where a form's rule does not. */
  readonly saysFault?: boolean
  /** Below the calendar; `close` closes it. */
  readonly footer?: (close: () => void) => ReactNode
}

/**
 * A day or a time, typed as people write it or chosen from a calendar.
 *
 * A text that cannot be read stays as it was typed, for a time that silently becomes another one ends a vote on the wrong day.
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
  /** What is in the box while somebody types; null: what is written. */
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
          // Enter takes what was typed: it would send the form around it, too.
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

/** The library's calendar alone: its own box is hidden behind the field's, and never has the focus. */
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
      // The machine's zone may be another than China's.
      showNow={false}
      needConfirm={false}
      {...(isPast ? { disabledDate: (day) => day.format(formats.day) > formatTime(Date.now()).slice(0, formats.day.length) } : {})}
      value={written === '' ? null : dayjs(written)}
      onCalendarChange={(chosen) => {
        const moment = Array.isArray(chosen) ? chosen[0] : chosen
        if (moment) onChoose(moment.format(format))
      }}
      // The field keeps the focus: what is pressed in the calendar does not leave it.
      panelRender={(panel) => (
        <div role="presentation" onMouseDown={(event) => event.preventDefault()}>
          {panel}
          {footer ? <div className="date-field-footer">{footer}</div> : null}
        </div>
      )}
    />
  )
}
