import { describe, expect, it } from 'vitest'
import { scanSheet } from '../../../../src/server/workbooks/scanSheet.ts'

async function* inPieces(text: string | Buffer, size: number): AsyncGenerator<Buffer> {
  const bytes = Buffer.isBuffer(text) ? text : Buffer.from(text)
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}
const rows = '<worksheet><sheetData><row r="1"><c/></row><row r="2"/><row><c r="A3"/></row></sheetData>'

describe('a sheet that is looked through before it is parsed', () => {
  it('has no merged cells where none are named, and so many rows, wherever its pieces end', async () => {
    for (let size = 1; size <= rows.length; size++) expect(await scanSheet(inPieces(rows, size))).toEqual({ mayHaveMerges: false, rowCount: 3 })
  })

  it('may have merged cells where they are named, with a prefix or without, wherever its pieces end', async () => {
    for (const prefix of ['', 'x:']) {
      const sheet = `${rows}<${prefix}mergeCells><${prefix}mergeCell ref="A1:A2"/></${prefix}mergeCells></worksheet>`
      for (let size = 1; size <= sheet.length; size++) expect((await scanSheet(inPieces(sheet, size))).mayHaveMerges).toBe(true)
    }
  })

  it('may have merged cells where its characters take two bytes', async () => {
    const sheet = Buffer.from(`\ufeff${rows}`, 'utf16le')
    expect((await scanSheet(inPieces(sheet, 64))).mayHaveMerges).toBe(true)
    expect((await scanSheet(inPieces(sheet.swap16(), 64))).mayHaveMerges).toBe(true)
  })

  it('may have merged cells where it cannot be unpacked', async () => {
    const broken = (async function* () {
      yield Buffer.from(rows)
      throw new Error('broken')
    })()
    expect((await scanSheet(broken)).mayHaveMerges).toBe(true)
  })
})
