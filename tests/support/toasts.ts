import { expect, type Page } from '@playwright/test'

/** Records the messages of all toasts of a page, however short, as one may come and go between two checks. */
export async function recordToasts(page: Page): Promise<void> {
  await page.addInitScript(record)
  await page.evaluate(record)
}

function record(): void {
  const recorded: string[] = []
  Object.assign(globalThis, { recordedToasts: recorded })
  const known = new WeakMap<Element, string>()
  new MutationObserver(() => {
    for (const toast of document.querySelectorAll('.ant-message-notice')) {
      const sentence = (toast.querySelector('.toast-sentence, .toast-notice > strong') ?? toast).textContent
      if (known.get(toast) === sentence) continue
      known.set(toast, sentence)
      recorded.push(sentence)
    }
  }).observe(document, { childList: true, subtree: true, characterData: true })
}

/** Waits for a toast, which may be gone already, and for its end, so that the next one of the same text belongs to the next action. */
export async function expectToast(page: Page, sentence: string): Promise<void> {
  const take = () =>
    page.evaluate((sentence) => {
      const { recordedToasts = [] } = globalThis as { recordedToasts?: string[] }
      const at = recordedToasts.indexOf(sentence)
      if (at < 0) return recordedToasts.slice()
      recordedToasts.splice(0, at + 1)
      return sentence
    }, sentence)
  await expect.poll(take, { message: `toast: ${sentence}` }).toBe(sentence)
  // A toast with an action stays for long.
  await page.evaluate((sentence) => {
    for (const notice of document.querySelectorAll('.toast-notice'))
      if (notice.querySelector('strong')?.textContent === sentence) notice.querySelector<HTMLElement>('.toast-close')?.click()
  }, sentence)
  await expect(page.locator('.ant-message').getByText(sentence, { exact: true })).toBeHidden()
}
