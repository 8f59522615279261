import { beforeAll, describe, expect, it } from 'vitest'
import { activityBody, good, makeActivity, makeEstate, optionsTopic, takeSteps, topic } from '../support/activities.ts'
import { onBothDatabases } from '../support/databases.ts'
import { pdfBytes, pngBytes } from '../support/files.ts'
import { entriesOf, setClock } from '../support/journal.ts'
import { logIn, serverForAll, type Client, type Envelope } from '../support/server.ts'
import { zip, type Packed } from '../support/workbooks/zip.ts'

const said = ({ code, message }: Envelope) => ({ code, message })
const types: Packed = { name: '[Content_Types].xml', data: '<Types/>', isStored: true }
const docx = zip([types, { name: 'word/document.xml', data: '<w:document/>' }])
const xlsx = zip([types, { name: 'xl/workbook.xml', data: '<workbook/>' }])
const pptx = zip([types, { name: 'ppt/presentation.xml', data: '<p:presentation/>' }])
const plain = zip([{ name: '照片/1.txt', data: '一' }])
const OFFICE = 'application/vnd.openxmlformats-officedocument.'

const DAY = 24 * 3_600_000

onBothDatabases('unreferenced files', (engine) => {
  const server = serverForAll(engine)
  let member: Client
  beforeAll(async () => {
    member = await server.member('admin_1')
  })

  const picture = async (name: string) => good(await member.upload('/file/image_upload', { field: 'file', name, bytes: pngBytes })) as string
  const document = async (name: string) => good(await member.upload('/file/upload', { field: 'file', name, bytes: pdfBytes })) as string
  const isThere = async (path: string) => (await member.raw(path)).headers['content-type'] !== 'application/json; charset=utf-8'
  const after = async (days: number) => {
    server.clock.time += days * DAY
    member = server.client(await logIn(server.client(), 'admin_1'))
    return server.removeUnusedFiles()
  }

  it('are deleted after seven days with an entry; referenced ones stay', async () => {
    const { estateId } = await makeEstate(member, [['1-101', '张三', 100]])
    const kept = {
      activity: await picture('活动.png'),
      document: await document('方案.pdf'),
      topic: await picture('议题.png'),
      option: await document('选项.pdf'),
      delivery: await picture('签收.png'),
      person: await picture('身份证.png'),
      property: await picture('房产证.png'),
    }
    const attached = (name: string, url: string) => [{ name, url }]
    const body = activityBody(estateId, {
      relapics: [kept.activity],
      relafiles: attached('方案.pdf', kept.document),
      topics: [
        topic('更换电梯', { relapics: [kept.topic] }),
        { ...optionsTopic('选聘', ['甲']), options: [{ title: '甲', relafiles: attached('选项.pdf', kept.option) }] },
      ],
    })
    const { activityId } = await makeActivity(member, estateId, body)
    await takeSteps(member, activityId, 'start')
    const { datas } = good(await member.post('/vote/getnofitypropertieslist', { voteactivityid: activityId, pageNo: 1, pageSize: 10 }))
    const [{ activitypropertyid }] = datas as [{ activitypropertyid: string }]
    good(await member.post('/vote/savenotify', { activitypropertyid, votesource: 1, notifytime: '2026-05-01 08:30:00', remark: '', pics: [kept.delivery] }))
    const { votercode } = good(await member.get('/votedef/getactivityproperty', { activitypropertyid }))
    const afterdata = { areasize: 90, personname: '李四', mobileno: '13800000012', idno: '' }
    const pictures = { personidpics: [kept.person], propertyidpics: [kept.property] }
    good(await member.post('/votedef/savepropertychange', { propertyid: votercode, creater: '李四', afterdata, ...pictures }))
    const forgotten = [await picture('忘了提交.png'), await document('忘了提交.pdf')]

    expect(await after(6)).toBe(0)
    const young = await picture('刚上传.png')
    expect(await after(1)).toBe(2)
    for (const path of forgotten) expect(await isThere(path)).toBe(false)
    for (const path of [...Object.values(kept), young]) expect(await isThere(path)).toBe(true)
    const entries = await entriesOf(member, { action: 'file.expire' })
    expect(entries).toMatchObject([{ username: '', before: { expired: [{ name: '忘了提交.png' }, { name: '忘了提交.pdf' }] }, after: null }])
    expect(good(await member.get('/audit/verify'))).toMatchObject({ intact: true })
  })

  it('are served only to those who may see their subject: papers to managers, unsent uploads to the uploader', async () => {
    const { estateId } = await makeEstate(member, [['1-101', '张三', 100]])
    const { activityId } = await makeActivity(member, estateId, activityBody(estateId))
    await takeSteps(member, activityId, 'start')
    const clerk = await server.member('clerk_1', 'clerk')
    const others = { viewer: await server.member('viewer_1', 'viewer'), manager: await server.member('manager_1', 'manager') }
    const upload = async (client: Client, name: string) => good(await client.upload('/file/image_upload', { field: 'file', name, bytes: pngBytes })) as string
    const [delivery, papers, deed, mine] = [
      await upload(clerk, '签收.png'),
      await upload(clerk, '身份证.png'),
      await upload(clerk, '房产证.png'),
      await upload(clerk, '草稿.png'),
    ]
    const sees = async (client: Client, path: string) => {
      const { headers, body } = await client.raw(path)
      return headers['content-type'] === 'image/png' ? 200 : (JSON.parse(body) as Envelope).code
    }
    const table = async () => {
      const rows = { delivery, papers, deed, mine }
      const by = { clerk, ...others, admin: member }
      return Object.fromEntries(
        await Promise.all(
          Object.entries(rows).map(async ([name, path]) => [name, await Promise.all(Object.values(by).map((client) => sees(client, path)))] as const),
        ),
      )
    }
    const own = [200, 404, 404, 404]
    expect(await table()).toEqual({ delivery: own, papers: own, deed: own, mine: own })

    const { datas } = good(await member.post('/vote/getnofitypropertieslist', { voteactivityid: activityId, pageNo: 1, pageSize: 10 }))
    const [{ activitypropertyid }] = datas as [{ activitypropertyid: string }]
    good(await clerk.post('/vote/savenotify', { activitypropertyid, votesource: 1, notifytime: '2026-05-01 08:30:00', remark: '', pics: [delivery] }))
    const { votercode } = good(await member.get('/votedef/getactivityproperty', { activitypropertyid }))
    const afterdata = { areasize: 90, personname: '李四', mobileno: '13800000012', idno: '' }
    good(await clerk.post('/votedef/savepropertychange', { propertyid: votercode, creater: '李四', afterdata, personidpics: [papers], propertyidpics: [deed] }))
    const everybody = [200, 200, 200, 200]
    const managers = [403, 403, 200, 200]
    expect(await table()).toEqual({ delivery: everybody, papers: managers, deed: managers, mine: own })
    expect(said((await clerk.raw(papers)).json<Envelope>())).toEqual({ code: 403, message: '没有权限：需要活动负责人' })
    // Whether marked as used or not: the same result.
    await server.removeUnusedFiles()
    expect(await table()).toEqual({ delivery: everybody, papers: managers, deed: managers, mine: own })
  })

  it('are kept for seven days after they are detached, however old they are', async () => {
    const { estateId } = await makeEstate(member, [['1-102', '李四', 100]], '桂花苑')
    const path = await picture('旧图.png')
    const body = activityBody(estateId, { title: '旧活动', relapics: [path] })
    const { activityId } = await makeActivity(member, estateId, body)
    await after(30)
    good(await member.get('/votedef/delete', { ids: activityId }))
    await after(1)
    expect(await isThere(path)).toBe(true)
    await after(6)
    expect(await isThere(path)).toBe(true)
    await after(1)
    expect(await isThere(path)).toBe(false)
  })

  it('are not kept forever because of a wrong clock', async () => {
    const right = server.clock.time
    server.clock.time = Date.parse('2036-01-01T00:00:00Z')
    member = server.client(await logIn(server.client(), 'admin_1'))
    const path = await picture('2036.png')
    await setClock(server, right)
    await after(0)
    await after(7)
    expect(await isThere(path)).toBe(false)
  })
})

onBothDatabases('stored files', (engine) => {
  const server = serverForAll(engine)
  let member: Client
  beforeAll(async () => {
    member = await server.member('admin_1')
  })

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
  ])('return %s byte for byte, as a download under its name, without content sniffing', async (name, bytes, mediaType) => {
    const path = good(await keep(name, bytes))
    const answer = await member.raw(path)
    expect(answer.rawPayload.equals(Buffer.from(bytes))).toBe(true)
    expect(answer.headers).toMatchObject({
      'content-type': mediaType,
      'x-content-type-options': 'nosniff',
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name.replace('PPTX', 'pptx'))}`,
    })
  })

  it('a picture is served inline, with nosniff and an encoded file name', async () => {
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
  ])('accept the name %j', async (name, kept) => expect(await nameOf(name, pdfBytes)).toEqual(kept))

  describe('document upload', () => {
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
      ['with a program', 'a.zip', zip([{ name: '安装.exe', data: 'MZ' }]), 415, '压缩包内有可执行的程序或脚本，已拒绝，请删除后再上传'],
      ['with an archive that is not looked into', 'a.zip', zip([{ name: '照片.rar', data: 'Rar!' }]), 415, '压缩包内还有压缩包，无法检查，请解开后再上传'],
      [
        'with macros',
        'a.xlsx',
        zip([types, { name: 'xl/workbook.xml', data: '' }, { name: 'xl/vbaProject.bin', data: '' }]),
        415,
        '文件含有宏，已拒绝，请另存为不含宏的格式后再上传',
      ],
      [
        'with a template from elsewhere',
        'a.docx',
        zip([
          types,
          { name: 'word/document.xml', data: '' },
          { name: 'word/_rels/settings.xml.rels', data: '<Relationship Type="x/attachedTemplate" TargetMode="External"/>' },
        ]),
        415,
        '文件引用了外部模板或对象，已拒绝，请去掉后再上传',
      ],
      [
        'that is a PDF with a script',
        'a.pdf',
        Buffer.from('%PDF-1.4\n1 0 obj<</S/JavaScript/JS(x)>>endobj'),
        415,
        'PDF 文件含有脚本或会启动程序，已拒绝，请重新打印为 PDF 后再上传',
      ],
      [
        'that is a PDF that cannot be looked into',
        'a.pdf',
        Buffer.from('%PDF-1.5\n<</Type/ObjStm/Filter/LZWDecode>>stream\nx\nendstream'),
        415,
        'PDF 文件的一部分无法检查，已拒绝，请重新打印为 PDF 后再上传',
      ],
      ['with a password inside', 'a.zip', zip([{ name: 'a', data: 'a', flags: 1 }]), 402, '压缩文件设有打开密码，请取消密码后再上传'],
      ['that is cut off', 'a.zip', plain.subarray(0, plain.length - 30), 402, '文件已损坏，无法读取，请重新保存后再上传'],
    ])('%s is refused', async (_what, name, bytes, code, message) => {
      const answer = await keep(name, bytes)
      expect(said(answer)).toEqual({ code, message })
      if (code === 402) expect(answer.data).toBe(message)
    })

    it('refuses documents over 10 MB and stores none of them', async () => {
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
  ])('refuse %s as a picture', async (name, bytes, code, message) => expect(said(await keepPicture(name, bytes))).toEqual({ code, message }))

  it('requires a login, and answers that a missing file is missing', async () => {
    const path = good(await keep('a.pdf', pdfBytes))
    expect((await server.client().get(path)).code).toBe(443)
    expect(said(await member.get('/file/nothing'))).toEqual({ code: 404, message: '文件不存在' })
  })
})
