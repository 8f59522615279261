/** True when a key belongs to an input method that is still composing: its Enter chooses a word, it submits nothing. */
export function isComposing(event: { readonly isComposing: boolean; readonly keyCode: number }): boolean {
  return event.isComposing || event.keyCode === 229
}
