import type { Page } from '@playwright/test'

/**
 * Elements that are cut off or do not fit: dialogs higher than the window, pages wider than it, truncated column headers,
 * placeholders, chosen filters, buttons and menu entries, and a page's title line that overlaps its buttons.
 *
 * Table cells may be truncated: they have a tooltip.
 */
export function cutOff(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const isSeen = (element: Element): boolean => {
      const { width, height } = element.getBoundingClientRect()
      // A hidden tab's page is laid out again when shown.
      return width > 0 && height > 0 && getComputedStyle(element).visibility !== 'hidden' && !element.closest('.tab-pane-hidden')
    }
    const seen = (selector: string): HTMLElement[] => [...document.querySelectorAll<HTMLElement>(selector)].filter(isSeen)
    const wordsOf = (element: HTMLElement): string => (element.innerText || element.getAttribute('aria-label') || element.className).trim().slice(0, 40)
    const isWider = ({ scrollWidth, clientWidth }: HTMLElement): boolean => scrollWidth > clientWidth + 1
    const named = (what: string, elements: readonly HTMLElement[]): string[] => elements.map((element) => `${what}: ${wordsOf(element)}`)

    const isOutside = (element: HTMLElement): boolean => {
      const { top, bottom, left, right } = element.getBoundingClientRect()
      return top < 0 || left < 0 || bottom > innerHeight || right > innerWidth
    }
    // Not scrollWidth, which includes a fixed column's shadow.
    const isTextCut = (element: HTMLElement): boolean => {
      const text = document.createRange()
      text.selectNodeContents(element)
      return text.getBoundingClientRect().right > element.getBoundingClientRect().right + 1
    }
    const pencil = document.createElement('canvas').getContext('2d')
    const isPlaceholderCut = (element: HTMLElement): boolean => {
      if (!(element instanceof HTMLInputElement) || !pencil || element.value !== '') return false
      const { font, paddingLeft, paddingRight } = getComputedStyle(element)
      pencil.font = font
      return pencil.measureText(element.placeholder).width > element.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight) + 1
    }
    return [
      ...named('dialog that leaves the window', seen('.ant-modal-container, .ant-modal-content').filter(isOutside)),
      ...named('page wider than the window', seen('.tab-pane').filter(isWider)),
      ...named('head of a column', seen('.tab-pane thead th').filter(isTextCut)),
      ...seen('input[placeholder]')
        .filter(isPlaceholderCut)
        .map((input) => `placeholder: ${input.getAttribute('placeholder')}`),
      ...named('chosen filter', seen('.tab-pane [role="search"] .ant-select-content-has-value').filter(isWider)),
      ...named('title line', seen('.tab-pane .page-about').filter(isWider)),
      ...named('button', seen('.tab-pane button.ant-btn, .ant-modal button.ant-btn').filter(isWider)),
      ...named('menu', seen('.sidebar .ant-menu-title-content').filter(isWider)),
    ]
  })
}
