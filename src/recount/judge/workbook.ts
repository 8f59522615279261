import { unzipSync } from 'fflate'
import { SaxesParser } from 'saxes'

/** Cells by row and column, both from 0: a number, or the displayed text. */
export type Cells = readonly (readonly (string | number | undefined)[])[]

/** Far above the size of any sheet of a report. */
const LARGEST = 64 << 20

/**
 * The cells of the first sheet of an .xlsx, formulas by their stored result.
 *
 * @throws Error if the file is not one
 */
export function firstSheet(bytes: Uint8Array): Cells {
  const wanted = /^xl\/(workbook\.xml|_rels\/workbook\.xml\.rels|sharedStrings\.xml|worksheets\/[^/]+\.xml)$/
  const parts = unzipSync(bytes, { filter: ({ name, originalSize }) => wanted.test(name) && originalSize < LARGEST })
  const text = (path: string): string => {
    const part = parts[path]
    if (!part) throw new Error(`no ${path}`)
    return new TextDecoder().decode(part)
  }
  const [relation] = attributesOf(text('xl/workbook.xml'), 'sheet', 'r:id')
  const relations = text('xl/_rels/workbook.xml.rels')
  const index = attributesOf(relations, 'Relationship', 'Id').indexOf(relation ?? '')
  const target = attributesOf(relations, 'Relationship', 'Target')[index] ?? ''
  const shared = parts['xl/sharedStrings.xml'] ? sharedTexts(text('xl/sharedStrings.xml')) : []
  return cellsOf(text(target.startsWith('/') ? target.slice(1) : `xl/${target}`), shared)
}

function attributesOf(xml: string, tag: string, attribute: string): string[] {
  const found: string[] = []
  const parser = new SaxesParser()
  parser.on('opentag', ({ name, attributes }) => {
    if (name === tag) found.push(attributes[attribute] ?? '')
  })
  parser.write(xml).close()
  return found
}

function sharedTexts(xml: string): string[] {
  const texts: string[] = []
  let isText = false
  const parser = new SaxesParser()
  parser.on('opentag', ({ name }) => {
    if (name === 'si') texts.push('')
    isText = name === 't'
  })
  parser.on('text', (text) => {
    if (isText && texts.length > 0) texts[texts.length - 1] += text
  })
  parser.on('closetag', () => {
    isText = false
  })
  parser.write(xml).close()
  return texts
}

function cellsOf(xml: string, shared: readonly string[]): Cells {
  const rows: (string | number | undefined)[][] = []
  let [row, column, type, value, isValue] = [-1, -1, '', '', false]
  const parser = new SaxesParser()
  parser.on('opentag', ({ name, attributes }) => {
    if (name === 'row') row = attributes['r'] === undefined ? row + 1 : Number(attributes['r']) - 1
    if (name === 'c') {
      ;[type, value] = [attributes['t'] ?? '', '']
      column = attributes['r'] === undefined ? column + 1 : columnOf(attributes['r'])
    }
    isValue = name === 'v' || name === 't'
  })
  parser.on('text', (text) => {
    if (isValue) value += text
  })
  parser.on('closetag', ({ name }) => {
    isValue = false
    if (name !== 'c' || value === '') return
    const cells = (rows[row] ??= [])
    cells[column] = type === 's' ? shared[Number(value)] : type === 'inlineStr' || type === 'str' ? value : Number(value)
  })
  parser.write(xml).close()
  return Array.from(rows, (cells) => cells ?? [])
}

/** `AB12` → 27. */
function columnOf(address: string): number {
  let column = 0
  for (const letter of address.replace(/\d+$/, '')) column = column * 26 + letter.charCodeAt(0) - 64
  return column - 1
}
