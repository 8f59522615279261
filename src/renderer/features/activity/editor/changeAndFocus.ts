import { flushSync } from 'react-dom'

/** Focuses an element that exists, or lies in its place, after the change; at once, as what is typed in between would go elsewhere. */
export function changeAndFocus(change: () => void, id: string): void {
  flushSync(change)
  document.getElementById(id)?.focus()
}
