import { expect, type Page } from '@playwright/test'

/** Records the messages of all toasts of a page, however short, as one may come and go between two checks. */
export async function recordToasts(page: Page): Promise<void> {
  await page.addInitScript(record)
  await page.evaluate(record)
}

function record(): void {
  const recorded: string[] = []
  Object.assign(globalThis, { recordedToasts: recorded })
  const known = new WeakMap<Element, Node>()
  /** Where the sentence stands: inserted again when an equal toast is merged into the one that is shown. */
  const sentenceIn = (toast: Element): Node | null => {
    const marked = toast.querySelector('.toast-sentence, .toast-notice > strong')
    return marked ?? document.createTreeWalker(toast, NodeFilter.SHOW_TEXT).nextNode()
  }
  new MutationObserver(() => {
    for (const toast of document.querySelectorAll('.ant-message-notice')) {
      const sentence = sentenceIn(toast)
      if (!sentence || known.get(toast) === sentence) continue
      known.set(toast, sentence)
      recorded.push(sentence.textContent ?? '')
    }
  }).observe(document, { childList: true, subtree: true })
}

/** Waits for a toast, which may be gone already. Each showing counts once: a later one of the same text belongs to the next action. */
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
  // A toast with actions stays for long, and may cover what is clicked next.
  await page.evaluate((sentence) => {
    for (const notice of document.querySelectorAll('.toast-notice'))
      if (notice.querySelector('strong')?.textContent === sentence) notice.querySelector<HTMLElement>('.toast-close')?.click()
  }, sentence)
}
