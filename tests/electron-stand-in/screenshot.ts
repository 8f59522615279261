import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Window } from './windows.ts'

/** How long a page may keep changing before the screenshot is taken anyway. */
const settleDeadline = 10_000
const step = 500

/**
 * Saves a screenshot of a window once it is painted and stable, and prints its path.
 *
 * For a computer without a display. Does nothing without a path.
 */
export function keepScreenshot(window: Window, path: string | undefined): void {
  if (!path) return
  window.once('ready-to-show', () => {
    write(window, resolve(path)).catch((error: unknown) => {
      if (!window.isDestroyed()) console.error('A screenshot could not be written', error)
    })
  })
}

async function write(window: Window, path: string): Promise<void> {
  mkdirSync(dirname(path), { recursive: true })
  const lastMoment = Date.now() + settleDeadline
  let picture = (await window.capturePage()).toPNG()
  for (let isStill = false; !isStill && Date.now() < lastMoment;) {
    await sleep(step)
    const next = (await window.capturePage()).toPNG()
    isStill = next.equals(picture)
    picture = next
  }
  writeFileSync(path, picture)
  console.error(`窗口的截图已写入 ${path}`)
}
