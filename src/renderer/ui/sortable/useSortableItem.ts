import type { DraggableAttributes } from '@dnd-kit/core'
import { useSortable } from '@dnd-kit/sortable'
import type { CSSProperties, Ref } from 'react'

/** One item of a SortableList. */
export interface SortableItem {
  /** For the item's element; its class marks whether it is dragged, and on which side the drop line is. */
  readonly element: { readonly ref: Ref<HTMLDivElement>; readonly className: string; readonly style: CSSProperties }
  /** For its DragHandle. */
  readonly handle: DraggableAttributes & { readonly ref: Ref<HTMLSpanElement> }
}

/**
 * Makes an element an item of the enclosing SortableList.
 *
 * @param id its id in the list
 * @param className further classes of the element
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
