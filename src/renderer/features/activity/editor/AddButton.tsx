import { PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'

interface AddButtonProps {
  /** From Form.Item, which passes the list's error this way. */
  readonly id?: string
  readonly 'aria-describedby'?: string
  /** Accessible name, if it differs from the text. */
  readonly label?: string
  readonly text: string
  readonly onAdd: () => void
}

/** Adds an item to a list; the control of the list's Form.Item. */
export function AddButton({ id, 'aria-describedby': describedBy, label, text, onAdd }: AddButtonProps) {
  return (
    <Button
      {...(id === undefined ? {} : { id })}
      {...(label === undefined ? {} : { 'aria-label': label })}
      aria-describedby={describedBy}
      icon={<PlusOutlined aria-hidden />}
      onClick={onAdd}
    >
      {text}
    </Button>
  )
}
