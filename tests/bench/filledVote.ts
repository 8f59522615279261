import { formatTime } from '../../src/shared/time/chinaTime.ts'
import type { DatabaseLocation } from '../../src/server/database/database.ts'
import { insertMany } from '../../src/server/database/dialect.ts'
import { openDatabase } from '../../src/server/database/open.ts'
import { createCheckpointWrites } from '../../src/server/features/journal/checkpointWrites.ts'
import { withJournal } from '../../src/server/features/journal/journal.ts'
import { createJournalTime } from '../../src/server/features/journal/journalTime.ts'
import { piecesOf } from '../../src/server/features/journal/replay/state.ts'
import { rosterStates, rulesState } from '../../src/server/features/journal/replay/stateStore.ts'
import { systemCaller } from '../../src/server/http/context.ts'
import { passingSigningKey } from '../support/signingKeys.ts'
import { newId } from '../../src/server/kernel/ids.ts'
import { activityBody, topic } from '../support/activities.ts'
import { httpClient, memberToken, startProcess, type HttpClient, type ServerProcess } from '../support/server-process.ts'
import { timed } from './table.ts'

export const TOPICS = 20

const argsOf = (location: DatabaseLocation): string[] => ('url' in location ? ['--database', location.url] : ['--data', location.folder])

export interface Vote {
  readonly server: ServerProcess
  readonly client: HttpClient
  readonly token: string
  readonly activityId: string
  readonly location: DatabaseLocation
}

/** A server with an activity of 20 topics in status 1 over that many properties, each with its own owner. */
export async function openVote(workbook: Uint8Array, location: DatabaseLocation): Promise<Vote> {
  const server = await startProcess(argsOf(location))
  const token = await memberToken(server.url)
  const client = httpClient(server.url, token)
  const { estateid } = (await client.post('/vtestate/save', { name: '大区', addr: '路' })).data as { estateid: string }
  const imported = await client.upload('/vtpropertyinfo/importpropertyinfo', 'uploadfile', '房产.xlsx', workbook, { estateId: estateid })
  if (imported.code !== 200) throw new Error(imported.message)
  const times = { startdate: formatTime(Date.now() - 3_600_000), enddate: formatTime(Date.now() + 3_600_000) }
  const saved = await client.post(
    '/votedef/save',
    activityBody(estateid, { ...times, topics: Array.from({ length: TOPICS }, (_, index) => topic(`议题${index + 1}`)) }),
  )
  if (saved.code !== 200) throw new Error(saved.message)
  const activityId = saved.data.voteactivityid as string
  await client.get('/votedef/startvote', { id: activityId })
  return { server, client, token, activityId, location }
}

/** Gives nine of ten ballots a vote, directly in the database: counting is measured, not casting. */
export async function fillVotes(vote: Vote): Promise<Vote> {
  await vote.server.stop()
  const database = await openDatabase(vote.location)
  const clock = { now: () => Date.now() }
  await withJournal(database, createJournalTime(clock), createCheckpointWrites(passingSigningKey())).write(
    async ({ tx, journal }) => {
      const ballots = await tx.selectFrom('ballot').select(['id', 'activity_id', 'area_hundredths']).execute()
      const rows = ballots
        .filter((_, index) => index % 10 !== 0)
        .map((ballot, index) => {
          const answers = Array.from({ length: TOPICS }, (_, slot) => '0123'[(index * 7 + slot * 3) % 4]).join('')
          return [newId(), ballot.activity_id, ballot.id, 1, '', answers, ballot.area_hundredths, '', '', '', '', 'desk', 1, Date.now(), 1, Date.now()]
        })
      const columns = [
        'public_id',
        'activity_id',
        'ballot_id',
        'status',
        'marked_code',
        'answers',
        'area_hundredths',
        'property_public_id',
        'voter_name',
        'voter_phone',
        'voter_id_number',
        'source',
        'created_by',
        'created_at',
        'voted_by',
        'voted_at',
      ]
      await insertMany(tx, 'vote_record', columns, rows)
      // With journal entries, as no report is made of votes without them.
      const [activity] = await tx.selectFrom('activity').select(['id', 'public_id', 'title']).execute()
      if (!activity) throw new Error('no activity')
      const after = { activityId: activity.public_id, activityTitle: activity.title }
      const state = [...(await rosterStates(tx, activity.id)), ...piecesOf(await rulesState(tx, activity.id))]
      journal.record({ caller: systemCaller, action: 'activity.roster', subject: activity.public_id, before: null, after, state })
    },
    { isLong: true },
  )
  await database.close()
  const server = await startProcess(argsOf(vote.location))
  const token = await memberToken(server.url)
  return { ...vote, server, token, client: httpClient(server.url, token) }
}

/** Latencies of a call in ms, after two warm-up calls. */
export async function samples(times: number, work: (turn: number) => Promise<{ code: number; message: string }>): Promise<number[]> {
  const taken: number[] = []
  for (let turn = 0; turn < times + 2; turn++) {
    const { ms, value } = await timed(() => work(turn))
    if (value.code !== 200) throw new Error(value.message)
    if (turn >= 2) taken.push(ms)
  }
  return taken
}
