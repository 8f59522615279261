import { useEffect, useEffectEvent, useState } from 'react'
import type { Dropped } from './workbookFile.ts'

/**
 * Handles files dropped anywhere in the window while the screen is visible.
 *
 * @returns true while acceptable files are dragged over the window
 */
export function useFileDrop(isEnabled: boolean, onDrop: (dropped: Dropped) => void): boolean {
  const [isDragged, setIsDragged] = useState(false)
  const dropped = useEffectEvent(onDrop)
  useEffect(() => {
    if (!isEnabled) return
    const stop = new AbortController()
    const { signal } = stop
    const over = (event: DragEvent) => {
      if (!holdsFiles(event) || event.dataTransfer === null) return
      event.preventDefault()
      event.dataTransfer.dropEffect = 'copy'
      setIsDragged(true)
    }
    const leave = (event: DragEvent) => {
      // No related element: the pointer has left the window, not just an element.
      if (event.relatedTarget === null) setIsDragged(false)
    }
    const drop = (event: DragEvent) => {
      if (!holdsFiles(event) || event.dataTransfer === null) return
      event.preventDefault()
      setIsDragged(false)
      dropped(event.dataTransfer)
    }
    window.addEventListener('dragenter', over, { signal })
    window.addEventListener('dragover', over, { signal })
    window.addEventListener('dragleave', leave, { signal })
    window.addEventListener('drop', drop, { signal })
    return () => {
      stop.abort()
      setIsDragged(false)
    }
  }, [isEnabled])
  return isDragged
}

function holdsFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes('Files') ?? false
}
