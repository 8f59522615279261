/**
 * The canonical text of a JSON value (RFC 8785).
 *
 * JSON.stringify writes strings and numbers as the standard requires; the members are sorted here, by code unit.
 * @throws TypeError for values without JSON text
 */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).filter(([, member]) => member !== undefined)
    return `{${members
      .sort(([a], [b]) => byCodeUnit(a, b))
      .map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`)
      .join(',')}}`
  }
  if (typeof value === 'number' && !Number.isFinite(value)) throw new TypeError(`${value} has no text in JSON`)
  const text = JSON.stringify(value) as string | undefined
  if (text === undefined) throw new TypeError(`${typeof value} has no text in JSON`)
  return text
}

/** Order of ids and names: ascending by code unit, independent of the locale. */
export const byCodeUnit = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
