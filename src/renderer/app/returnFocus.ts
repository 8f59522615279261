/** Limit of remembered focus positions. */
const REMEMBERED = 12

/**
 * Restores the focus when the dialog that had it is gone.
 *
 * A dialog that is closed before unmounting does so itself. One that unmounts directly (an answered question, a submitted form)
 * leaves no focus: keys do nothing, and screen reader users lose their place.
 *
 * @param root the element that does not contain the dialogs
 */
export function returnFocus(page: Document, root: Element): void {
  let places: readonly HTMLElement[] = []
  let wasInDialog = false
  page.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof HTMLElement) || target === page.body) return
    places = [target, ...places.filter((place) => place !== target && place.isConnected)].slice(0, REMEMBERED)
    wasInDialog = !root.contains(target)
  })
  const look = () => {
    if (page.activeElement !== page.body || !wasInDialog || places[0]?.isConnected === true) return
    wasInDialog = false
    const isTaken = places.filter(({ isConnected }) => isConnected).some((place) => takesFocus(page, place))
    if (!isTaken) focusPage(page)
  }
  // Dialogs are direct children of the body, each in its own container.
  new MutationObserver(look).observe(page.body, { childList: true })
}

/** Whether the element took the focus; hidden and disabled ones do not. */
function takesFocus(page: Document, place: HTMLElement): boolean {
  place.focus({ preventScroll: true })
  return page.activeElement === place
}

/** Focuses the page itself, so that Tab continues from there. */
function focusPage(page: Document): void {
  const main = page.querySelector('main')
  if (!main) return
  main.tabIndex = -1
  main.focus({ preventScroll: true })
}
