import { useEffect, useEffectEvent, useRef } from 'react'
import { detectScan, type Burst } from './burst.ts'
import { keyOf } from './keyOf.ts'
import { useAfterComposition } from './useAfterComposition.ts'
import { useUnended } from './useUnended.ts'

interface ScanBurstsOptions {
  /** Whether anything is listened to. */
  readonly isOn: boolean
  /** A key that no scanner pressed, or that is not for this listener: a burst ends with it. */
  readonly ignores: (event: KeyboardEvent) => boolean
  readonly onCode: (code: string) => void
  /** A scan that nothing ended; what it typed into a box is taken back. */
  readonly onUnended?: (text: string) => void
}

/** Hears a barcode scanner of the whole window; what it typed into a box is taken back, and its end sends nothing. */
export function useScanBursts({ isOn, ignores, onCode, onUnended }: ScanBurstsOptions): void {
  const burst = useRef<Burst<Box> | null>(null)
  const afterComposition = useAfterComposition()
  const watchUnended = useUnended<Box>(({ before, text }) => {
    if (!onUnended) return
    restoreBox(before)
    onUnended(text)
  })
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || ignores(event)) {
      burst.current = null
      watchUnended(null)
      return
    }
    const { before } = burst.current ?? {}
    const result = detectScan(burst.current, keyOf(event), boxOf(event.target))
    const { code } = result
    burst.current = result.burst
    watchUnended(result.burst)
    if (result.isTail) {
      event.preventDefault()
      event.stopPropagation()
    }
    if (code === null || !before) return
    event.preventDefault()
    // The end of a scan sends nothing that a hand was typing.
    event.stopPropagation()
    const scanned = () => {
      restoreBox(before)
      onCode(code)
    }
    if (event.isComposing) afterComposition(scanned)
    else scanned()
  })
  useEffect(() => {
    if (!isOn) return undefined
    const listener = (event: KeyboardEvent) => pressed(event)
    window.addEventListener('keydown', listener, true)
    return () => window.removeEventListener('keydown', listener, true)
  }, [isOn])
}

/** The text box that had the focus when a burst of keys began, and what was in it. */
interface Box {
  readonly input: HTMLInputElement | null
  readonly value: string
}

/** The box that a key was pressed in; no box where it was none. */
function boxOf(target: EventTarget | null): Box {
  return target instanceof HTMLInputElement && target.type === 'text' ? { input: target, value: target.value } : { input: null, value: '' }
}

/** Gives a box back what was in it, as if it had been typed: React hears of it. */
function restoreBox({ input, value }: Box): void {
  if (!input?.isConnected || input.value === value) return
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value)
  input.dispatchEvent(new Event('input', { bubbles: true }))
}
