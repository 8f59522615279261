/** Names that Windows keeps for devices, with or without an extension. */
const deviceName = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)$/i
/** What the program saves and opens; nothing that could be executed. */
const openedExtensions = ['.xlsx', '.csv', '.pdf', '.docx', '.pptx', '.zip', '.png', '.jpg', '.jpeg', '.txt'] as const
/** What it saves besides and never opens: a copy of the database, plain or encrypted. */
const savedExtensions = [...openedExtensions, '.db', '.vtbackup'] as const
const MAX_STEM = 120

/**
 * A file name that every Windows takes: no refused or invisible characters, no device's name, no blank or full stop at
 * the end, not too long, and always one of the extensions that the program saves (`.xlsx` where it has another).
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
  // Windows looks at what is before the first full stop
  const beforeStop = trimmed.split('.')[0] ?? ''
  return deviceName.test(beforeStop.trimEnd()) ? `_${trimmed}${extension}` : `${trimmed}${extension}`
}

/** The extension with its full stop, where it is one that the program saves; else null. */
export function savedExtension(name: string): string | null {
  return savedExtensions.find((known) => name.toLowerCase().endsWith(known)) ?? null
}

/** True for what may be handed to the program that Windows opens it with. */
export function isOpened(name: string): boolean {
  return openedExtensions.some((known) => name.toLowerCase().endsWith(known))
}
