import { randomBytes } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { Refusal } from '../../../src/shared/contract/refusals.ts'
import { judgeDocument } from '../../../src/server/features/file/judging.ts'
import { pdfBytes } from '../../support/files.ts'
import { zip, type Packed } from '../../support/workbooks/zip.ts'

async function reasonOf(name: string, bytes: Uint8Array): Promise<string | null> {
  const refused = await judgeDocument({ name, bytes }).then(
    () => null,
    (error: unknown) => error,
  )
  if (refused === null) return null
  if (!(refused instanceof Refusal)) throw refused
  return refused.reason
}

const types: Packed = { name: '[Content_Types].xml', data: '<Types/>' }
const docx = (...more: Packed[]) => zip([types, { name: 'word/document.xml', data: '<w:document/>' }, ...more])
const xlsx = (...more: Packed[]) => zip([types, { name: 'xl/workbook.xml', data: '<workbook/>' }, ...more])
const pptx = (...more: Packed[]) => zip([types, { name: 'ppt/presentation.xml', data: '<p:presentation/>' }, ...more])
const windowsProgram = Buffer.alloc(256)
windowsProgram.write('MZ')
windowsProgram.writeUInt32LE(128, 60)
windowsProgram.write('PE', 128)

describe('an uploaded archive', () => {
  it.each(['安装.exe', '照片.jpg.SCR', 'a/b/打开.lnk', '通知.js', '通知.hta', 'a.exe.', '表决.docm', '名册.xlsm', 'a.iso'])(
    'with %s is refused',
    async (name) =>
      expect(
        await reasonOf(
          'a.zip',
          zip([
            { name: '1.txt', data: '一' },
            { name, data: 'x' },
          ]),
        ),
      ).toBe('file.program'),
  )

  it('is refused if it contains a disguised program', async () => {
    expect(await reasonOf('a.zip', zip([{ name: '照片.jpg', data: windowsProgram }]))).toBe('file.program')
    expect(await reasonOf('a.zip', zip([{ name: '照片', data: Buffer.from('\u007fELF\u0002\u0001', 'latin1') }]))).toBe('file.program')
    expect(await reasonOf('a.zip', zip([{ name: '说明.txt', data: `MZ是一个缩写，${'一'.repeat(100)}` }]))).toBeNull()
  })

  it('is inspected when nested, and refused beyond the depth limit', async () => {
    const program: Packed = { name: 'a.exe', data: 'x' }
    const inZip = (depth: number, innermost: Packed, name = '内.zip'): Uint8Array =>
      zip([depth === 0 ? innermost : { name, data: inZip(depth - 1, innermost, name) }])
    expect(await reasonOf('a.zip', inZip(1, program))).toBe('file.program')
    expect(await reasonOf('a.zip', inZip(2, program, '照片.dat'))).toBe('file.program')
    expect(await reasonOf('a.zip', inZip(2, { name: '1.txt', data: '一' }))).toBeNull()
    expect(await reasonOf('a.zip', inZip(3, { name: '1.txt', data: '一' }))).toBe('file.nested')
    expect(await reasonOf('a.zip', zip([{ name: '照片.rar', data: 'Rar!' }]))).toBe('file.nested')
    expect(await reasonOf('a.zip', zip([{ name: '内.docx', data: docx({ name: 'word/vbaProject.bin', data: 'x' }) }]))).toBe('file.macros')
    expect(await reasonOf('a.zip', zip([{ name: '内.pdf', data: pdf('<</S/JavaScript/JS(x)>>') }]))).toBe('file.pdfScript')
    expect(await reasonOf('a.zip', zip([{ name: '内.zip', data: 'PK\u0003\u0004坏' }]))).toBe('file.damaged')
  })
})

describe('an uploaded office file', () => {
  it.each([
    ['a.docx', docx({ name: 'word/vbaProject.bin', data: 'x' })],
    ['a.docx', docx({ name: 'word/VBAPROJECT.BIN', data: 'x' })],
    ['a.xlsx', xlsx({ name: 'xl/vbaProject.bin', data: 'x' })],
    ['a.xlsx', xlsx({ name: 'xl/macrosheets/sheet1.xml', data: 'x' })],
    ['a.pptx', pptx({ name: 'ppt/vbaProject.bin', data: 'x' })],
  ])('is refused with macros: %s', async (name, bytes) => expect(await reasonOf(name, bytes)).toBe('file.macros'))

  const relationship = (type: string, mode: string) =>
    `<Relationships><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="https://example.org/a.dotm"${mode}/></Relationships>`

  it.each(['attachedTemplate', 'oleObject', 'frame', 'subDocument'])('is refused with an external %s, but not with an internal one or a link', async (type) => {
    const rels = (content: string | Buffer) => docx({ name: 'word/_rels/settings.xml.rels', data: content })
    const external = relationship(type, ' TargetMode="External"')
    expect(await reasonOf('a.docx', rels(external))).toBe('file.externalTemplate')
    expect(await reasonOf('a.docx', rels(Buffer.from(`\ufeff${external}`, 'utf16le')))).toBe('file.externalTemplate')
    expect(await reasonOf('a.docx', rels(relationship(type, '')))).toBeNull()
    expect(await reasonOf('a.docx', rels(relationship('hyperlink', ' TargetMode="External"')))).toBeNull()
  })

  const external = relationship('attachedTemplate', ' TargetMode="External"')
  const inUtf16 = (text: string): Buffer => Buffer.from(`\ufeff${text}`, 'utf16le')
  it.each<[string, string | Buffer]>([
    ['behind an attribute that holds the end of a tag', external.replace('"rId1"', '"a>b"')],
    ['whose mode is written in code', external.replace('External', '&#69;xternal')],
    ['in UTF-16, the higher byte first', inUtf16(external).swap16()],
    ['in UTF-16 that says so', inUtf16(`<?xml version="1.0" encoding="UTF-16"?>${external}`)],
    [
      'of a prefixed element over several lines',
      external
        .replaceAll(/<(\/?)/g, '<$1p:')
        .replaceAll(' T', '\n\tT')
        .replaceAll('=', ' = '),
    ],
    ['with blanks around its type', external.replace('attachedTemplate"', 'attachedTemplate "')],
    ['behind a comment', `<!-- > -->${external}`],
  ])('is refused with an external template %s', async (_what, content) =>
    expect(await reasonOf('a.docx', docx({ name: 'word/_rels/settings.xml.rels', data: content }))).toBe('file.externalTemplate'),
  )

  it.each<[string, string | Buffer]>([
    ['are no XML', external.slice(0, -20)],
    ['have entities of their own', `<!DOCTYPE x [<!ENTITY e "External">]>${external.replace('External', '&e;')}`],
    ['are in UTF-16 without its mark', inUtf16(external).subarray(2)],
    ['are in an encoding that hides tags', '<?xml version="1.0" encoding="utf-7"?><Relationships>+ADw-Relationship/+AD4-</Relationships>'],
    ['hold a tag without an end', `<Relationships><a b="${randomBytes(700_000).toString('hex')}`],
  ])('is refused as damaged if its relationships %s', async (_what, content) =>
    expect(await reasonOf('a.docx', docx({ name: 'word/_rels/settings.xml.rels', data: content }))).toBe('file.damaged'),
  )

  it('is accepted if only a comment or a text mentions an external template', async () => {
    const quiet = `<Relationships><!--${external}--><a>${external.replaceAll('<', '&lt;')}</a></Relationships>`
    expect(await reasonOf('a.docx', docx({ name: 'word/_rels/settings.xml.rels', data: quiet }))).toBeNull()
  })
})

const pdf = (...objects: (string | Buffer)[]) =>
  Buffer.concat([
    Buffer.from('%PDF-1.5\n'),
    ...objects.flatMap((one) => [Buffer.from('1 0 obj'), Buffer.from(one), Buffer.from('endobj\n')]),
    Buffer.from('%%EOF\n'),
  ])
const stream = (dictionary: string, data: string | Buffer, end = '\n') =>
  Buffer.concat([Buffer.from(`<<${dictionary}>>stream${end}`), Buffer.from(data), Buffer.from('\nendstream ')])

describe('an uploaded PDF', () => {
  const script = '1 0 <</S/JavaScript/JS(app.alert\\(1\\))>>'

  it.each<[string, Uint8Array]>([
    ['a script', pdf('<</OpenAction<</S/JavaScript/JS(x)>>>>')],
    ['a script whose name is written in code', pdf('<</OpenAction<</S/J#61vaScript/#4aS(x)>>>>')],
    ['a rendition’s script', pdf('<</S/Rendition/JS 5 0 R>>')],
    ['scripts by name', pdf('<</Names<</JavaScript 5 0 R>>>>')],
    ['a program that it starts', pdf('<</OpenAction<</S/Launch/F(cmd.exe)>>>>')],
    ['a packed object with a script', pdf('<</Type/Catalog>>', stream('/Type/ObjStm/N 1/First 4/Filter/FlateDecode', deflateSync(script)))],
    ['one behind another kind of line end', pdf(stream('/Type/ObjStm/Filter[/FlateDecode]', deflateSync(script), '\r\n'))],
    ['one behind a carriage return', pdf(stream('/Type/ObjStm/Filter/FlateDecode', deflateSync(script), '\r'))],
    ['one behind a key that looks like an object’s begin', pdf(stream('/Type/ObjStm/xobj 1/Filter/FlateDecode', deflateSync(script)))],
    ['one that is not packed', pdf(stream('/Type/ObjStm', '1 0 <</S/Rendition/JS(x)>>'))],
    ['a script behind a false stream', pdf('% stream\n<</S/JavaScript/JS(x)>>')],
  ])('is refused with %s', async (_what, bytes) => expect(await reasonOf('a.pdf', bytes)).toBe('file.pdfScript'))

  it.each<[string, Uint8Array]>([
    ['in another coding', pdf(stream('/Type/ObjStm/Filter/LZWDecode', 'x'))],
    ['in two codings', pdf(stream('/Type/ObjStm/Filter[/ASCII85Decode/FlateDecode]', 'x'))],
    ['by a predictor', pdf(stream('/Type/ObjStm/Filter/FlateDecode/DecodeParms<</Predictor 12>>', deflateSync('x')))],
    ['beyond the limit', pdf(stream('/Type/ObjStm/Filter/FlateDecode', deflateSync(Buffer.alloc(65 * 1024 * 1024))))],
    ['with a password', pdf(stream('/Type/ObjStm/Filter/FlateDecode', 'x'))],
  ])('is refused if its objects are packed %s', async (_what, bytes) => expect(await reasonOf('a.pdf', bytes)).toBe('file.pdfHidden'))

  it('is accepted with pages, pictures, links and packed objects', async () => {
    const pages = stream('/Type/ObjStm/N 1/First 4/Filter/FlateDecode', deflateSync('1 0 <</Type/Pages/A<</S/URI/URI(https://example.org)>>>>'))
    const picture = stream('/Type/XObject/Filter/DCTDecode', 'x/JS(y')
    expect(await reasonOf('a.pdf', pdf('<</Type/Catalog/OpenAction[3 0 R/Fit]>>', pages, picture, stream('/Length 9', '(/JSON) Tj')))).toBeNull()
    expect(await reasonOf('a.pdf', pdfBytes)).toBeNull()
  })

  it('crafted to be slow is checked in one pass', async () => {
    expect(await reasonOf('a.pdf', pdf('stream\nendstream'.repeat(300_000)))).toBeNull()
  })
})
