/** Inputs that hold no text. */
const NO_TEXT = ['button', 'checkbox', 'color', 'file', 'image', 'radio', 'range', 'reset', 'submit']

/** The field of text that something is, whether it may be written in or only read; false for everything else. */
export function isTextField(target: unknown): target is HTMLInputElement | HTMLTextAreaElement | HTMLElement {
  if (target instanceof HTMLInputElement) return !NO_TEXT.includes(target.type)
  return target instanceof HTMLTextAreaElement || (target instanceof HTMLElement && target.isContentEditable)
}
