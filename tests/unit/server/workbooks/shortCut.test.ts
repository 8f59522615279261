import { describe, expect, it, vi } from 'vitest'
import { Code } from '../../../../src/shared/contract/codes.ts'
import { unpackRows } from '../../../../src/server/workbooks/rowBatch.ts'
import { MAIN, packedWorkbook } from '../../../support/workbooks/packed.ts'
import { newReader } from './support.ts'

// The first one starts the worker; the machine may be busy with other tests.
vi.setConfig({ testTimeout: 30_000 })

const reader = newReader()
const STYLES = `<styleSheet xmlns="${MAIN}"><numFmts count="2"><numFmt numFmtId="164" formatCode="0000"/><numFmt numFmtId="165" formatCode="0&quot;栋&quot;"/></numFmts><cellXfs count="5"><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="1"/></cellXfs></styleSheet>`
const HEADER = ['分期', '区', '楼栋', '单元', '楼层', '房号', '面积', '产权人', '手机号', '证件号']

/** A cell with its type, style and text; text stands as it is written in XML. */
interface Written {
  readonly text?: string
  readonly type?: string
  readonly style?: number
}
type Spelling = (name: string, attributes: string, inner: string | null) => string
const plainly: Spelling = (name, attributes, inner) => (inner === null ? `<${name}${attributes}/>` : `<${name}${attributes}>${inner}</${name}>`)
/** Spelled so that no short cut takes anything. */
const oddly: Spelling = (name, attributes, inner) => `<${name}${attributes.replaceAll('"', "'")} >${inner ?? ''}</${name} >`

const text = (value: string): Written => ({ text: value, type: 'str' })
const letter = (index: number): string => String.fromCharCode(65 + index)

function sheetOf(rows: readonly (readonly Written[])[], spell: Spelling): string {
  const cell = ({ text: inner, type, style }: Written, row: number, column: number): string => {
    const attributes = ` r="${letter(column)}${row}"${style === undefined ? '' : ` s="${style}"`}${type === undefined ? '' : ` t="${type}"`}`
    return spell('c', attributes, inner === undefined ? null : spell('v', '', inner))
  }
  const body = rows.map((cells, index) =>
    spell('row', ` r="${index + 1}" spans="1:10" x14ac:dyDescent="0.25"`, cells.map((each, at) => cell(each, index + 1, at)).join('')),
  )
  return `<worksheet xmlns="${MAIN}" xmlns:x14ac="urn:x14ac"><sheetData>${body.join('')}</sheetData></worksheet>`
}

async function read(sheet: string) {
  const rows: object[] = []
  const bytes = await packedWorkbook({ sheet, styles: STYLES })
  const { errors, errorCount, preview } = await reader.read({
    bytes,
    fileName: '房产.xlsx',
    kind: 'property',
    onRows: (some) => void rows.push(...unpackRows(some)),
  })
  return { rows, errors, errorCount, preview }
}

const property = (index: number): Written[] => [
  text('一期'),
  {},
  text(`${index}栋`),
  { style: 0 },
  { text: '3', type: 'n' },
  { text: '301' },
  { text: '89.50' },
  text('张三'),
  { text: '13800138000', style: 0, type: 'n' },
  text(''),
]
const header = HEADER.map(text)

describe('cells that are read without the parser', () => {
  it('mean what they mean when the parser reads them, in a sheet of many pieces', async () => {
    const rows = [header, ...Array.from({ length: 1_500 }, (_, index) => property(index + 1))]
    const [short, long] = [await read(sheetOf(rows, plainly)), await read(sheetOf(rows, oddly))]
    expect(short.rows).toHaveLength(1_500)
    expect(short).toEqual(long)
  })

  it.each<[string, Written]>([
    ['an entity', text('张&#x4e09;&amp;')],
    ['a line break', text('张三\r\n李四')],
    ['a section', text('<![CDATA[张三]]>')],
    ['an escape of the format', text('张_x4E09_')],
    ['a wide space', text('张\u3000三')],
    ['a character of two units', text('𠮷三')],
    ['an error of a formula', { text: '#N/A', type: 'e' }],
    ['a date', { text: '45000', style: 1 }],
    ['a number that is none', { text: '12a' }],
    ['a truth', { text: '1', type: 'b' }],
    ['no text of the table', { text: '7', type: 's' }],
    ['text -1 of the table', { text: '-1', type: 's' }],
    ['zeros before its number', { text: '101', style: 2 }],
    ['a text behind its number', { text: '3', style: 3, type: 'n' }],
    ['a number that is shown rounded', { text: '3.7', style: 4 }],
    ['a number too long for its format', { text: '110101199003070011', style: 4 }],
    ['a value of no text', { text: '', type: 'n' }],
  ])('and so does one with %s', async (_, cell) => {
    const odd = property(1)
    odd[7] = cell
    const rows = [header, property(2), odd, property(3)]
    expect(await read(sheetOf(rows, plainly))).toEqual(await read(sheetOf(rows, oddly)))
  })

  it('are no cells in a comment, in a section or in an attribute', async () => {
    const whole = sheetOf([header, property(1)], plainly)
    const hidden = sheetOf([[], property(2)], plainly).replace(/^.*<sheetData>|<\/sheetData>.*$/g, '')
    const { rows } = await read(whole)
    for (const trap of [`<!--${hidden}-->`, `<row r="3" a=">"><!--${hidden}--></row>`, `<row r="3"><![CDATA[${hidden}]]></row>`, `<?pi ${hidden}?>`]) {
      expect((await read(whole.replace('</sheetData>', `${trap}</sheetData>`))).rows, trap).toEqual(rows)
    }
  })

  it.each(['<v>1</w>', '<v>&nothing;</v>', '<v>1]]></v>', '<v>\u0001</v>', '<v><</v>', '<v>1'])(
    'refuse the file as damaged where %s stands in one',
    async (inner) => {
      const sheet = sheetOf([header, property(1)], plainly).replace('<v>301</v>', inner)
      await expect(read(sheet)).rejects.toMatchObject({ code: Code.ruleSaysNo })
    },
  )

  it('refuse the file as damaged where the row around them does not end', async () => {
    await expect(read(sheetOf([header, property(1)], plainly).replace('</row></sheetData>', '</sheetData>'))).rejects.toMatchObject({ code: Code.ruleSaysNo })
    await expect(read(sheetOf([header, property(1)], plainly).replaceAll('r="F2"', 'r="ZZZ2"'))).rejects.toMatchObject({ code: Code.ruleSaysNo })
  })
})
