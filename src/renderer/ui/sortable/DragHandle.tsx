import { HolderOutlined } from '@ant-design/icons'
import type { SortableItem } from './useSortableItem.ts'

interface DragHandleProps {
  /** The dragged item: `议题 2`. */
  readonly name: string
  readonly handle: SortableItem['handle']
}

/** The handle for dragging an item, by mouse or by the space bar and arrow keys. */
export function DragHandle({ name, handle }: DragHandleProps) {
  return (
    <span {...handle} className="drag-handle" aria-label={`拖动${name}`} title={`拖动${name}，调整顺序`} data-handle={name}>
      <HolderOutlined aria-hidden />
    </span>
  )
}
