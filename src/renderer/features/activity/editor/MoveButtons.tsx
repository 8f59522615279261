import { ArrowDownOutlined, ArrowUpOutlined } from '@ant-design/icons'
import { ReasonedButton } from '../../../ui/ReasonedButton.tsx'

interface MoveButtonsProps {
  /** Stays with the item wherever it goes: finds its buttons again. */
  readonly id: string
  /** What is moved: `议题 2`. */
  readonly name: string
  readonly index: number
  readonly count: number
  readonly onMove: (to: number) => void
}

/** Moves an item up and down without a mouse; the focus stays on the button that was pressed. */
export function MoveButtons({ id, name, index, count, onMove }: MoveButtonsProps) {
  const move = (to: number, buttonId: string) => {
    onMove(to)
    // React puts the item elsewhere in the page, which takes its focus.
    requestAnimationFrame(() => document.getElementById(buttonId)?.focus())
  }
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
