import { useState } from 'react'
import { formatTime, parseTime } from '#shared/time/chinaTime.ts'
import { DateField, type DateFieldProps } from './DateField.tsx'

/** Stands for an unreadable time; the server always refuses it. */
export const UNREAD = -1

interface MomentFieldProps extends Omit<DateFieldProps, 'value' | 'onChange' | 'id' | 'saysFault' | 'precision'> {
  readonly precision: 'minute' | 'second'
  /** Epoch ms; {@link UNREAD} for unreadable text, null if none. */
  readonly value: number | null
  readonly onChange: (moment: number | null) => void
}

/** A time field outside a form; shows its own error. */
export function MomentField({ value, onChange, precision, ...field }: MomentFieldProps) {
  const [text, setText] = useState('')
  const written = value === null ? '' : value === UNREAD ? text : formatTime(value).slice(0, precision === 'minute' ? 16 : 19)
  return (
    <DateField
      {...field}
      precision={precision}
      saysFault
      value={written}
      onChange={(typed) => {
        setText(typed)
        onChange(typed === '' ? null : (parseTime(typed) ?? UNREAD))
      }}
    />
  )
}
