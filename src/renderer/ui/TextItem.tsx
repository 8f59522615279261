import { Form, Input } from 'antd'
import type { TextLimit } from '#shared/text/limits.ts'
import { fieldRules } from './fieldRules.ts'

interface TextItemProps<Values> {
  readonly name: keyof Values & string
  readonly limit: TextLimit
  readonly placeholder?: string
  /** The fewest and most lines of a text area; without them one line. */
  readonly lines?: readonly [number, number]
}

/** A form's text field with the label and rules of its limit. */
export function TextItem<Values>({ name, limit, placeholder = '', lines }: TextItemProps<Values>) {
  return (
    <Form.Item<Record<string, string>> name={name} label={limit.label} rules={fieldRules(limit)}>
      {lines ? (
        <Input.TextArea autoSize={{ minRows: lines[0], maxRows: lines[1] }} placeholder={placeholder} />
      ) : (
        <Input autoComplete="off" placeholder={placeholder} />
      )}
    </Form.Item>
  )
}
