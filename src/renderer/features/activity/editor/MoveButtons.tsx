import { ArrowDownOutlined, ArrowUpOutlined } from '@ant-design/icons'
import { changeAndFocus } from './changeAndFocus.ts'
import { ReasonedButton } from '../../../ui/ReasonedButton.tsx'

interface MoveButtonsProps {
  /** Stable when the item moves; identifies its buttons. */
  readonly id: string
  /** The moved item: `议题 2`. */
  readonly name: string
  readonly index: number
  readonly count: number
  readonly onMove: (to: number) => void
}

/** Buttons to move an item up or down; the pressed button keeps the focus. */
export function MoveButtons({ id, name, index, count, onMove }: MoveButtonsProps) {
  // React moves the item in the DOM, which loses its focus.
  const move = (to: number, buttonId: string) => changeAndFocus(() => onMove(to), buttonId)
  const [up, down] = [`${id}-up`, `${id}-down`]
  return (
    <>
      <ReasonedButton
        id={up}
        type="text"
        size="small"
        icon={<ArrowUpOutlined aria-hidden />}
        aria-label={`上移${name}`}
        title={index === 0 ? '' : `上移${name}`}
        reason={index === 0 ? '已经是第一个' : null}
        onClick={() => move(index - 1, up)}
      />
      <ReasonedButton
        id={down}
        type="text"
        size="small"
        icon={<ArrowDownOutlined aria-hidden />}
        aria-label={`下移${name}`}
        title={index === count - 1 ? '' : `下移${name}`}
        reason={index === count - 1 ? '已经是最后一个' : null}
        onClick={() => move(index + 1, down)}
      />
    </>
  )
}
