import { PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'

interface AddButtonProps {
  /** These come from Form.Item, which passes here what is wrong with the list. */
  readonly id?: string
  readonly 'aria-describedby'?: string
  /** Its name for those who hear the screen, where that is not what is on it. */
  readonly label?: string
  readonly text: string
  readonly onAdd: () => void
}

/** Adds to a list; the control of the list's Form.Item. */
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

/** The element is there with the next picture. */
export function focusSoon(id: string): void {
  requestAnimationFrame(() => document.getElementById(id)?.focus())
}
