/**
 * Keeps the second click of a double click from what the first one uncovered or put on top.
 *
 * Dialogs, menus and toasts come and go without a transition: a user who double-clicks their button would press what lies beneath,
 * a tab, an action of a row, another dialog. A further click counts only in the layer of the first.
 */
export function keepDoubleClicks(page: Window): void {
  let first: Element | null = null
  let isStray = false
  page.addEventListener(
    'mousedown',
    ({ target, detail }) => {
      const layer = target instanceof Element ? layerOf(target) : null
      if (detail < 2) first = layer
      isStray = layer !== first
    },
    true,
  )
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

/** The page, or the dialog or menu over it, each a child of the body, or the toasts, which stand in the page. */
const layerOf = (target: Element): Element | null => target.closest('.toasts, body > *')
