import type { Page } from '@playwright/test'

/** What tells that a page waits for an answer or is about to draw one. */
const busy = '.ant-skeleton, .ant-spin-spinning, .waiting'

/** How a page is waited for. */
export type Rest = (page: Page) => Promise<void>

/** A limit for what hangs, in ms. */
const REST_WITHIN_MS = 30_000

/**
 * Waits until a page has come to rest: nothing fades or moves, nothing says that it waits, and no node has come or gone
 * for a quarter of a second.
 *
 * @throws Error if it does not rest within the limit: what moved, waited or changed last
 */
export async function settled(page: Page, limit = REST_WITHIN_MS): Promise<void> {
  const restless = await restlessAfter(page, limit)
  if (restless !== null) throw new Error(`The page did not come to rest within ${limit / 1_000} s: ${restless}`)
}

/** The same for a page that need not rest, because its answers are held back: after `patience` ms it is taken as it is. */
export const settledOrNot =
  (patience: number): Rest =>
  async (page) => {
    await restlessAfter(page, patience)
  }

/** What kept the page from resting for that long; null once it rests. */
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
