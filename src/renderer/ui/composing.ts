/** Whether a key belongs to an active composition of an input method, where Enter chooses a word rather than submits. */
export function isComposing(event: { readonly isComposing: boolean; readonly keyCode: number }): boolean {
  return event.isComposing || event.keyCode === 229
}
