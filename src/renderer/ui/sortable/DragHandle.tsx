import { HolderOutlined } from '@ant-design/icons'
import type { SortableItem } from './useSortableItem.ts'

interface DragHandleProps {
  /** What is dragged: `议题 2`. */
  readonly name: string
  readonly handle: SortableItem['handle']
}

/** Where an item is taken to be dragged, with the mouse or with the space bar and the arrows. */
export function DragHandle({ name, handle }: DragHandleProps) {
  return (
    <span {...handle} className="drag-handle" aria-label={`拖动${name}`} title={`拖动${name}，调整顺序`} data-handle={name}>
      <HolderOutlined aria-hidden />
    </span>
  )
}
