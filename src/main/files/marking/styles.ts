import { attribute, tagsOf, withAttribute } from './xml.ts'

/** A workbook's styles with marked ones added: the same cell, on a coloured ground. */
export interface MarkedStyles {
  readonly xml: string
  /** A cell's style number to the number of the same style on the colour. */
  readonly marked: (style: number) => number
}

/** Light red, as spreadsheet programs use it for bad values. */
const MARK_COLOUR = 'FFFFC7CE'

interface Collection {
  readonly prefix: string
  readonly openEnd: number
  readonly closeStart: number
  readonly start: number
  readonly attributes: string
  /** The elements in it, as they are written. */
  readonly items: readonly string[]
}

/** Adds a fill and, for each of these styles, its twin with that fill. Null where the styles cannot be understood. */
export function markStyles(xml: string, styles: ReadonlySet<number>): MarkedStyles | null {
  const fills = collection(xml, 'fills', 'fill')
  const formats = collection(xml, 'cellXfs', 'xf')
  if (fills === null || formats === null || fills.openEnd > formats.start) return null
  const fillNumber = fills.items.length
  const numbers = new Map<number, number>()
  const twins: string[] = []
  for (const style of styles) {
    const format = formats.items[style] ?? formats.items[0]
    if (format === undefined) return null
    numbers.set(style, formats.items.length + twins.length)
    twins.push(onFill(format, fillNumber))
  }
  const p = fills.prefix
  const fill = `<${p}fill><${p}patternFill patternType="solid"><${p}fgColor rgb="${MARK_COLOUR}"/><${p}bgColor indexed="64"/></${p}patternFill></${p}fill>`
  const withFormats = append(xml, formats, 'cellXfs', twins)
  return { xml: append(withFormats, fills, 'fills', [fill]), marked: (style) => numbers.get(style) ?? style }
}

function onFill(format: string, fillNumber: number): string {
  const [tag] = tagsOf(format)
  if (tag === undefined) return format
  const attributes = withAttribute(withAttribute(tag.attributes, 'fillId', String(fillNumber)), 'applyFill', '1')
  return `<${tag.prefix}${tag.name}${attributes}${tag.kind === 'empty' ? '/' : ''}>${format.slice(tag.end)}`
}

function append(xml: string, { prefix, start, openEnd, closeStart, attributes, items }: Collection, name: string, more: readonly string[]): string {
  const opened = `<${prefix}${name}${withAttribute(attributes, 'count', String(items.length + more.length))}>`
  return `${xml.slice(0, start)}${opened}${xml.slice(openEnd, closeStart)}${more.join('')}${xml.slice(closeStart)}`
}

function collection(xml: string, name: string, itemName: string): Collection | null {
  let opened: { readonly start: number; readonly end: number; readonly prefix: string; readonly attributes: string } | null = null
  let itemStart = -1
  const items: string[] = []
  for (const tag of tagsOf(xml)) {
    if (tag.name === name && tag.kind === 'open') opened = tag
    if (opened === null) continue
    if (tag.name === itemName && tag.kind === 'empty') items.push(xml.slice(tag.start, tag.end))
    if (tag.name === itemName && tag.kind === 'open') itemStart = tag.start
    if (tag.name === itemName && tag.kind === 'close' && itemStart >= 0) items.push(xml.slice(itemStart, tag.end))
    if (tag.name === name && tag.kind === 'close') {
      return { prefix: opened.prefix, start: opened.start, openEnd: opened.end, closeStart: tag.start, attributes: opened.attributes, items }
    }
  }
  return null
}

/** The style number in a cell's attributes; 0 where it names none. */
export function styleOf(attributes: string): number {
  const style = Number(attribute(attributes, 's') ?? '0')
  return Number.isInteger(style) && style >= 0 ? style : 0
}
