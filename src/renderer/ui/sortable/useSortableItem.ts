import type { DraggableAttributes } from '@dnd-kit/core'
import { useSortable } from '@dnd-kit/sortable'
import type { CSSProperties, Ref } from 'react'

/** One item of a SortableList. */
export interface SortableItem {
  /** For the item's element; its class says whether it is dragged, and on which of its sides the line shows where the dragged one lands. */
  readonly element: { readonly ref: Ref<HTMLDivElement>; readonly className: string; readonly style: CSSProperties }
  /** For its DragHandle. */
  readonly handle: DraggableAttributes & { readonly ref: Ref<HTMLSpanElement> }
}

/**
 * Makes an element an item of the SortableList around it.
 *
 * @param id the one that the list has for it
 * @param className what else the element's class is
 */
export function useSortableItem(id: string, className: string): SortableItem {
  const { setNodeRef, setActivatorNodeRef, attributes, listeners, transform, isDragging, isOver, index, activeIndex } = useSortable({
    id,
    attributes: { roleDescription: '可以拖动的项' },
  })
  const side = isOver && activeIndex !== index ? (activeIndex > index ? ' sortable-before' : ' sortable-after') : ''
  return {
    element: {
      ref: setNodeRef,
      className: `${className}${isDragging ? ' sortable-dragged' : ''}${side}`,
      style: isDragging && transform ? { transform: `translate3d(0, ${transform.y}px, 0)` } : {},
    },
    handle: { ...attributes, ...listeners, ref: setActivatorNodeRef },
  }
}
