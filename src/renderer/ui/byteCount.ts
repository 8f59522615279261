const UNITS = ['B', 'KB', 'MB', 'GB'] as const

/** A human-readable file size: `12.3 MB`. */
export function formatBytes(byteCount: number): string {
  let size = byteCount
  let unit = 0
  while (size >= 1024 && unit < UNITS.length - 1) {
    size /= 1024
    unit += 1
  }
  return `${unit === 0 || size >= 100 ? Math.round(size) : size.toFixed(1)} ${UNITS[unit]}`
}
