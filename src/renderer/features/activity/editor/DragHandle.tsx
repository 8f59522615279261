import { HolderOutlined } from '@ant-design/icons'
import type { PointerEvent } from 'react'

interface DragHandleProps {
  readonly name: string
  readonly onPointerDown: (event: PointerEvent<HTMLElement>) => void
}

/** Where an item is taken to be dragged; the arrows beside it do the same by keyboard. */
export function DragHandle({ name, onPointerDown }: DragHandleProps) {
  return (
    <span className="drag-handle" title={`拖动${name}，调整顺序`} data-handle={name} onPointerDown={onPointerDown}>
      <HolderOutlined aria-hidden />
    </span>
  )
}
