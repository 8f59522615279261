import { createXmlParser, escapeText, localName, tagText, type Attributes, type Part } from '../xml.ts'

/** The declaration at the start of every part of a workbook. */
export const XML_HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'

/** A workbook's styles extended by marked ones: the same cell with a coloured background. */
export interface MarkedStyles {
  readonly xml: string
  /** Maps a cell's style number to that of its coloured twin. */
  readonly marked: (style: number) => number
}

/** Light red, as spreadsheet programs use it for bad values. */
const MARK_COLOUR = 'FFFFC7CE'
/** Elements that follow the fills in the part, one of which exists in every part with cell styles. */
const behindFills: ReadonlySet<string> = new Set(['borders', 'cellStyleXfs', 'cellXfs'])

/**
 * Adds a fill and, for each of these styles, a twin with that fill.
 *
 * @returns null if the part has no cell styles at all
 */
export async function markStyles(part: Part, styles: ReadonlySet<number>): Promise<MarkedStyles | null> {
  const rewriting = createStylesRewriter(styles)
  const parser = createXmlParser(rewriting.handlers)
  for await (const piece of part()) parser.write(piece)
  parser.end()
  return rewriting.finish()
}

function createStylesRewriter(styles: ReadonlySet<number>) {
  let out = XML_HEAD
  let depth = 0
  /** The part's open child element, and its number of children so far. */
  let collection = ''
  let items = 0
  let fillNumber: number | null = null
  /** The style twin being read, and the finished ones by style number. */
  let twin: string | null = null
  const twins = new Map<number, string>()
  let numbers: ReadonlyMap<number, number> | null = null

  const write = (text: string): void => {
    out += text
    if (twin !== null) twin += text
  }

  function openCollection(local: string, prefix: string): void {
    if (fillNumber === null && behindFills.has(local)) {
      out += `<${prefix}fills>${ownFillsXml(prefix, 0)}</${prefix}fills>`
      fillNumber = FIRST_FREE_FILL
    }
    collection = local
    items = 0
  }

  function openStyle(name: string, attributes: Attributes, isEmpty: boolean): void {
    const style = items - 1
    if (!styles.has(style) && style !== 0) return write(tagText(name, attributes, isEmpty))
    out += tagText(name, attributes, isEmpty)
    twin = tagText(name, { ...attributes, fillId: String(fillNumber), applyFill: '1' }, isEmpty)
  }

  function closeCollection(local: string, prefix: string): void {
    if (local === 'fills') {
      fillNumber = Math.max(items, FIRST_FREE_FILL)
      out += ownFillsXml(prefix, items)
    } else if (local === 'cellXfs' && items > 0) {
      const wanted = [...styles].map((style) => [style, twins.has(style) ? style : 0] as const)
      const order = [...twins.keys()]
      numbers = new Map(wanted.map(([style, original]) => [style, items + order.indexOf(original)]))
      out += [...twins.values()].join('')
    }
    collection = ''
  }

  return {
    handlers: {
      open(name: string, attributes: Attributes, isEmpty: boolean): void {
        const local = localName(name)
        depth += 1
        if (depth === 2) openCollection(local, prefixOf(name))
        if (depth === 3) items += 1
        const isCounted = depth === 2 && (local === 'fills' || local === 'cellXfs')
        // A count is optional, and would be wrong now; an empty collection may be filled.
        if (isCounted) write(tagText(name, without(attributes, 'count'), false))
        else if (depth === 3 && collection === 'cellXfs') openStyle(name, attributes, isEmpty)
        else write(tagText(name, attributes, isEmpty))
      },
      close(name: string, isEmpty: boolean): void {
        const local = localName(name)
        const isCounted = depth === 2 && (local === 'fills' || local === 'cellXfs')
        if (depth === 2) closeCollection(local, prefixOf(name))
        if (!isEmpty || isCounted) write(`</${name}>`)
        if (depth === 3 && twin !== null) {
          twins.set(items - 1, twin)
          twin = null
        }
        depth -= 1
      },
      text: (text: string): void => write(escapeText(text)),
    },
    finish: (): MarkedStyles | null => {
      const known = numbers
      return known === null ? null : { xml: out, marked: (style) => known.get(style) ?? style }
    },
  }
}

const prefixOf = (name: string): string => name.slice(0, name.length - localName(name).length)
const without = (attributes: Attributes, name: string): Attributes => Object.fromEntries(Object.entries(attributes).filter(([key]) => key !== name))

/** Spreadsheet programs take the first two fills for none and a dot pattern, whatever the part declares. */
const FIRST_FREE_FILL = 2
const fillXml = (p: string, pattern: string): string => `<${p}fill>${pattern}</${p}fill>`
/** Appends the mark's fill to the existing ones, adding the first two if missing. */
function ownFillsXml(p: string, count: number): string {
  const first = ['none', 'gray125'].map((type) => fillXml(p, `<${p}patternFill patternType="${type}"/>`))
  const mark = `<${p}patternFill patternType="solid"><${p}fgColor rgb="${MARK_COLOUR}"/><${p}bgColor indexed="64"/></${p}patternFill>`
  return [...first.slice(count), fillXml(p, mark)].join('')
}
