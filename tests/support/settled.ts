import type { Page } from '@playwright/test'

/** Elements that show that a page is waiting or about to render. */
const busy = '.ant-skeleton, .ant-spin-spinning, .waiting'

/** How to wait for a page. */
export type Rest = (page: Page) => Promise<void>

/** Time limit for a hanging page (ms). */
const REST_WITHIN_MS = 30_000

/**
 * Waits until a page has settled: no animation, no waiting indicator, and no node added or removed for a quarter of a second.
 *
 * @throws Error if it does not settle within the limit: what moved, waited or changed last
 */
export async function settled(page: Page, limit = REST_WITHIN_MS): Promise<void> {
  const restless = await restlessAfter(page, limit)
  if (restless !== null) throw new Error(`The page did not come to rest within ${limit / 1_000} s: ${restless}`)
}

/** For a page that need not settle because answers are held: taken as it is after `patience` ms. */
export const settledOrNot =
  (patience: number): Rest =>
  async (page) => {
    await restlessAfter(page, patience)
  }

/** What kept the page from settling for that long; null once it settles. */
function restlessAfter(page: Page, limit: number): Promise<string | null> {
  return page.evaluate(
    async ({ busy, limit }) => {
      const [quiet, end] = [250, performance.now() + limit]
      const nameOf = (node: Node | null): string =>
        node instanceof Element ? `<${node.localName} class="${node.getAttribute('class') ?? ''}"> ${node.textContent.slice(0, 40)}` : String(node?.nodeName)
      const waiting = () => [...document.querySelectorAll(busy)].find((element) => element.checkVisibility())
      const moving = () => document.getAnimations().find(({ effect, playState }) => playState === 'running' && effect?.getTiming().iterations !== Infinity)
      let changedAt = performance.now()
      let changed: Node = document
      const observer = new MutationObserver(([first]) => {
        changedAt = performance.now()
        changed = first?.target ?? document
      })
      observer.observe(document.documentElement, { childList: true, subtree: true })
      try {
        while (performance.now() < end) {
          await new Promise((resolve) => requestAnimationFrame(resolve))
          if (moving() || waiting()) changedAt = performance.now()
          if (performance.now() - changedAt >= quiet) return null
        }
      } finally {
        observer.disconnect()
      }
      const [waits, moves] = [waiting(), moving()?.effect]
      if (waits) return `it waits in ${nameOf(waits)}`
      if (moves) return `there moves ${nameOf(moves instanceof KeyframeEffect ? moves.target : null)}`
      return `nodes come and go in ${nameOf(changed)}`
    },
    { busy, limit },
  )
}
