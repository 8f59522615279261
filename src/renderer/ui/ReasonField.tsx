import { Input, Radio } from 'antd'
import { useId } from 'react'
import type { TextLimit } from '#shared/text/limits.ts'

/** A reason that is asked for; its label is before the reasons: `作废原因`. */
export interface AskedReason extends TextLimit {
  /** Reasons ready to be chosen; any other may be written. */
  readonly ready: readonly string[]
  /** True if one need not give any. */
  readonly isOptional?: boolean
}

interface ReasonFieldProps extends AskedReason {
  readonly value?: string
  readonly isDisabled?: boolean
  /** False within a form, where somebody types elsewhere. */
  readonly hasFocus?: boolean
  /** Given by the form's field, whose rule says so: its label has the star that others have. */
  readonly 'aria-required'?: boolean | 'true' | 'false'
  readonly onChange?: (reason: string) => void
}

/** Reasons ready to be chosen, and a line for any other; a field of a form as well. */
export function ReasonField({
  label,
  ready,
  max,
  value = '',
  isDisabled = false,
  hasFocus = true,
  'aria-required': required,
  onChange = () => undefined,
}: ReasonFieldProps) {
  const id = useId()
  const isRequired = required === true || required === 'true'
  return (
    <div className="question-reason">
      <div id={id} className={`question-reason-label${isRequired ? ' required-mark' : ''}`}>
        {label}
      </div>
      <Radio.Group
        aria-labelledby={id}
        aria-required={isRequired}
        optionType="button"
        disabled={isDisabled}
        value={ready.includes(value) ? value : null}
        onChange={(event) => onChange(String(event.target.value))}
      >
        {ready.map((one, index) => (
          <Radio.Button key={one} value={one} autoFocus={hasFocus && index === 0}>
            {one}
          </Radio.Button>
        ))}
      </Radio.Group>
      <Input
        aria-label={`其他${label}`}
        placeholder={ready.length === 0 ? `请填写${label}` : `其他${label}，请写在这里`}
        maxLength={max}
        disabled={isDisabled}
        value={ready.includes(value) ? '' : value}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  )
}
