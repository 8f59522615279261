/**
 * Keeps the second click of a double click from whatever a closed dialog uncovers.
 *
 * Dialogs close without a transition, so the second click of a user who double-clicks their button would press what lies beneath:
 * a tab, an action of a row, another dialog. A further click counts only in the dialog, or on the page, of the first one.
 */
export function keepDoubleClicks(page: Window): void {
  let first: Element | null = null
  let isStray = false
  const judge = (event: MouseEvent) => {
    const dialog = event.target instanceof Element ? event.target.closest('[role="dialog"]') : null
    if (event.detail < 2) first = dialog
    isStray = dialog !== first
  }
  page.addEventListener('mousedown', judge, true)
  for (const type of ['mousedown', 'mouseup', 'click', 'dblclick'] as const) {
    page.addEventListener(
      type,
      (event) => {
        // A click by keyboard or by a program has no press before it.
        if (!isStray || event.detail === 0) return
        event.preventDefault()
        event.stopImmediatePropagation()
      },
      true,
    )
  }
}
