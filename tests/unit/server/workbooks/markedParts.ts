import { buffer } from 'node:stream/consumers'
import { inspectArchive, decoded, unpack } from '../../../../src/server/workbooks/archive.ts'
import { openWorkbook } from '../../../../src/server/workbooks/parts.ts'
import { createXmlParser, localName, type Attributes, type XmlHandlers } from '../../../../src/server/workbooks/xml.ts'
import { letters } from '../../../support/workbooks/handMade.ts'

/** The fill colour of a wrong cell. */
export const MARKED = 'FFFFC7CE'

/** A cell as written in the sheet, without prefixes, address and style. */
export interface CellXml {
  readonly style: number
  readonly xml: string
}

export async function partOf(bytes: Uint8Array, name: string): Promise<string> {
  const entry = (await inspectArchive(bytes)).find((one) => one.name === name)
  if (!entry) throw new Error(`no ${name}`)
  let text = ''
  for await (const piece of decoded(unpack(bytes, entry))) text += piece
  return text
}

/** The sheet that is read: its XML, its cells by address, and the coloured ones. */
export async function sheetIn(bytes: Uint8Array) {
  const { paths } = await openWorkbook(bytes, await inspectArchive(bytes))
  const xml = await partOf(bytes, paths.sheet)
  const cells = cellsIn(xml)
  const isMarked = paths.styles === null ? [] : markedStyles(await partOf(bytes, paths.styles))
  return { xml, cells, marked: [...cells].filter(([, { style }]) => isMarked[style] === true).map(([address]) => address) }
}

/** Every part except the read sheet and the styles, decompressed, by name. */
export async function otherParts(bytes: Uint8Array): Promise<Map<string, Buffer>> {
  const entries = await inspectArchive(bytes)
  const { paths } = await openWorkbook(bytes, entries)
  const others = entries.filter(({ name }) => name !== paths.sheet && name !== paths.styles)
  return new Map(await Promise.all(others.map(async (entry) => [entry.name, await buffer(unpack(bytes, entry))] as const)))
}

function parse(xml: string, handlers: XmlHandlers): void {
  const parser = createXmlParser(handlers)
  for (let at = 0; at < xml.length; at += 65_536) parser.write(xml.slice(at, at + 65_536))
  parser.end()
}

function cellsIn(xml: string): Map<string, CellXml> {
  const cells = new Map<string, CellXml>()
  let [row, column, style] = [0, 0, 0]
  let cell: string | null = null
  parse(xml, {
    open(name, attributes) {
      const local = localName(name)
      const { r: address, s, ...others } = attributes
      if (local === 'row') {
        row = address === undefined ? row + 1 : Number(address)
        column = 0
      } else if (local === 'c') {
        column = address === undefined ? column + 1 : columnNumber(address)
        if (address !== undefined && address !== `${letters(column)}${row}`) throw new Error(`${address} in row ${row}`)
        style = Number(s ?? 0)
        cell = tag('c', others)
      } else if (cell !== null) cell += tag(local, attributes)
    },
    text(text) {
      if (cell !== null) cell += text
    },
    close(name) {
      if (cell === null) return
      cell += `</${localName(name)}>`
      if (localName(name) !== 'c') return
      const address = `${letters(column)}${row}`
      if (cells.has(address)) throw new Error(`${address} twice`)
      cells.set(address, { style, xml: cell })
      cell = null
    },
  })
  return cells
}

const tag = (name: string, attributes: Attributes): string =>
  `<${[
    name,
    ...Object.entries(attributes)
      .map(([key, value]) => `${key}=${value}`)
      .toSorted(),
  ].join(' ')}>`
const columnNumber = (address: string): number => Array.from(address.replace(/\d+/, '')).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0)

/** By cell style index: whether its fill is the marked one. */
function markedStyles(xml: string): boolean[] {
  const colours: string[] = []
  const fillOf: number[] = []
  const path: string[] = []
  parse(xml, {
    open(name, attributes) {
      path.push(localName(name))
      const at = path.slice(1).join('/')
      if (at === 'fills' && colours.length > 0) throw new Error('two lists of fills')
      else if (at === 'fills/fill') colours.push('')
      else if (at === 'fills/fill/patternFill/fgColor') colours[colours.length - 1] = attributes['rgb'] ?? ''
      else if (at === 'cellXfs/xf') fillOf.push(Number(attributes['fillId'] ?? 0))
    },
    close: () => void path.pop(),
  })
  // Spreadsheet programs treat the first two fills as none and a dot pattern, whatever they contain.
  return fillOf.map((fill) => fill >= 2 && colours[fill] === MARKED)
}
