/** How many places are remembered. */
const REMEMBERED = 12

/**
 * Gives the focus back when the dialog that had it is gone.
 *
 * A dialog that is closed before it goes does so itself. One that is taken away in one step (a question that is answered,
 * a form that is done) leaves the focus nowhere: the next key then does nothing, and whoever hears the screen is lost.
 *
 * @param root what the dialogs are not part of
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
  // Dialogs are children of the body, each in a box of its own.
  new MutationObserver(look).observe(page.body, { childList: true })
}

/** What is hidden or disabled takes none. */
function takesFocus(page: Document, place: HTMLElement): boolean {
  place.focus({ preventScroll: true })
  return page.activeElement === place
}

/** The page as a whole: from there the next Tab goes on. */
function focusPage(page: Document): void {
  const main = page.querySelector('main')
  if (!main) return
  main.tabIndex = -1
  main.focus({ preventScroll: true })
}
