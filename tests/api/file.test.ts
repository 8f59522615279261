import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { good } from '../support/activities.ts'
import { onBothDatabases } from '../support/databases.ts'
import { pdfBytes, pngBytes } from '../support/files.ts'
import { startServer, type Client, type Envelope, type TestServer } from '../support/server.ts'
import { zip, type Packed } from '../support/workbooks/zip.ts'

const said = ({ code, message }: Envelope) => ({ code, message })
const types: Packed = { name: '[Content_Types].xml', data: '<Types/>', isStored: true }
const docx = zip([types, { name: 'word/document.xml', data: '<w:document/>' }])
const xlsx = zip([types, { name: 'xl/workbook.xml', data: '<workbook/>' }])
const pptx = zip([types, { name: 'ppt/presentation.xml', data: '<p:presentation/>' }])
const plain = zip([{ name: '照片/1.txt', data: '一' }])
const OFFICE = 'application/vnd.openxmlformats-officedocument.'

onBothDatabases('stored files', (engine) => {
  let server: TestServer
  let member: Client
  beforeAll(async () => {
    server = await startServer(engine)
    member = await server.member('admin_1')
  })
  afterAll(() => server.close())

  const keep = (name: string, bytes: Uint8Array) => member.upload('/file/upload', { field: 'file', name, bytes })
  const keepPicture = (name: string, bytes: Uint8Array) => member.upload('/file/image_upload', { field: 'file', name, bytes })
  const headersOf = async (path: string) => (await member.raw(path)).headers
  const nameOf = async (name: string, bytes: Uint8Array) => {
    const headers = await headersOf(good(await keep(name, bytes)))
    return decodeURIComponent(String(headers['content-disposition']).replace("attachment; filename*=UTF-8''", ''))
  }

  it.each([
    ['方案.docx', docx, `${OFFICE}wordprocessingml.document`],
    ['名册.xlsx', xlsx, `${OFFICE}spreadsheetml.sheet`],
    ['讲解.PPTX', pptx, `${OFFICE}presentationml.presentation`],
    ['材料.zip', plain, 'application/zip'],
    ['合同.pdf', pdfBytes, 'application/pdf'],
  ])('%s comes back byte for byte, to be saved under its name and never to be guessed at', async (name, bytes, mediaType) => {
    const path = good(await keep(name, bytes))
    const answer = await member.raw(path)
    expect(answer.rawPayload.equals(Buffer.from(bytes))).toBe(true)
    expect(answer.headers).toMatchObject({
      'content-type': mediaType,
      'x-content-type-options': 'nosniff',
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name.replace('PPTX', 'pptx'))}`,
    })
  })

  it('a picture is shown where it is opened', async () => {
    expect(await headersOf(good(await keepPicture('门头 (1).png', pngBytes)))).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'content-disposition': "inline; filename*=UTF-8''%E9%97%A8%E5%A4%B4%20%281%29.png",
    })
  })

  it.each([
    ['..\\..\\a.pdf', 'a.pdf'],
    ['CON.pdf', '_CON.pdf'],
    ['a\u202efdp.pdf', 'afdp.pdf'],
    ['b.pdf\u200f', 'b.pdf'],
    ['表决😀.pdf', '表决😀.pdf'],
    ['a<b>"c|d?e*f:g.pdf', expect.stringMatching(/^a_b_.*g\.pdf$/)],
    [`${'长'.repeat(400)}.pdf`, `${'长'.repeat(296)}.pdf`],
  ])('takes the name %j', async (name, kept) => expect(await nameOf(name, pdfBytes)).toEqual(kept))

  describe('a document', () => {
    const big = Buffer.alloc(2 * 1024 * 1024)
    it.each<[string, string, Uint8Array, number, string]>([
      ['of nothing', 'a.zip', new Uint8Array(), 400, '文件是空的，请重新选择'],
      ['of another type', 'a.exe', Buffer.from('MZ'), 415, '文件类型不合法，请上传zip、docx、xlsx、pptx、pdf格式的文件'],
      ['that is a program', 'a.pdf', Buffer.from('MZ\u0090\u0000'), 415, '文件内容与扩展名不符'],
      ['that is a text named zip', 'a.zip', Buffer.from('一些文字'), 415, '文件内容与扩展名不符'],
      ['that is a bare zip named docx', 'a.docx', plain, 415, '文件内容与扩展名不符'],
      ['that is a sheet named docx', 'a.docx', xlsx, 415, '文件内容与扩展名不符'],
      [
        'with a password or of an old format',
        'a.docx',
        Buffer.from('d0cf11e0a1b11ae1', 'hex'),
        415,
        '文件设有打开密码或是旧版格式，请取消密码并另存为新格式后再上传',
      ],
      ['that is a bomb', 'a.zip', zip([{ name: 'a', data: big }]), 413, '文件解压后过大，已拒绝'],
      ['that is a bomb named docx', 'a.docx', zip([types, { name: 'word/document.xml', data: big }]), 413, '文件解压后过大，已拒绝'],
      ['of 501 entries', 'a.zip', zip(Array.from({ length: 501 }, (_, index) => ({ name: `${index}`, data: '' }))), 413, '文件解压后过大，已拒绝'],
      ['that reaches outside', 'a.zip', zip([{ name: '../a', data: 'a' }]), 402, '文件结构异常，已拒绝'],
      ['with an absolute name', 'a.zip', zip([{ name: '/etc/passwd', data: 'a' }]), 402, '文件结构异常，已拒绝'],
      ['with a link', 'a.zip', zip([{ name: 'a', data: '/etc/passwd', mode: 0o120_777 }]), 402, '文件结构异常，已拒绝'],
      ['with a password inside', 'a.zip', zip([{ name: 'a', data: 'a', flags: 1 }]), 402, '压缩文件设有打开密码，请取消密码后再上传'],
      ['that is cut off', 'a.zip', plain.subarray(0, plain.length - 30), 402, '文件已损坏，无法读取，请重新保存后再上传'],
    ])('%s is refused', async (_what, name, bytes, code, message) => {
      const answer = await keep(name, bytes)
      expect(said(answer)).toEqual({ code, message })
      if (code === 402) expect(answer.data).toBe(message)
    })

    it('of more than 10 MB is refused, and none of them was kept', async () => {
      const before = await server.database.read.selectFrom('stored_file').select('id').execute()
      expect(said(await keep('a.pdf', Buffer.concat([pdfBytes, Buffer.alloc(10 * 1024 * 1024)])))).toEqual({ code: 413, message: '大小不可超过10M' })
      expect(await server.database.read.selectFrom('stored_file').select('id').execute()).toEqual(before)
    })
  })

  it.each<[string, Uint8Array, number, string]>([
    ['a.svg', Buffer.from('<svg/>'), 415, '文件类型不合法，请上传png、jpg、jpeg格式的文件'],
    ['a.html', Buffer.from('<html>'), 415, '文件类型不合法，请上传png、jpg、jpeg格式的文件'],
    ['a.png', Buffer.from('<svg/>'), 415, '文件内容与扩展名不符'],
    ['a.jpg', pngBytes, 415, '文件内容与扩展名不符'],
    ['a.png', new Uint8Array(), 400, '文件是空的，请重新选择'],
    ['a.png', Buffer.concat([pngBytes.subarray(0, 16), Buffer.from('0000c3500000c350', 'hex'), pngBytes.subarray(24)]), 415, '图片尺寸过大'],
    ['a.png', Buffer.concat([pngBytes, Buffer.alloc(5 * 1024 * 1024)]), 413, '上传头像图片大小不能超过 5 MB!'],
  ])('as a picture %s is refused', async (name, bytes, code, message) => expect(said(await keepPicture(name, bytes))).toEqual({ code, message }))

  it('is given to nobody who is not logged in, and is said to be missing where it is', async () => {
    const path = good(await keep('a.pdf', pdfBytes))
    expect((await server.client().get(path)).code).toBe(443)
    expect(said(await member.get('/file/nothing'))).toEqual({ code: 404, message: '文件不存在' })
  })
})
