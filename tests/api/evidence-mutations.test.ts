import { beforeAll, expect, it } from 'vitest'
import { askTally, askVote, good, makeActivityA, propertyNamed, takeSteps } from '../support/activities.ts'
import { pngBytes } from '../support/files.ts'
import { faultsOf, isGreen, wholeZip } from '../support/bundleJudging.ts'
import { signer } from '../support/bundleBytes.ts'
import { mutation, type MutableBundle } from '../support/bundleMutations.ts'
import { onBothDatabases } from '../support/databases.ts'
import { lampFaults, linesIn, NO_FAULTS, unzipped } from '../support/openedBundle.ts'
import { atScale } from '../support/scale.ts'
import { confirm, madeBefore, serverForAll } from '../support/server.ts'

const key = signer('the server’s key')
const editions = ['court', 'owners'] as const
type Edition = (typeof editions)[number]

/** `proof.md` section 8: the bundle of a vote on paper, judged by its own page. */
onBothDatabases('the bundle of a vote on paper', (engine) => {
  /** A bundle's files do not depend on the database. */
  const roundsOf = (edition: Edition): number => (engine !== 'sqlite' ? 50 : edition === 'court' ? atScale(500, 50) : atScale(100, 50))
  let activityId: string
  /** Another vote of the same server. */
  let otherId: string
  const server = serverForAll(engine, { signingKey: { publicKey: key.publickey, sign: (text) => key.sign(text) } })
  const manager = madeBefore(() => server.member('admin_1'))
  beforeAll(async () => {
    activityId = await vote('1')
    otherId = await vote('2')
  })

  /** Papers of every fate: reprinted after all were spoiled, unissued, never back, spoiled, replaced, unvoted, voted at the desk, tallied. */
  async function vote(answers: string): Promise<string> {
    const activity = await makeActivityA(server, manager)
    const at = (name: string) => propertyNamed(activity.roster, name)
    const send = async (act: string, more: object) => good(await manager.post(`/paper/${act}`, { voteactivityid: activity.activityId, ...more }))
    await send('issue', { xpath: '' })
    await send('spoilall', { reason: '标题有错' })
    const { papers } = await send('issue', { xpath: '' })
    const codeAt = (name: string): string => (papers as { ballotid: string; code: string }[]).find(({ ballotid }) => ballotid === at(name).ballotId)!.code
    const [never, voted, tallied = '', lost, bad] = ['1-101', '1-102', '1-301', '2-101', '2-102'].map(codeAt)
    await takeSteps(manager, activity.activityId, 'start')
    await send('out', { codes: [never, voted, tallied, lost] })
    const pics = [good(await manager.upload('/file/image_upload', { field: 'file', name: '签收.png', bytes: pngBytes }))]
    const delivery = { votesource: 2, notifytime: '2026-05-01 08:30:00', remark: '' }
    good(await manager.post('/vote/savenotify', { activitypropertyid: at('1-101').rosterPropertyId, ...delivery, pics }))
    good(await manager.post('/vote/savenotify', { activitypropertyid: at('1-102').rosterPropertyId, ...delivery, pics: [] }))
    await send('spoil', { codes: [bad], reason: '选票损坏' })
    const { code: replaced } = await send('replace', { code: lost, reason: '选票遗失' })
    await send('out', { codes: [replaced] })
    await send('receive', { codes: [voted, tallied, replaced] })
    good(await askVote(manager, activity, [at('1-102')], answers))
    await takeSteps(manager, activity.activityId, 'startTally')
    good(await askTally(manager, activity, [tallied], '2'))
    await takeSteps(manager, activity.activityId, 'finish')
    return activity.activityId
  }

  async function bundleOf(voteactivityid: string, edition: Edition): Promise<Buffer> {
    await confirm(manager)
    const query = new URLSearchParams({ voteactivityid, edition, ...(edition === 'court' ? { purpose: '应诉' } : {}) })
    const { headers, rawPayload, body } = await manager.raw(`/evidence/bundle?${query.toString()}`)
    if (headers['content-type'] !== 'application/zip') throw new Error(body)
    return rawPayload
  }
  const filesOf = async (voteactivityid: string, edition: Edition) =>
    new Map([...unzipped(await bundleOf(voteactivityid, edition))].filter(([path]) => path !== '复算.html'))

  it.each(editions)('has four green lamps (%s)', async (edition) => {
    const zip = await bundleOf(activityId, edition)
    expect(await lampFaults(zip)).toEqual(NO_FAULTS)
    expect(linesIn(unzipped(zip), 'data/records.jsonl')).toHaveLength(4)
  })

  it.each(editions)('turns a lamp red for each of hundreds of mutations (%s)', { timeout: 300_000 }, async (edition) => {
    const files = await filesOf(activityId, edition)
    const { datas } = good(await manager.get('/audit/checkpoints', { voteactivityid: activityId, pageSize: 500 }))
    const { code } = datas.find(({ checkpoint }: { checkpoint: { kind: string } }) => checkpoint.kind === 'finish') as { code: string }
    const other = await filesOf(otherId, edition)
    const bundle: MutableBundle = { made: { files, code }, edition, key, rebuilt: () => Promise.resolve(other) }
    expect(isGreen(await faultsOf({ page: files, zip: await wholeZip(files), code }))).toBe(true)
    const missed: string[] = []
    for (let tried = 0, index = 0; tried < roundsOf(edition); index++) {
      const mutated = await mutation(bundle, index)
      if (mutated === null) continue
      tried += 1
      if (isGreen(await faultsOf(mutated.opened))) missed.push(mutated.name)
    }
    expect(missed).toEqual([])
  })
})
