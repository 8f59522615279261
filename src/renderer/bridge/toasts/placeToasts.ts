import { freePlace, leastCovering, type Box, type StackSize, type Surroundings } from './freePlace.ts'

/** What a toast never covers: what is asked or chosen from, and the bars around the page. */
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

/** What can be done on the page: what offers something stays for long, and keeps off it where there is room. */
const ACTS = ['button', 'a[href]', 'input', 'label', 'textarea', '[role="tab"]', '[role="combobox"]'].map((act) => `.frame-page ${act}`).join(',')

/** In rem: natural, besides a dialog, besides a wide one. */
const WIDTHS_REM = [40, 24, 15]

/**
 * Keeps the toasts in `container` off everything that they must not cover, for as long as there are any.
 *
 * What opens or closes meanwhile is seen before the window is painted, so that no picture shows a toast over it.
 *
 * @returns stops it
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
  /** Watched only while something is shown: the rest of the time the page changes as it likes. */
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

/** Narrower than it is by itself it becomes in the page only where it keeps off what can be done there. */
function freeInPage(page: Surroundings, acts: readonly Box[], sizes: readonly StackSize[], current: Box | null): Box | null {
  const apart = acts.length === 0 ? null : freePlace({ ...page, acts }, sizes, current)
  return apart ?? freePlace(page, sizes.slice(0, 1), current)
}

/** The stack at each width: what it is wide there at most, and how high. */
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
