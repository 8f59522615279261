/** The text box that had the focus when a burst of keys began, and what stood in it. */
export interface Box {
  readonly input: HTMLInputElement | null
  readonly value: string
}

/** The box that a key was pressed in; no box where it was none. */
export function boxOf(target: EventTarget | null): Box {
  return target instanceof HTMLInputElement && target.type === 'text' ? { input: target, value: target.value } : { input: null, value: '' }
}

/** Gives a box back what stood in it, as if it had been typed: React hears of it. */
export function restoreBox({ input, value }: Box): void {
  if (!input?.isConnected || input.value === value) return
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value)
  input.dispatchEvent(new Event('input', { bubbles: true }))
}
