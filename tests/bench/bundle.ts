import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { formatTime } from '../../src/shared/time/chinaTime.ts'
import { insertMany } from '../../src/server/database/dialect.ts'
import type { DatabaseLocation } from '../../src/server/database/database.ts'
import { openDatabase } from '../../src/server/database/open.ts'
import { createCheckpointWrites } from '../../src/server/features/journal/checkpointWrites.ts'
import { withJournal } from '../../src/server/features/journal/journal.ts'
import { createJournalTime } from '../../src/server/features/journal/journalTime.ts'
import { piecesOf } from '../../src/server/features/journal/replay/state.ts'
import { rosterStates, rulesState } from '../../src/server/features/journal/replay/stateStore.ts'
import { systemCaller } from '../../src/server/http/context.ts'
import { newId } from '../../src/server/kernel/ids.ts'
import { passingSigningKey } from '../support/signingKeys.ts'
import { activityBody, topic } from '../support/activities.ts'
import { startCluster } from '../support/postgres.ts'
import { httpClient, memberToken, startProcess, type HttpClient, type ServerProcess } from '../support/server-process.ts'
import { propertyWorkbook } from '../support/workbooks/make.ts'
import { percentile, timed, type Figure } from './table.ts'

const MB = 1024 * 1024
const PAPERS = 3_000
/** One picture per delivery: a gigabyte in all. */
const PICTURE_BYTES = Math.floor((1024 * MB) / PAPERS)
const PICTURES_AT_ONCE = 20
const TOPICS = 6
const SAMPLE_MS = 20

/** The bundle of 3,000 papers with a gigabyte of pictures, for the court and for owners. */
export async function benchBundle(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'vote-bench-'))
  const cluster = await startCluster({ isSynced: true })
  try {
    return [
      ...(await measured({ folder }, ['--data', folder], 'SQLite')),
      ...(cluster ? await measured({ url: `${cluster.url}/postgres` }, ['--database', `${cluster.url}/postgres`], 'PostgreSQL') : []),
    ]
  } finally {
    await cluster?.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function clientOf(server: ServerProcess): Promise<{ client: HttpClient; token: string }> {
  const token = await memberToken(server.url)
  return { token, client: httpClient(server.url, token) }
}

async function measured(location: DatabaseLocation, args: readonly string[], engine: string): Promise<Figure[]> {
  const first = await startProcess(args)
  const activityId = await openVote((await clientOf(first)).client)
  await first.stop()
  const filled = await timed(() => fill(location))
  const server = await startProcess(args)
  try {
    const { client, token } = await clientOf(server)
    const finished = await client.get('/votedef/finishVote', { id: activityId })
    if (finished.code !== 200) throw new Error(finished.message)
    await client.post('/account/confirm', { password: 'pine4827' })
    const figures: Figure[] = []
    const before = await server.memory()
    for (const edition of ['owners', 'court'] as const) {
      const { ms, value, peak, others } = await underLoad(server, client, () =>
        download(server, token, { voteactivityid: activityId, edition, purpose: '测量' }),
      )
      figures.push(
        { name: `${engine}, ${PAPERS.toLocaleString()} papers: the bundle, ${edition}, one run`, value: ms, unit: 'ms', aim: { atMost: 60_000 } },
        { name: '  its bytes', value: value / MB, unit: 'MB' },
        { name: '  memory that it takes, at most', value: (peak - before) / MB, unit: 'MB', aim: { atMost: 300 } },
        { name: '  memory of the server with it', value: peak / MB, unit: 'MB' },
        { name: '  other calls meanwhile, p99', value: percentile(others, 0.99), unit: 'ms', aim: { atMost: 100 } },
      )
    }
    const verified = await underLoad(server, client, async () => {
      const { data } = await client.get('/audit/verify')
      if (data.files.checked !== PAPERS || data.files.differencecount > 0) throw new Error(JSON.stringify(data.files))
    })
    figures.push(
      // 100 MB/s, plus the entries.
      { name: `${engine}, a gigabyte of pictures: /audit/verify, one run`, value: verified.ms, unit: 'ms', aim: { atMost: 11_000 } },
      { name: '  other calls meanwhile, p99', value: percentile(verified.others, 0.99), unit: 'ms', aim: { atMost: 100 } },
    )
    return [...figures, { name: '  (written in)', value: filled.ms, unit: 'ms' }]
  } finally {
    await server.stop()
  }
}

/** Creates an activity in 投票中; returns its id. */
async function openVote(client: HttpClient): Promise<string> {
  const { estateid } = (await client.post('/vtestate/save', { name: '大区', addr: '路' })).data as { estateid: string }
  const imported = await client.upload('/vtpropertyinfo/importpropertyinfo', 'uploadfile', '房产.xlsx', await propertyWorkbook(PAPERS), { estateId: estateid })
  if (imported.code !== 200) throw new Error(imported.message)
  const times = { startdate: formatTime(Date.now() - 3_600_000), enddate: formatTime(Date.now() + 3_600_000) }
  const topics = Array.from({ length: TOPICS }, (_, index) => topic(`议题${index + 1}`))
  const saved = await client.post('/votedef/save', activityBody(estateid, { ...times, topics }))
  if (saved.code !== 200) throw new Error(saved.message)
  const activityId = saved.data.voteactivityid as string
  await client.get('/votedef/startvote', { id: activityId })
  return activityId
}

/** Gives every ballot a vote and a delivery with a picture, written directly into the database with journal entries. */
async function fill(location: DatabaseLocation): Promise<void> {
  const database = await openDatabase(location)
  const clock = { now: () => Date.now() }
  const journaled = withJournal(database, createJournalTime(clock), createCheckpointWrites(passingSigningKey()))
  const pictures: string[] = []
  for (let from = 0; from < PAPERS; from += PICTURES_AT_ONCE) {
    await journaled.write(async ({ tx, journal }) => {
      for (let index = from; index < Math.min(PAPERS, from + PICTURES_AT_ONCE); index++) {
        const publicId = newId()
        pictures.push(`/file/${publicId}`)
        const file = { name: '照片.jpg', media_type: 'image/jpeg', byte_count: PICTURE_BYTES, created_by: 1, created_at: clock.now(), unused_since: null }
        const content = randomBytes(PICTURE_BYTES)
        await tx
          .insertInto('stored_file')
          .values({ ...file, public_id: publicId, content })
          .execute()
        const after = { name: file.name, mediaType: file.media_type, byteCount: PICTURE_BYTES, sha256: createHash('sha256').update(content).digest('hex') }
        journal.record({ caller: systemCaller, action: 'file.uploadImage', subject: publicId, before: null, after })
      }
    })
  }
  await journaled.write(
    async ({ tx, journal }) => {
      const properties = await tx
        .selectFrom('roster_property as property')
        .innerJoin('ballot', 'ballot.id', 'property.ballot_id')
        .select(['property.id', 'property.ballot_id', 'property.activity_id', 'ballot.area_hundredths'])
        .execute()
      const now = clock.now()
      const answers = (index: number): string => Array.from({ length: TOPICS }, (_, slot) => '0123'[(index * 7 + slot * 3) % 4]).join('')
      await insertMany(
        tx,
        'vote_record',
        'public_id activity_id ballot_id status marked_code answers area_hundredths property_public_id voter_name voter_phone voter_id_number source created_by created_at voted_by voted_at'.split(
          ' ',
        ),
        properties.map((property, index) => {
          const { activity_id: activity, ballot_id: ballot, area_hundredths: area } = property
          return [newId(), activity, ballot, 1, '', answers(index), area, '', '', '', '', 'desk', 1, now, 1, now]
        }),
      )
      await insertMany(
        tx,
        'notification',
        'public_id activity_id roster_property_id vote_source notify_way delivered_at delivered_by remark pictures created_by created_at updated_by updated_at'.split(
          ' ',
        ),
        properties.map(({ id, activity_id: activity }, index) => {
          const pics = JSON.stringify([pictures[index % pictures.length]])
          return [newId(), activity, id, 2, 2, now, '王五', '', pics, 1, now, 1, now]
        }),
      )
      const activity = await tx.selectFrom('activity').select(['id', 'public_id', 'title']).executeTakeFirstOrThrow()
      const after = { activityId: activity.public_id, activityTitle: activity.title }
      const state = [...(await rosterStates(tx, activity.id)), ...piecesOf(await rulesState(tx, activity.id))]
      journal.record({ caller: systemCaller, action: 'activity.roster', subject: activity.public_id, before: null, after, state })
    },
    { isLong: true },
  )
  await database.close()
}

/** Streams a bundle without keeping it; returns its number of bytes. */
async function download(server: ServerProcess, token: string, query: Record<string, string>): Promise<number> {
  const headers = { 'x-app-id': 'community-vote-console', 'x-auth-id': token }
  const response = await fetch(`${server.url}/api/evidence/bundle?${new URLSearchParams(query).toString()}`, { headers })
  if (response.headers.get('content-type') !== 'application/zip' || response.body === null) throw new Error(await response.text())
  let bytes = 0
  for await (const piece of response.body) bytes += (piece as Uint8Array).length
  return bytes
}

/** The server's peak memory during the work, and the latency of other calls. */
async function underLoad<T>(server: ServerProcess, client: HttpClient, work: () => Promise<T>) {
  let [isDone, peak] = [false, 0]
  const others: number[] = []
  const sampling = (async () => {
    while (!isDone) {
      peak = Math.max(peak, await server.memory())
      await new Promise((resolve) => setTimeout(resolve, SAMPLE_MS))
    }
  })()
  const otherCalls = (async () => {
    while (!isDone) others.push((await timed(() => client.get('/vtestate/list'))).ms)
  })()
  const { ms, value } = await timed(work)
  isDone = true
  await Promise.all([sampling, otherCalls])
  return { ms, value, peak, others }
}
