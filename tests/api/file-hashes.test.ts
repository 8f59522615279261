import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { activityBody, good, makeActivityA, propertyNamed, takeSteps } from '../support/activities.ts'
import { onBothDatabases } from '../support/databases.ts'
import { pdfBytes, pngBytes } from '../support/files.ts'
import { startServer, type Client, type TestServer } from '../support/server.ts'

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** `proof.md` section 8: files have their hash in the journal. */
onBothDatabases('the hash of a file', (engine) => {
  let server: TestServer
  let admin: Client
  beforeAll(async () => {
    server = await startServer(engine)
    admin = await server.member('admin_1')
  })
  afterAll(() => server.close())

  const picture = async (): Promise<string> => good(await admin.upload('/file/image_upload', { field: 'file', name: '照片.png', bytes: pngBytes })) as string
  const document = async (): Promise<string> => good(await admin.upload('/file/upload', { field: 'file', name: '方案.pdf', bytes: pdfBytes })) as string
  /** What the newest entry of an action holds, as it was hashed. */
  async function contentOf(action: string) {
    const { content } = await server.database.read
      .selectFrom('audit_entry')
      .select('content')
      .where('action', '=', action)
      .orderBy('number', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    return JSON.parse(content ?? '')
  }
  const told = async (action: string): Promise<unknown> => (await contentOf(action)).after.fileHashes
  const hashes = (bytes: Uint8Array, ...paths: readonly string[]) =>
    paths.map((path) => ({ id: path.slice('/file/'.length), sha256: sha256(bytes) })).toSorted((one, other) => (one.id < other.id ? -1 : 1))

  it('stands with size and type in the entry of its upload', async () => {
    await picture()
    expect((await contentOf('file.uploadImage')).after).toEqual({
      name: '照片.png',
      mediaType: 'image/png',
      byteCount: pngBytes.length,
      sha256: sha256(pngBytes),
    })
    await document()
    expect((await contentOf('file.uploadDocument')).after).toMatchObject({ byteCount: pdfBytes.length, sha256: sha256(pdfBytes) })
  })

  it('stands in each entry that attaches the file, once however often it does', async () => {
    const [scheme, delivered, letter, person] = [await document(), await picture(), await picture(), await picture()]
    const { estateId } = await makeActivityA(server, admin)
    good(
      await admin.post(
        '/votedef/save',
        activityBody(estateId, {
          relafiles: [
            { name: '方案.pdf', url: scheme },
            { name: '同一份.pdf', url: scheme },
          ],
        }),
      ),
    )
    expect(await told('activity.save')).toEqual(hashes(pdfBytes, scheme))

    const activity = await makeActivityA(server, admin)
    expect(await told('activity.save')).toBeUndefined()
    const at = (name: string) => propertyNamed(activity.roster, name)
    const { ballotId } = at('1-101')
    await takeSteps(admin, activity.activityId, 'start')
    const delivery = { votesource: 2, notifytime: '2026-05-01 08:30:00', remark: '', pics: [delivered, letter] }
    good(await admin.post('/vote/savenotify', { activitypropertyid: at('1-102').rosterPropertyId, ...delivery }))
    expect(await told('notification.save')).toEqual(hashes(pngBytes, delivered, letter))
    good(
      await admin.post('/proxy/save', {
        voteactivityid: activity.activityId,
        ballotid: ballotId,
        agentname: '李四',
        agentphone: '13800000012',
        pics: [letter],
      }),
    )
    expect(await told('proxy.save')).toEqual(hashes(pngBytes, letter))
    const { votercode } = good(await admin.get('/votedef/getactivityproperty', { activitypropertyid: at('1-301').rosterPropertyId }))
    const change = { propertyid: votercode, voteactivityid: activity.activityId, creater: '李四', personidpics: [person], propertyidpics: [] }
    good(await admin.post('/votedef/savepropertychange', { ...change, afterdata: { areasize: 90, personname: '李四', mobileno: '13800000012', idno: '' } }))
    expect(await told('propertyChange.handIn')).toEqual(hashes(pngBytes, person))
  })
})
