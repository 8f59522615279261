import type { DraggableAttributes, DraggableSyntheticListeners } from '@dnd-kit/core'
import { useSortable } from '@dnd-kit/sortable'
import type { CSSProperties, Ref } from 'react'

/** One item of a SortableList. */
export interface SortableItem {
  /** For the item's element. */
  readonly ref: Ref<HTMLDivElement>
  /** Whether it is dragged, and on which of its sides the line shows where the dragged one lands. */
  readonly className: string
  readonly style: CSSProperties
  /** For its DragHandle. */
  readonly handle: {
    readonly ref: Ref<HTMLSpanElement>
    readonly attributes: DraggableAttributes
    readonly listeners: DraggableSyntheticListeners
  }
}

/**
 * Makes an element an item of the SortableList around it.
 *
 * @param id the one that the list has for it
 */
export function useSortableItem(id: string): SortableItem {
  const { setNodeRef, setActivatorNodeRef, attributes, listeners, transform, isDragging, isOver, index, activeIndex } = useSortable({
    id,
    attributes: { roleDescription: '可以拖动的项' },
  })
  const side = isOver && activeIndex !== index ? (activeIndex > index ? ' sortable-before' : ' sortable-after') : ''
  return {
    ref: setNodeRef,
    className: `sortable-item${isDragging ? ' sortable-dragged' : ''}${side}`,
    style: isDragging && transform ? { transform: `translate3d(0, ${transform.y}px, 0)` } : {},
    handle: { ref: setActivatorNodeRef, attributes, listeners },
  }
}
