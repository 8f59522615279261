import { freePlace, leastCovering, type Box, type StackSize, type Surroundings } from './freePlace.ts'

/** Never covered by a toast: dialogs, menus and the bars around the page. */
const OBSTACLES = [
  '.sidebar',
  '.navbar',
  '.tab-bar',
  '.banners',
  '.ant-modal',
  '.ant-drawer-content-wrapper',
  '.ant-drawer-section',
  '.ant-dropdown',
  '.ant-menu-submenu-popup',
  '.ant-select-dropdown',
  '.ant-cascader-dropdown',
  '.ant-picker-dropdown',
  '.ant-popover',
  '[role="listbox"]',
  '[data-toasts="avoid"]',
].join(',')

/** Interactive elements on the page; toasts with actions stay longer and avoid these if there is room. */
const ACTS = ['button', 'a[href]', 'input', 'label', 'textarea', '[role="tab"]', '[role="combobox"]'].map((act) => `.frame-page ${act}`).join(',')

/** In rem: natural width, beside a dialog, beside a wide dialog. */
const WIDTHS_REM = [40, 24, 15]

/**
 * Moves the toasts in `container` off everything they must not cover, while any are shown.
 *
 * Reacts to elements that appear or disappear before the next paint, so that no frame shows a toast over them.
 *
 * @returns a function to stop
 */
export function placeToasts(container: HTMLElement): () => void {
  let current: Box | null = null
  const settle = () => {
    const stack = container.querySelector<HTMLElement>('.ant-message-list-content')
    if (!stack || stack.childElementCount === 0) {
      current = null
      return
    }
    current = place(container, stack, current)
  }
  const changes = new MutationObserver((records) => {
    if (records.some(({ target }) => !container.contains(target))) settle()
  })
  /** Observes changes of the page only while a toast is shown. */
  const arrivals = new MutationObserver(() => {
    settle()
    if (current === null) changes.disconnect()
    else changes.observe(document.body, { subtree: true, childList: true, attributeFilter: ['class', 'style'] })
  })
  arrivals.observe(container, { subtree: true, childList: true })
  window.addEventListener('resize', settle)
  return () => {
    arrivals.disconnect()
    changes.disconnect()
    window.removeEventListener('resize', settle)
  }
}

function place(container: HTMLElement, stack: HTMLElement, current: Box | null): Box {
  const area: Box = { left: 0, top: 0, width: document.documentElement.clientWidth, height: document.documentElement.clientHeight }
  const page = document.querySelector('.frame-page')?.getBoundingClientRect()
  const surroundings = { area, obstacles: shownBoxes(container, OBSTACLES) }
  const sizes = sizesOf(container, stack, area.width)
  const acts = stack.querySelector('.toast-actions') ? shownBoxes(container, ACTS) : []
  const inPage = page ? freeInPage({ ...surroundings, area: boxOf(page) }, acts, sizes, current) : null
  const chosen = inPage ?? freePlace(surroundings, sizes, current) ?? leastCovering(surroundings, sizes[0] ?? { width: 0, height: 0 })
  container.style.setProperty('--toasts-left', `${chosen.left}px`)
  container.style.setProperty('--toasts-top', `${chosen.top}px`)
  container.style.setProperty('--toasts-width', `${chosen.width}px`)
  return chosen
}

/** Uses a narrower width on the page only if that avoids interactive elements. */
function freeInPage(page: Surroundings, acts: readonly Box[], sizes: readonly StackSize[], current: Box | null): Box | null {
  const apart = acts.length === 0 ? null : freePlace({ ...page, acts }, sizes, current)
  return apart ?? freePlace(page, sizes.slice(0, 1), current)
}

/** The stack's size at each maximum width. */
function sizesOf(container: HTMLElement, stack: HTMLElement, most: number): StackSize[] {
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
  return WIDTHS_REM.map((widthRem) => {
    const allowed = Math.min(widthRem * rem, most - 16)
    container.style.setProperty('--toasts-width', `${allowed}px`)
    const widest = Math.max(...Array.from(stack.children, (toast) => toast.getBoundingClientRect().width))
    return { width: Math.ceil(widest), height: Math.ceil(stack.getBoundingClientRect().height) }
  })
}

function shownBoxes(container: HTMLElement, selector: string): Box[] {
  return Array.from(document.querySelectorAll<HTMLElement>(selector))
    .filter((element) => !container.contains(element) && element.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true }))
    .map((element) => boxOf(element.getBoundingClientRect()))
    .filter(({ width, height }) => width > 0 && height > 0)
}

function boxOf({ left, top, width, height }: DOMRect): Box {
  return { left, top, width, height }
}
