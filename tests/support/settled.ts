import type { Page } from '@playwright/test'

/** What tells that a page waits for an answer or is about to draw one. */
const busy = '.ant-skeleton, .ant-spin-spinning, .waiting'

/**
 * Waits until a page has come to rest: nothing fades or moves, nothing says that it waits, and no node has come or gone
 * for a quarter of a second; at the most `patience` ms, for a page that never rests is shown as it is.
 */
export async function settled(page: Page, patience = 8_000): Promise<void> {
  await page.evaluate(
    async ({ busy, patience }) => {
      const [quiet, end] = [250, performance.now() + patience]
      let changedAt = performance.now()
      const observer = new MutationObserver(() => (changedAt = performance.now()))
      observer.observe(document.documentElement, { childList: true, subtree: true })
      const moves = () => document.getAnimations().some(({ effect, playState }) => playState === 'running' && effect?.getTiming().iterations !== Infinity)
      const waits = () => [...document.querySelectorAll(busy)].some((element) => element.checkVisibility())
      while (performance.now() < end) {
        await new Promise((resolve) => requestAnimationFrame(resolve))
        if (moves() || waits()) changedAt = performance.now()
        if (performance.now() - changedAt >= quiet) break
      }
      observer.disconnect()
    },
    { busy, patience },
  )
}
