import { Form, type FormItemProps } from 'antd'
import { dateRule, futureFault, judged } from '../fieldRules.ts'
import { DateField } from './DateField.tsx'

interface PastMomentItemProps extends Pick<FormItemProps, 'name' | 'validateTrigger'> {
  readonly label: string
  /** What is said of a time that is still to come. */
  readonly inFuture: string
}

const hasBeen = (inFuture: string) => judged((written: string | undefined) => futureFault(written, Date.now(), inFuture))

/** The field of a form for when something was: it must be filled in. */
export function PastMomentItem({ label, inFuture, ...item }: PastMomentItemProps) {
  return (
    <Form.Item {...item} label={label} validateFirst rules={[{ required: true, message: `请选择${label}` }, dateRule('minute'), hasBeen(inFuture)]}>
      <DateField precision="minute" placeholder={`请选择${label}`} isPast />
    </Form.Item>
  )
}
