/** A tag in a text of XML. */
export interface Tag {
  /** Without its prefix: `row` for `<x:row>`. */
  readonly name: string
  readonly prefix: string
  readonly kind: 'open' | 'close' | 'empty'
  /** What stands between the name and the end, as it is written. */
  readonly attributes: string
  /** Where it begins and where what follows it begins. */
  readonly start: number
  readonly end: number
}

// comments, CDATA and processing instructions are stepped over; a document type is found and refused
const markup =
  /<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<\?[\s\S]*?\?>|(<!DOCTYPE)|<(\/?)(?:([\w.-]+):)?([\w.-]+)((?:[^>"'<]*(?:"[^"]*"|'[^']*'))*[^>"'<]*?)(\/?)>/g

/**
 * The tags of a text of XML, in order.
 *
 * Enough to find places in a workbook's parts and to copy the rest as it is; no entities, no validation. Throws on a
 * document type, which no workbook has.
 */
export function* tagsOf(xml: string, from = 0): Generator<Tag> {
  const pattern = new RegExp(markup)
  pattern.lastIndex = from
  for (let match = pattern.exec(xml); match !== null; match = pattern.exec(xml)) {
    const [whole, doctype, slash, prefix, name, attributes, empty] = match
    if (doctype !== undefined) throw new Error('document type in a part')
    if (name === undefined) continue
    yield {
      name,
      prefix: prefix === undefined ? '' : `${prefix}:`,
      kind: slash === '/' ? 'close' : empty === '/' ? 'empty' : 'open',
      attributes: attributes ?? '',
      start: match.index,
      end: match.index + whole.length,
    }
  }
}

/** An attribute's value with its entities resolved, or null. The name is compared without its prefix. */
export function attribute(attributes: string, name: string): string | null {
  for (const [, , written, double, single] of attributes.matchAll(/([\w.-]+:)?([\w.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)) {
    if (written === name) return unescapeXml(double ?? single ?? '')
  }
  return null
}

/** The attributes with one set to a value (which holds no quotation mark); its prefix must be none. */
export function withAttribute(attributes: string, name: string, value: string): string {
  const others = attributes.replace(new RegExp(`(?<=^|\\s)${name}\\s*=\\s*(?:"[^"]*"|'[^']*')`, 'g'), '').trim()
  return `${others === '' ? '' : ` ${others}`} ${name}="${value}"`
}

/** Text as it stands between tags; what XML cannot hold is left out. */
export function escapeXml(text: string): string {
  return text
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

export function unescapeXml(text: string): string {
  return text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(amp|lt|gt|quot|apos));/gi, (whole, hex?: string, decimal?: string, name?: string) => {
    if (name !== undefined) return entities[name.toLowerCase()] ?? whole
    const point = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
    return point > 0x10ffff ? '' : String.fromCodePoint(point)
  })
}

/** The text of all `t` elements in a piece, without the phonetic hints of East Asian text. */
export function textIn(xml: string): string {
  let text = ''
  let from = -1
  let phonetic = 0
  for (const { name, kind, start, end } of tagsOf(xml)) {
    if (name === 'rPh' && kind !== 'empty') phonetic += kind === 'open' ? 1 : -1
    if (name !== 't' || phonetic > 0) continue
    if (kind === 'open') from = end
    else if (kind === 'close' && from >= 0) {
      text += unescapeXml(xml.slice(from, start))
      from = -1
    }
  }
  return text
}
