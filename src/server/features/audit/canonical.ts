/** A lone surrogate as JSON writes it: RFC 8785 has no form for it, and no database keeps it. */
const LONE_SURROGATE = /(?:^|[^\\])(?:\\\\)*\\ud[89a-f]/

/** Plain data as its canonical JSON (RFC 8785): fields that are undefined are left out, a lone surrogate becomes U+FFFD. */
export function canonical(value: unknown): string {
  const text = written(value)
  if (!LONE_SURROGATE.test(text)) return text
  return written(JSON.parse(text, (_name, each: unknown) => (typeof each === 'string' ? each.toWellFormed() : each)))
}

/** JSON.stringify writes numbers and texts as the RFC wants them; names are in order here, by their UTF-16 units. */
function written(value: unknown): string {
  if (typeof value !== 'object' || value === null) {
    if (typeof value === 'number' && !Number.isFinite(value)) throw new TypeError(`${value} is not plain data`)
    return JSON.stringify(value) ?? 'null'
  }
  if (Array.isArray(value)) return `[${value.map(written).join(',')}]`
  if ('toJSON' in value) throw new TypeError('only plain data have a canonical form')
  let members = ''
  for (const name of Object.keys(value).sort()) {
    const member = (value as Record<string, unknown>)[name]
    if (member !== undefined) members += `${members === '' ? '' : ','}${JSON.stringify(name)}:${written(member)}`
  }
  return `{${members}}`
}
