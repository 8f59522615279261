import { useEffect, useEffectEvent, useRef } from 'react'
import { useToasts } from '../../bridge/toasts.tsx'
import { boxOf, restoreBox, type Box } from './box.ts'
import { detectScan, type Burst } from './burst.ts'
import { keyOf } from './keyOf.ts'
import { useAfterComposition } from './useAfterComposition.ts'

/**
 * Keeps a barcode scanner from answering a question or filling in a form that is open.
 *
 * Its Enter would press 取消 or 提交, and its code would stand in a field. Nothing becomes of such a scan but a word to
 * whoever holds the scanner.
 */
export function useRefusedScans(isOpen: boolean): void {
  const toasts = useToasts()
  const burst = useRef<Burst<Box> | null>(null)
  const afterComposition = useAfterComposition()
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    const { target } = event
    // A password that another program fills in is as fast.
    if (event.defaultPrevented || (target instanceof HTMLInputElement && target.type === 'password')) {
      burst.current = null
      return
    }
    const { before } = burst.current ?? {}
    const result = detectScan(burst.current, keyOf(event), boxOf(target))
    burst.current = result.burst
    if (result.code === null || !before) return
    event.preventDefault()
    event.stopPropagation()
    toasts.info('请先完成或取消打开的窗口，再扫码')
    if (event.isComposing) afterComposition(() => restoreBox(before))
    else restoreBox(before)
  })
  useEffect(() => {
    if (!isOpen) return undefined
    const listener = (event: KeyboardEvent) => pressed(event)
    window.addEventListener('keydown', listener, true)
    return () => window.removeEventListener('keydown', listener, true)
  }, [isOpen])
}
