import { useState } from 'react'
import { formatTime, parseTime } from '#shared/time/chinaTime.ts'
import { DateField, type DateFieldProps } from './DateField.tsx'

/** A moment that was typed and cannot be read: the server refuses it wherever it is sent. */
export const UNREAD = -1

interface MomentFieldProps extends Omit<DateFieldProps, 'value' | 'onChange' | 'id' | 'saysFault' | 'precision'> {
  readonly precision: 'minute' | 'second'
  /** In epoch ms; {@link UNREAD} where the text cannot be read, null if none. */
  readonly value: number | null
  readonly onChange: (moment: number | null) => void
}

/** A time outside of a form, which says itself what cannot be read. */
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
