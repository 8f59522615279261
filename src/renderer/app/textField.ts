/** Input types without text. */
const NO_TEXT = ['button', 'checkbox', 'color', 'file', 'image', 'radio', 'range', 'reset', 'submit']

/** Whether the target is a text field, editable or read-only. */
export function isTextField(target: unknown): target is HTMLInputElement | HTMLTextAreaElement | HTMLElement {
  if (target instanceof HTMLInputElement) return !NO_TEXT.includes(target.type)
  return target instanceof HTMLTextAreaElement || (target instanceof HTMLElement && target.isContentEditable)
}
