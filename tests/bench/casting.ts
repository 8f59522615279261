import { join } from 'node:path'
import { readSnapshot } from '../../src/server/database/open.ts'
import { httpClient, memberToken, startProcess, type HttpClient } from '../support/server-process.ts'
import { propertyWorkbook } from '../support/workbooks/make.ts'
import { argsOf, onBothDatabases, type BenchDatabase } from './databases.ts'
import { openVote, TOPICS } from './filledVote.ts'
import type { Figure } from './table.ts'
import { writeRounds } from './writeRounds.ts'

/** More than all rounds use. */
const BALLOTS = 60_000

/** Votes per second. */
const AIMS = { SQLite: 1_500, PostgreSQL: 500 } as const

/** Votes cast over HTTP, one ballot each. */
export const benchCasting = (): Promise<Figure[]> => onBothDatabases(castingOn)

async function castingOn(database: BenchDatabase): Promise<Figure[]> {
  const opened = await openVote(await propertyWorkbook(BALLOTS), database.location)
  await opened.server.stop()
  // With a log, like an office's server.
  const server = await startProcess([...argsOf(database.location), '--log', join(database.folder, 'log')])
  try {
    const token = await memberToken(server.url)
    const next = await votesOf(httpClient(server.url, token), database, opened.activityId)
    return await writeRounds(database, {
      server,
      token,
      path: '/vote/do',
      next,
      name: `casting a vote of ${TOPICS} topics`,
      aim: AIMS[database.engine],
      slowest: 50,
    })
  } finally {
    await server.stop()
  }
}

/** Returns the body of the next ballot's vote as a client sends it; null if all have voted. */
async function votesOf(client: HttpClient, { location }: BenchDatabase, activityId: string): Promise<() => unknown> {
  const { topics } = (await client.get('/votedef/get', { id: activityId })).data as { topics: { votetopicid: string }[] }
  const records = topics.map(({ votetopicid }) => ({ votetopicid, voteresult: 1 }))
  const ballots = await readSnapshot(location, (db) => db.selectFrom('ballot').select('public_id').execute())
  return () => {
    const ballot = ballots.pop()
    return ballot ? { voteactivityid: activityId, records, ballotIds: [ballot.public_id], votername: '某', votermobileno: '', voteridno: '' } : null
  }
}
