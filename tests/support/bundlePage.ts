import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { chromium, expect, type Browser, type Page } from '@playwright/test'
import { findChromium } from '../electron-stand-in/find-chromium.ts'
import { unzipped } from './openedBundle.ts'
import { newFolder } from './program.ts'

/** A browser independent of the program. */
export function launchBrowser(): Promise<Browser> {
  const program = findChromium(process.env)
  // Windows has no Chromium on its PATH, but always Edge.
  return chromium.launch(program === null ? { channel: 'msedge' } : { executablePath: program })
}

/** Extracts a bundle, opens its page from disk, and waits for its verdict. */
export async function openBundlePage(browser: Browser, zip: string): Promise<Page> {
  const folder = newFolder()
  for (const [path, bytes] of unzipped(readFileSync(zip))) {
    mkdirSync(join(folder, path, '..'), { recursive: true })
    writeFileSync(join(folder, path), bytes)
  }
  const opened = await browser.newPage()
  await opened.goto(pathToFileURL(join(folder, '复算.html')).href)
  await expect(opened.locator('html[data-ready="1"]')).toHaveCount(1)
  return opened
}

export async function expectAllGreen(page: Page): Promise<void> {
  for (const lamp of ['files', 'journal', 'recount', 'report']) await expect(page.locator(`[data-lamp=${lamp}]`), lamp).toHaveAttribute('data-state', 'ok')
}
