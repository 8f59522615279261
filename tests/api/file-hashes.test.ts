import { createHash } from 'node:crypto'
import type { Transaction } from 'kysely'
import { expect, it } from 'vitest'
import type { Schema } from '../../src/server/database/schema.ts'
import { systemCaller } from '../../src/server/http/context.ts'
import { newId } from '../../src/server/kernel/ids.ts'
import { activityBody, askVote, good, makeActivityA, propertyNamed, takeSteps } from '../support/activities.ts'
import { onBothDatabases } from '../support/databases.ts'
import { pdfBytes, pngBytes } from '../support/files.ts'
import { journaled } from '../support/journal.ts'
import { isTamperedWith } from '../support/replayed.ts'
import { confirm, madeBefore, serverForAll } from '../support/server.ts'

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** `proof.md` section 8: the journal has the hash of every file. */
onBothDatabases('the hash of a file', (engine) => {
  const server = serverForAll(engine)
  const admin = madeBefore(() => server.member('admin_1'))

  const picture = async (): Promise<string> => good(await admin.upload('/file/image_upload', { field: 'file', name: '照片.png', bytes: pngBytes })) as string
  const document = async (): Promise<string> => good(await admin.upload('/file/upload', { field: 'file', name: '方案.pdf', bytes: pdfBytes })) as string
  /** The content of an action's newest entry, as hashed. */
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

  it('is in the upload’s entry with size and type', async () => {
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

  it('is in each entry that attaches the file, once per entry', async () => {
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
    good(
      await admin.post('/publication/save', {
        voteactivityid: activity.activityId,
        kind: 2,
        datefrom: '2026-05-01',
        dateto: '2026-05-08',
        places: '公告栏',
        pics: [letter],
      }),
    )
    expect(await told('publication.save')).toEqual(hashes(pngBytes, letter))
    const { votercode } = good(await admin.get('/votedef/getactivityproperty', { activitypropertyid: at('1-301').rosterPropertyId }))
    const change = { propertyid: votercode, voteactivityid: activity.activityId, creater: '李四', personidpics: [person], propertyidpics: [] }
    good(await admin.post('/votedef/savepropertychange', { ...change, afterdata: { areasize: 90, personname: '李四', mobileno: '13800000012', idno: '' } }))
    expect(await told('propertyChange.handIn')).toEqual(hashes(pngBytes, person))
  })

  interface Difference {
    readonly kind: string
    readonly id: string
    readonly activity: string
    readonly field: string
    readonly expected: string | null
    readonly found: string | null
  }
  const idOf = (path: string): string => path.slice('/file/'.length)
  /** The differences in one activity's files, from the check of the whole journal. */
  async function filesOf(activityId: string): Promise<readonly Difference[]> {
    const { files, replay } = good(await admin.get('/audit/verify'))
    expect(replay.differences.filter(({ kind }: Difference) => kind === 'file')).toEqual([])
    expect(files.differencecount).toBe(files.differences.length)
    return files.differences.filter(({ activity }: Difference) => activity === activityId)
  }
  const checkedFiles = async (): Promise<number> => good(await admin.get('/audit/verify')).files.checked

  /** A finishable activity with an attachment and a delivery with a picture. */
  async function voted() {
    const [scheme, photo] = [await document(), await picture()]
    const activity = await makeActivityA(server, admin, { relafiles: [{ name: '方案.pdf', url: scheme }] })
    isTamperedWith(server.database, activity.activityId)
    const at = (name: string) => propertyNamed(activity.roster, name)
    await takeSteps(admin, activity.activityId, 'start')
    const delivery = { votesource: 2, notifytime: '2026-05-01 08:30:00', remark: '', pics: [photo] }
    for (const name of ['1-101', '1-102']) good(await admin.post('/vote/savenotify', { activitypropertyid: at(name).rosterPropertyId, ...delivery }))
    return { ...activity, at, scheme, photo }
  }
  const change = (work: (tx: Transaction<Schema>) => Promise<unknown>) => server.database.write((tx) => work(tx))
  const alter = (path: string) =>
    change((tx) =>
      tx
        .updateTable('stored_file')
        .set({ content: Buffer.from('exchanged') })
        .where('public_id', '=', idOf(path))
        .execute(),
    )

  it('is compared once for every file of an activity, also before the start and without attachments', async () => {
    const before = await checkedFiles()
    const { activityId, scheme } = await voted()
    expect(await checkedFiles()).toBe(before + 2)
    expect(await filesOf(activityId)).toEqual([])
    const { activityId: bare, estateId } = await makeActivityA(server, admin)
    expect(await checkedFiles()).toBe(before + 2)
    expect(await filesOf(bare)).toEqual([])
    // A file referenced by two activities is checked in both.
    const { voteactivityid: drafted } = good(await admin.post('/votedef/save', activityBody(estateId, { relafiles: [{ name: '方案.pdf', url: scheme }] })))
    isTamperedWith(server.database, drafted)
    const faults = async () => good(await admin.get('/system/safety')).journalcheck
    expect(await faults()).toMatchObject({ faultcount: 0, filefaultcount: 0 })
    await alter(scheme)
    for (const activity of [activityId, drafted])
      expect(await filesOf(activity)).toEqual([
        { kind: 'file', id: idOf(scheme), activity, field: 'sha256', expected: sha256(pdfBytes), found: sha256(Buffer.from('exchanged')) },
      ])
    expect(await faults()).toMatchObject({ faultcount: 0, filefaultcount: 2 })
  })

  it('detects a missing file and a replaced one', async () => {
    const { activityId, photo } = await voted()
    await change((tx) => tx.deleteFrom('stored_file').where('public_id', '=', idOf(photo)).execute())
    const other = await document()
    await change((tx) =>
      tx
        .updateTable('activity')
        .set({ files: JSON.stringify([{ name: '方案.pdf', url: other }]) })
        .where('public_id', '=', activityId)
        .execute(),
    )
    const about = { kind: 'file', activity: activityId, field: '' }
    expect(await filesOf(activityId)).toEqual(
      [
        { ...about, id: idOf(photo), expected: sha256(pngBytes), found: null },
        { ...about, id: idOf(other), expected: null, found: sha256(pdfBytes) },
      ].toSorted((one, another) => (one.id < another.id ? -1 : 1)),
    )
  })

  it('blocks the result if it differs, until an administrator acknowledges it', async () => {
    const { activityId, photo, ...activity } = await voted()
    good(await askVote(admin, { activityId, ...activity }, [activity.at('1-102')], '1'))
    await takeSteps(admin, activityId, 'startTally')
    await alter(photo)
    const refusal = { code: 402, message: '投票记录与操作日志不一致，共1处，不能生成报告' }
    expect(await admin.get('/votedef/finishVote', { id: activityId })).toMatchObject(refusal)
    const checked = good(await admin.get('/vote/verify', { voteactivityid: activityId }))
    expect(checked).toMatchObject({ differencecount: 1, known: null, names: [{ id: idOf(photo), name: '送达记录 照片.png' }] })
    await confirm(admin)
    good(await admin.post('/vote/verify/known', { voteactivityid: activityId, reason: '照片重新扫描过' }))
    await takeSteps(admin, activityId, 'finish')
    await alter(activity.scheme)
    const refused = { ...refusal, message: '投票记录与操作日志不一致，共2处，不能生成报告' }
    for (const path of [`/vote/report?voteActivityId=${activityId}`, `/evidence/bundle?voteactivityid=${activityId}&edition=owners`])
      expect(JSON.parse((await admin.raw(path)).body)).toMatchObject(refused)
  })

  it('is not compared for detached files, nor for uploads whose entry has none', async () => {
    const before = await checkedFiles()
    const { activityId, estateId, photo } = await voted()
    await change((tx) => tx.updateTable('notification').set({ pictures: '[]' }).where('pictures', 'like', `%${photo}%`).execute())
    await change((tx) => tx.deleteFrom('stored_file').where('public_id', '=', idOf(photo)).execute())
    expect(await filesOf(activityId)).toEqual([])
    expect(await checkedFiles()).toBe(before + 1)
    const older = await document()
    const recorded = { name: '方案.pdf', mediaType: 'application/pdf', byteCount: pdfBytes.length }
    const old = newId()
    await change((tx) => tx.updateTable('stored_file').set({ public_id: old }).where('public_id', '=', idOf(older)).execute())
    await journaled(server).write(async ({ journal }) =>
      journal.record({ caller: systemCaller, action: 'file.uploadDocument', subject: old, before: null, after: recorded }),
    )
    good(await admin.post('/votedef/save', activityBody(estateId, { relafiles: [{ name: '旧.pdf', url: `/file/${old}` }] })))
    expect(await told('activity.save')).toBeUndefined()
    await alter(`/file/${old}`)
    expect(await checkedFiles()).toBe(before + 1)
  })
})
