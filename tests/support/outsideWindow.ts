import type { Page } from '@playwright/test'

/** Overlays of screens. */
const LAYERS =
  '[role="dialog"], .ant-modal-container, .ant-drawer-content, .ant-dropdown, .ant-popover, .ant-tooltip, .ant-select-dropdown, .ant-picker-dropdown, .ant-cascader-dropdown'
/** Their interactive and readable elements. */
const ENTRIES = 'button, a, input, textarea, [role="menuitem"], [role="option"], [role="tab"], li, label, td, h2, h3, p'

/** Parts of dialogs, menus and panels outside of the window that cannot be scrolled into it; `layers` is the number of open ones. */
export function outsideWindow(page: Page): Promise<{ readonly layers: number; readonly outside: string[] }> {
  return page.evaluate(
    ({ LAYERS, ENTRIES }) => {
      const isSeen = (element: Element): boolean => {
        const { width, height } = element.getBoundingClientRect()
        return width > 0 && height > 0 && element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !element.closest('.tab-pane-hidden')
      }
      const isInside = ({ top, bottom, left, right }: DOMRect): boolean => top >= -1 && left >= -1 && bottom <= innerHeight + 1 && right <= innerWidth + 1
      const scrolls = (element: Element): boolean => {
        const { overflowX, overflowY } = getComputedStyle(element)
        const { scrollHeight, clientHeight, scrollWidth, clientWidth } = element
        return (/auto|scroll/.test(overflowY) && scrollHeight > clientHeight) || (/auto|scroll|hidden/.test(overflowX) && scrollWidth > clientWidth)
      }
      /** Inside, or in a scrollable part that is inside. */
      const isWithinReach = (element: Element): boolean => {
        if (isInside(element.getBoundingClientRect())) return true
        for (let around = element.parentElement; around; around = around.parentElement) {
          if (scrolls(around) && isInside(around.getBoundingClientRect())) return true
        }
        return false
      }
      const wordsOf = (element: Element): string =>
        ((element as HTMLElement).innerText || element.getAttribute('aria-label') || element.className || '').trim().slice(0, 30)
      const layers = [...document.querySelectorAll(LAYERS)].filter(isSeen)
      const outside = layers
        .flatMap((layer) => [layer, ...layer.querySelectorAll(ENTRIES)])
        .filter((element) => isSeen(element) && !isWithinReach(element))
        .map((element) => `${element.tagName} ${wordsOf(element)}`)
      // A menu that leaves the window makes the whole page scroll.
      const page = document.documentElement
      return {
        layers: layers.length,
        outside: [...outside, ...(page.scrollHeight > page.clientHeight || page.scrollWidth > page.clientWidth ? ['the window itself scrolls'] : [])],
      }
    },
    { LAYERS, ENTRIES },
  )
}
