import { useEffect, useEffectEvent, useRef, useState, type PointerEvent, type RefObject } from 'react'
import { edgeScroll, landingIndex } from './sortable.ts'

export interface Drag {
  readonly from: number
  readonly to: number
}

export interface Sortable {
  /** For the element whose children are the items, and nothing else. */
  readonly list: RefObject<HTMLDivElement | null>
  /** What is dragged and where it would land; null while nothing is. */
  readonly drag: Drag | null
  /** For the handle of the item at that position. */
  readonly handle: (index: number) => { readonly onPointerDown: (event: PointerEvent<HTMLElement>) => void }
}

/** Orders a list by dragging its items' handles; Esc lets everything stay where it was. */
export function useSortable(onMove: (from: number, to: number) => void): Sortable {
  const list = useRef<HTMLDivElement>(null)
  const [drag, setDrag] = useState<Drag | null>(null)
  const isDragging = drag !== null

  const follow = useEffectEvent((event: globalThis.PointerEvent) => {
    if (!drag || !list.current) return
    const middles = Array.from(list.current.children, (item) => {
      const { top, height } = item.getBoundingClientRect()
      return top + height / 2
    })
    setDrag({ from: drag.from, to: landingIndex(middles, drag.from, event.clientY) })
    const pane = list.current.closest('.tab-pane')
    const seen = pane?.getBoundingClientRect()
    if (pane && seen) pane.scrollTop += edgeScroll(event.clientY, seen.top, seen.bottom)
  })
  const drop = useEffectEvent(() => {
    if (drag && drag.from !== drag.to) onMove(drag.from, drag.to)
    setDrag(null)
  })
  useEffect(() => {
    if (!isDragging) return undefined
    const stop = new AbortController()
    const { signal } = stop
    const cancel = () => setDrag(null)
    window.addEventListener('pointermove', (event) => follow(event), { signal })
    window.addEventListener('pointerup', () => drop(), { signal })
    window.addEventListener('pointercancel', cancel, { signal })
    window.addEventListener('blur', cancel, { signal })
    window.addEventListener(
      'keydown',
      (event) => {
        if (event.key === 'Escape') cancel()
      },
      { signal },
    )
    return () => stop.abort()
  }, [isDragging])

  return {
    list,
    drag,
    handle: (index) => ({
      onPointerDown: (event) => {
        if (event.button !== 0) return
        // The text under the way of the pointer is not to be selected.
        event.preventDefault()
        setDrag({ from: index, to: index })
      },
    }),
  }
}
