/** Device names reserved by Windows, with or without an extension. */
const deviceName = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)$/i
/** Extensions that the program saves and opens; nothing executable. */
const openedExtensions = ['.xlsx', '.csv', '.pdf', '.docx', '.pptx', '.zip', '.png', '.jpg', '.jpeg', '.txt'] as const
/** Extensions it also saves but never opens: backups of the database, plain or encrypted. */
const savedExtensions = [...openedExtensions, '.db', '.vtbackup'] as const
const MAX_STEM = 120

/**
 * A file name valid on every Windows: no forbidden or invisible characters, no device name, no trailing blank or full stop, of
 * limited length, and always with an extension that the program saves (`.xlsx` otherwise).
 */
export function safeFileName(suggested: string): string {
  const flat = suggested
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu, '')
    .replace(/[<>:"/\\|?*]/g, '_')
  const extension = savedExtensions.find((known) => flat.toLowerCase().endsWith(known)) ?? '.xlsx'
  const stem = flat.toLowerCase().endsWith(extension) ? flat.slice(0, -extension.length) : flat
  const short = Array.from(stem).slice(0, MAX_STEM).join('')
  const trimmed = short.replace(/^[\s.]+|[\s.]+$/g, '')
  if (trimmed === '') return `未命名${extension}`
  // Windows only compares the part before the first full stop
  const beforeStop = trimmed.split('.')[0] ?? ''
  return deviceName.test(beforeStop.trimEnd()) ? `_${trimmed}${extension}` : `${trimmed}${extension}`
}

/** The extension with its full stop if the program saves it; else null. */
export function savedExtension(name: string): string | null {
  return savedExtensions.find((known) => name.toLowerCase().endsWith(known)) ?? null
}

/** Whether the file may be opened with its Windows default program. */
export function isOpened(name: string): boolean {
  return openedExtensions.some((known) => name.toLowerCase().endsWith(known))
}
