import { Input, Radio } from 'antd'
import { useId } from 'react'
import type { TextLimit } from '#shared/text/limits.ts'

/** A reason prompted for; its label precedes the suggestions: `作废原因`. */
export interface AskedReason extends TextLimit {
  /** Suggested reasons; others can be typed. */
  readonly ready: readonly string[]
  /** True if the reason is optional. */
  readonly isOptional?: boolean
}

interface ReasonFieldProps extends AskedReason {
  readonly value?: string
  readonly isDisabled?: boolean
  /** False in a form where another field has the focus. */
  readonly hasFocus?: boolean
  /** Given by the form's field, whose rule says so: its label has the star that others have. */
  readonly 'aria-required'?: boolean | 'true' | 'false'
  readonly onChange?: (reason: string) => void
}

/** Suggested reasons, and an input for others; also usable as a form field. */
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
