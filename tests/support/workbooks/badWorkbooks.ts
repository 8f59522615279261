import { randomBytes } from 'node:crypto'
import { handMade, letters, MAIN_TYPE, row, sharedStringsXml, sheetXml, type Cell, type HandMade } from './handMade.ts'
import { property, PROPERTY_HEADER, propertyWorkbook } from './make.ts'
import { zip, type Packed } from './zip.ts'
import { atScale } from '../scale.ts'

/** An invalid or odd workbook, and the message that the user gets for it. */
export interface BadWorkbook {
  readonly name: string
  readonly fileName: string
  readonly make: () => Promise<Uint8Array>
  /** The message, or `imports`: odd but valid. */
  readonly answer: RegExp | 'imports'
}

const NAME = '房产.xlsx'
const RESAVE = /^文件已损坏，无法读取，请用 WPS\/Excel 重新保存后再试$/
const BOMB = /^文件解压后过大，已拒绝导入/
const ODD = /^文件结构异常，已拒绝/

const bad = (name: string, answer: BadWorkbook['answer'], make: () => Uint8Array | Promise<Uint8Array>, fileName = NAME): BadWorkbook => ({
  name,
  fileName,
  answer,
  make: () => Promise.resolve(make()),
})

/** A valid property as cells. */
export const right = (index: number): Cell[] => property(index).map((value) => (typeof value === 'number' ? value : String(value)))
/** The template's header and that many properties, as sheet rows. */
export const rightRows = (count: number): string => row(1, PROPERTY_HEADER) + Array.from({ length: count }, (_, index) => row(index + 2, right(index))).join('')
const odd = (parts: HandMade): Uint8Array => handMade(parts)
const oneSheet = (sheet: Partial<{ rows: string; before: string; after: string; xml: string }>): Uint8Array =>
  handMade({ sheets: [{ rows: rightRows(3), ...sheet }] })

/** Changes one part of a valid workbook before it is packed. */
const altered = (path: string, change: (file: Packed) => Packed): Uint8Array =>
  handMade({ sheets: [{ rows: rightRows(3) }], alter: (files) => files.map((file) => (file.name === path ? change(file) : file)) })
const withFile = (file: Packed): Uint8Array => handMade({ sheets: [{ rows: rightRows(3) }], extra: [file] })

const SHEET = 'xl/worksheets/sheet1.xml'
const zeros = (megabytes: number): Uint8Array => new Uint8Array(megabytes * 1024 * 1024)

/** The first sectors of an OLE2 file, with a directory that names its streams. */
function ole2(...streams: string[]): Uint8Array {
  const file = Buffer.alloc(4_096)
  Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]).copy(file)
  streams.forEach((name, index) => file.write(name, 1_024 + index * 128, 'utf16le'))
  return file
}

const notArchives: readonly BadWorkbook[] = [
  bad('no bytes', /^文件是空的，请重新选择$/, () => new Uint8Array()),
  bad('over 10 MB', /^大小不可超过10M$/, () => Buffer.concat([Buffer.from('PK\u0003\u0004'), randomBytes(10 * 1024 * 1024)])),
  bad('an .xls named .xlsx', /^这是旧版 \.xls 文件.*另存为 \.xlsx/, () => ole2('Workbook')),
  bad('an .xls', /^这是旧版 \.xls 文件.*另存为 \.xlsx/, () => ole2('Workbook'), '房产.xls'),
  bad('a password', /打开密码.*另存为 \.xlsx/, () => ole2('EncryptionInfo', 'EncryptedPackage')),
  bad('HTML', /网页（HTML）.*另存为 \.xlsx/, () =>
    Buffer.from('\ufeff\r\n<html xmlns:x="urn:schemas-microsoft-com:office:excel"><table><tr><td>分期</td></tr></table></html>'),
  ),
  bad('CSV', /文本（CSV）.*另存为 \.xlsx/, () => Buffer.from('\ufeff分期,楼栋,房号\r\n一期,3栋,1201\r\n')),
  bad('CSV in GBK', /文本（CSV）.*另存为 \.xlsx/, () =>
    Buffer.from([0xb7, 0xd6, 0xc6, 0xda, 0x2c, 0xc2, 0xa5, 0xb6, 0xb0, 0x0d, 0x0a, 0xd2, 0xbb, 0xc6, 0xda, 0x2c, 0x33]),
  ),
  bad('text in UTF-16', /文本（CSV）.*另存为 \.xlsx/, () => Buffer.from('\ufeff分期\t楼栋\r\n', 'utf16le')),
  bad('a table in XML', /XML 表格.*另存为 \.xlsx/, () =>
    Buffer.from('<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"/>'),
  ),
  bad('an .exe', /^文件内容与扩展名不符/, () => Buffer.concat([Buffer.from('MZ\u0090\u0000\u0003'), randomBytes(2_000)])),
  bad('a PDF', /^文件内容与扩展名不符/, () => Buffer.from('%PDF-1.7\n1 0 obj')),
  bad('a picture', /^文件内容与扩展名不符/, () => Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13])),
  bad('nothing but NULs', RESAVE, () => new Uint8Array(5_000)),
  bad('a right workbook named .docx', /^文件类型不合法，请上传 \.xlsx 文件$/, () => oneSheet({}), '房产.docx'),
]

const otherArchives: readonly BadWorkbook[] = [
  bad('macros', /\.xlsm.*另存为 \.xlsx/, () => withFile({ name: 'xl/vbaProject.bin', data: randomBytes(64) })),
  bad('the type of a workbook with macros', /\.xlsm.*另存为 \.xlsx/, () => odd({ contentType: 'application/vnd.ms-excel.sheet.macroEnabled.main+xml' })),
  bad('an .xlsm', /\.xlsm.*另存为 \.xlsx/, () => oneSheet({}), '房产.xlsm'),
  bad('an .xlsb', /\.xlsb.*另存为 \.xlsx/, () =>
    zip([
      { name: '[Content_Types].xml', data: '<Types/>' },
      { name: 'xl/workbook.bin', data: randomBytes(64) },
    ]),
  ),
  bad('an .ods', /\.ods.*另存为 \.xlsx/, () =>
    zip([
      { name: 'mimetype', data: 'application/vnd.oasis.opendocument.spreadsheet', isStored: true },
      { name: 'content.xml', data: '<x/>' },
    ]),
  ),
  bad('a .docx', /^文件内容是压缩包，不是 \.xlsx/, () =>
    zip([
      { name: '[Content_Types].xml', data: '<Types/>' },
      { name: 'word/document.xml', data: '<x/>' },
    ]),
  ),
  bad('a zip of pictures', /^文件内容是压缩包，不是 \.xlsx/, () => zip([{ name: '照片/1.jpg', data: randomBytes(2_000) }])),
  bad('a zip with nothing in it', /^文件内容是压缩包，不是 \.xlsx/, () => zip([])),
  bad('a password on an entry', /打开密码/, () => altered(SHEET, (file) => ({ ...file, flags: 1 }))),
]

const damaged: readonly BadWorkbook[] = [
  bad('cut in the middle', RESAVE, async () => (await propertyWorkbook(200)).subarray(0, 4_000)),
  bad('without its last bytes', RESAVE, async () => (await propertyWorkbook(200)).subarray(0, -10)),
  bad('a flipped bit', RESAVE, () => flipped(oneSheet({}))),
  bad('a size that is not so', RESAVE, () => altered(SHEET, (file) => ({ ...file, claimedSize: Buffer.from(file.data).length + 1 }))),
  bad('an unknown way of packing', RESAVE, () => altered(SHEET, (file) => ({ ...file, claimedMethod: 12 }))),
  bad('a sheet that ends in its rows', RESAVE, () => oneSheet({ xml: sheetXml({ rows: rightRows(30) }).slice(0, 6_000) })),
  bad('a sheet that ends behind its rows', RESAVE, () => oneSheet({ xml: sheetXml({ rows: rightRows(30) }).replace('</worksheet>', '') })),
  bad('tags that do not match', RESAVE, () => oneSheet({ rows: rightRows(2).replace('</c>', '</d>') })),
  bad('a sheet of random bytes', RESAVE, () => altered(SHEET, (file) => ({ ...file, data: randomBytes(3_000) }))),
  bad('entities of its own', RESAVE, () =>
    oneSheet({
      xml: `<!DOCTYPE x [<!ENTITY a "${'啊'.repeat(1_000)}"><!ENTITY b "${'&a;'.repeat(1_000)}">]>${sheetXml({ rows: rightRows(3).replace('一期', '&b;') })}`,
    }),
  ),
  bad('shared strings that break off', RESAVE, () =>
    odd({ sheets: [{ rows: rightRows(3) }], sharedStrings: sharedStringsXml(['<t>一期</t>']).replace('</sst>', '') }),
  ),
  bad('a workbook that breaks off', RESAVE, () => altered('xl/workbook.xml', (file) => ({ ...file, data: String(file.data).slice(0, 120) }))),
  bad('a sheet that is not there', RESAVE, () => odd({ sheets: [{ rows: rightRows(3) }], alter: (files) => files.filter(({ name }) => name !== SHEET) })),
]

function flipped(bytes: Uint8Array): Uint8Array {
  const copy = Buffer.from(bytes)
  const at = copy.indexOf(SHEET) + SHEET.length + 40
  copy[at] = (copy[at] ?? 0) ^ 0x10
  return copy
}

const hostile: readonly BadWorkbook[] = [
  bad('200 MB of zeros', BOMB, () => withFile({ name: 'xl/media/image1.bin', data: zeros(200) })),
  bad('a directory with a false size for 80 MB', BOMB, () => altered(SHEET, () => ({ name: SHEET, data: zeros(80), claimedSize: 500_000 }))),
  bad('a hundred times its size', BOMB, () => withFile({ name: 'xl/media/image1.bin', data: zeros(5) })),
  bad('an entry inside another', ODD, nestedEntries),
  bad('entries that share one stream', ODD, () => withFile({ name: 'xl/media/again', data: 'x', standsAt: 0 })),
  bad('501 entries', BOMB, () => handMade({ extra: Array.from({ length: 501 }, (_, index) => ({ name: `xl/media/${index}`, data: 'x' })) })),
  bad('an entry outside', ODD, () => withFile({ name: '../../evil.exe', data: 'x' })),
  bad('an entry outside, the Windows way', ODD, () => withFile({ name: 'xl\\..\\..\\evil.exe', data: 'x' })),
  bad('an absolute entry', ODD, () => withFile({ name: '/etc/passwd', data: 'x' })),
  bad('an entry on a drive', ODD, () => withFile({ name: 'C:/Windows/evil.dll', data: 'x' })),
  bad('a link', ODD, () => withFile({ name: 'xl/media/link', data: '/etc/passwd', mode: 0o120777 })),
  bad('the same entry twice', ODD, () => withFile({ name: SHEET.toUpperCase(), data: 'x' })),
  bad('a cell that never ends', /^文件过于复杂/, () => oneSheet({ rows: rightRows(2) + row(4, [randomBytes(3_500_000).toString('base64')]) })),
  bad('elements inside each other, 50,000 deep', 'imports', () => oneSheet({ rows: rightRows(2) + `<row r="4">${nested(50_000)}</row>` })),
  bad('a quarter of a million merges', /^合并单元格过多，请复制数据到模板/, () =>
    oneSheet({ after: `<mergeCells>${repeat(250_000, (index) => `<mergeCell ref="A${index * 2 + 9}:A${index * 2 + 10}"/>`)}</mergeCells>` }),
  ),
]

/** An archive whose second entry is within the first one's data, as in a bomb that reuses one stream many times. */
function nestedEntries(): Uint8Array {
  const [outer, inner] = ['outer', { name: 'inner', data: 'x'.repeat(100) }] as const
  const alone = zip([inner])
  const data = alone.subarray(0, Buffer.from(alone).indexOf('PK\u0001\u0002'))
  return zip([
    { name: outer, data, isStored: true },
    { ...inner, standsAt: 30 + outer.length },
    { name: '[Content_Types].xml', data: '<Types/>' },
  ])
}

/** A distinct element name each, so that it does not compress like a bomb. */
const elementName = (index: number): string => `a${((index * 2_654_435_761) % 4_294_967_296).toString(36)}`
const nested = (depth: number): string => repeat(depth, (index) => `<${elementName(index)}>`) + repeat(depth, (index) => `</${elementName(depth - 1 - index)}>`)
const repeat = (count: number, make: (index: number) => string): string => Array.from({ length: count }, (_, index) => make(index)).join('')

const nothingToRead: readonly BadWorkbook[] = [
  bad('every sheet hidden', /没有可见的工作表/, () =>
    odd({
      sheets: [
        { state: 'hidden', rows: rightRows(3) },
        { state: 'veryHidden', rows: rightRows(3) },
      ],
    }),
  ),
  bad('an empty sheet', /^未找到表头，请使用模板。缺少列：分期、楼栋、房号、面积、产权人、手机号$/, () => oneSheet({ rows: '' })),
  bad('an empty sheet before the one with data', /^未找到表头，请使用模板。缺少列：.*只读取第一个可见的工作表“说明”/, () =>
    odd({ sheets: [{ name: '说明' }, { name: '房产', rows: rightRows(3) }] }),
  ),
  bad('no header', /^未找到表头，请使用模板。缺少列：/, () => oneSheet({ rows: repeat(20, (index) => row(index + 1, right(index))) })),
  bad('a header in row 11', /^未找到表头，请使用模板。缺少列：/, () => oneSheet({ rows: row(11, PROPERTY_HEADER) + row(12, right(1)) })),
  bad('two columns missing', /^第1行是表头，只缺少列：面积、手机号。如果列名不同，请指明是哪一列$/, () =>
    oneSheet({
      rows:
        row(
          1,
          PROPERTY_HEADER.filter((name) => name !== '面积' && name !== '手机号'),
        ) + row(2, ['一期']),
    }),
  ),
  bad('two columns of one meaning', /^有多列都是产权人：“业主”、“姓名”。请只保留一列$/, () =>
    oneSheet({ rows: row(1, [...PROPERTY_HEADER.map((name) => (name === '产权人' ? '业主' : name)), '姓名']) + row(2, right(1)) }),
  ),
  bad('a header and no rows', /^文件中没有数据行$/, () => oneSheet({ rows: row(1, PROPERTY_HEADER) })),
  bad('over 200,000 rows', /请分批导入$/, manyRows),
]

/** Over 200,000 valid rows in shared strings, to stay below the decompression limit. */
function manyRows(): Uint8Array {
  const texts = [...PROPERTY_HEADER.slice(0, 1), '楼栋', '房号', '面积', '产权人', '手机号', '一期', '1栋', '张三', '13800138000']
  const cell = (column: number, index: number, text: number): string => `<c r="${letters(column)}${index}" t="s"><v>${text}</v></c>`
  const header = `<row r="1">${repeat(6, (index) => cell(index + 1, 1, index))}</row>`
  const rows = repeat(200_020, (at) => {
    const index = at + 2
    return `<row r="${index}">${cell(1, index, 6)}${cell(2, index, 7)}<c r="C${index}"><v>${at}</v></c><c r="D${index}"><v>80</v></c>${cell(5, index, 8)}${cell(6, index, 9)}</row>`
  })
  return handMade({ sheets: [{ rows: header + rows }], sharedStrings: sharedStringsXml(texts.map((text) => `<t>${text}</t>`)) })
}

/** Workbooks that are odd but import. */
export const validButOdd: readonly BadWorkbook[] = [
  bad('a merge of whole columns', 'imports', () => oneSheet({ after: '<mergeCells count="1"><mergeCell ref="A1:Z1048576"/></mergeCells>' })),
  bad('a list on whole columns', 'imports', () =>
    oneSheet({
      after:
        '<dataValidations count="1"><dataValidation type="list" allowBlank="1" sqref="A1:T1048576"><formula1>"一期,二期"</formula1></dataValidation></dataValidations>',
    }),
  ),
  bad('colours on whole columns', 'imports', () =>
    oneSheet({ after: '<conditionalFormatting sqref="A1:XFD1048576"><cfRule type="duplicateValues" dxfId="0" priority="1"/></conditionalFormatting>' }),
  ),
  bad('names on whole columns', 'imports', () =>
    odd({
      sheets: [{ rows: rightRows(3) }],
      afterSheets: `<definedNames>${repeat(200, (index) => `<definedName name="n${index}">Sheet1!$A$1:$XFD$1048576</definedName>`)}</definedNames>`,
    }),
  ),
  bad('styles on every column', 'imports', () =>
    oneSheet({ before: `<cols>${repeat(16_384, (index) => `<col min="${index + 1}" max="${index + 1}" width="9" style="0"/>`)}</cols>` }),
  ),
  bad('very many styled empty rows', 'imports', () =>
    oneSheet({ rows: rightRows(3) + repeat(atScale(1_000_000, 100_000), (index) => `<row r="${index + 5}" s="0" customFormat="1"/>`) }),
  ),
  bad('very many styled empty cells', 'imports', () =>
    oneSheet({
      rows:
        rightRows(3) +
        repeat(
          atScale(200_000, 20_000),
          (index) => `<row r="${index + 5}">${repeat(10, (column) => `<c r="${letters(column + 1)}${index + 5}" s="0"/>`)}</row>`,
        ),
    }),
  ),
  bad('a cell in the last corner', 'imports', () => oneSheet({ rows: `${rightRows(3)}<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>` })),
  bad('a dimension that says everything', 'imports', () => oneSheet({ before: '<dimension ref="A1:XFD1048576"/>' })),
  bad('three sheets, the first very hidden', 'imports', () =>
    odd({
      sheets: [
        { state: 'veryHidden', rows: 'x' },
        { name: '房产', rows: rightRows(3) },
        { name: '备份', rows: rightRows(9) },
      ],
    }),
  ),
  bad('hidden rows', 'imports', () => oneSheet({ rows: rightRows(3).replace('<row r="3"', '<row r="3" hidden="1"') })),
  bad('cells without addresses', 'imports', () => oneSheet({ rows: rightRows(3).replaceAll(/ r="[A-Z]*\d+"/g, '') })),
  bad('elements with a prefix', 'imports', () =>
    altered(SHEET, (file) => ({
      ...file,
      data: String(file.data)
        .replaceAll(/<(\/?)(?=[a-z])/g, '<$1x:')
        .replace('xmlns=', 'xmlns:x='),
    })),
  ),
  bad('texts in CDATA, and comments', 'imports', () =>
    oneSheet({ rows: rightRows(3).replaceAll(/(<t[^>]*>)([^<]*)<\/t>/g, '$1<![CDATA[$2]]></t><!-- x -->') }),
  ),
  bad('lines and blanks between elements', 'imports', () => oneSheet({ rows: rightRows(3).replaceAll('><', '>\n  <') })),
  bad('the strict edition of the format', 'imports', () =>
    odd({ sheets: [{ rows: rightRows(3) }], relationBase: 'http://purl.oclc.org/ooxml/officeDocument/relationships', contentType: MAIN_TYPE }),
  ),
  bad('parts under other names', 'imports', () =>
    odd({
      sheets: [{ rows: rightRows(3) }],
      alter: (files) =>
        files.map((file) => ({
          ...file,
          name: file.name.replace('worksheets/sheet1.xml', 'data/页.xml'),
          data: String(file.data).replace('worksheets/sheet1.xml', '/xl/data/页.xml'),
        })),
    }),
  ),
  bad('texts in UTF-16', 'imports', () =>
    altered(SHEET, (file) => ({ ...file, data: Buffer.from(`\ufeff${String(file.data).replace('UTF-8', 'UTF-16')}`, 'utf16le') })),
  ),
  bad('very many unused shared texts', 'imports', () =>
    odd({
      sheets: [{ rows: rightRows(3) }],
      sharedStrings: sharedStringsXml(
        Array.from({ length: atScale(1_800_000, 180_000) }, (_, index) => `<t>${((index * 2_654_435_761) % 4_294_967_296).toString(36)}</t>`),
      ),
    }),
  ),
  bad('a name with a direction mark', 'imports', () => oneSheet({}), `CON\u202e${'长'.repeat(300)}😀..\\.xlsx\u200f`),
]

/** Every invalid and odd workbook named in `bad-input.md`, and similar ones. */
export const badWorkbooks: readonly BadWorkbook[] = [...notArchives, ...otherArchives, ...damaged, ...hostile, ...nothingToRead, ...validButOdd]
