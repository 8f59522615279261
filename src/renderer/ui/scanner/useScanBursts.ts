import { useEffect, useEffectEvent, useRef } from 'react'
import { detectScan, type Burst } from './burst.ts'
import { keyOf } from './keyOf.ts'
import { useAfterComposition } from './useAfterComposition.ts'
import { useUnended } from './useUnended.ts'

interface ScanBurstsOptions {
  /** Whether to listen. */
  readonly isOn: boolean
  /** Whether to ignore a key that is not from a scanner, or not for this listener; it ends a burst. */
  readonly ignores: (event: KeyboardEvent) => boolean
  readonly onCode: (code: string) => void
  /** A scan without terminator; its text is removed from the input. */
  readonly onUnended?: (text: string) => void
}

/** Listens to a barcode scanner in the whole window; removes the scanned text from the input, and suppresses the terminator. */
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
    // The terminator must not submit what was typed by hand.
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

/** The focused text input when a burst began, and its value. */
interface Box {
  readonly input: HTMLInputElement | null
  readonly value: string
}

/** The text input of a key event; none if it was elsewhere. */
function boxOf(target: EventTarget | null): Box {
  return target instanceof HTMLInputElement && target.type === 'text' ? { input: target, value: target.value } : { input: null, value: '' }
}

/** Restores an input's value as if typed, so that React notices. */
function restoreBox({ input, value }: Box): void {
  if (!input?.isConnected || input.value === value) return
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value)
  input.dispatchEvent(new Event('input', { bubbles: true }))
}
