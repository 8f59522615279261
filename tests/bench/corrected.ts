import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DatabaseLocation } from '../../src/server/database/database.ts'
import { formatTime } from '../../src/shared/time/chinaTime.ts'
import { askObject, good, recordsOf, takeSteps, type MadeTopic } from '../support/activities.ts'
import { administer, startCluster } from '../support/postgres.ts'
import { propertyWorkbook } from '../support/workbooks/make.ts'
import { fillVotes, openVote, samples, TOPICS, type Vote } from './filledVote.ts'
import { median, percentile, type Figure } from './table.ts'

const [BALLOTS, CORRECTIONS] = [5_000, 20] as const

/** The result with corrections compared with the result itself: two counts in one call. */
export async function benchCorrected(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'vote-bench-'))
  const cluster = await startCluster({ isSynced: true })
  try {
    const figures = await measured('SQLite', { folder })
    if (!cluster) return figures
    await administer(cluster.url, 'create database corrected')
    return [...figures, ...(await measured('PostgreSQL', { url: `${cluster.url}/corrected` }))]
  } finally {
    await cluster?.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function measured(engine: string, location: DatabaseLocation): Promise<Figure[]> {
  const vote = await fillVotes(await openVote(await propertyWorkbook(BALLOTS), location))
  const { client, activityId, server } = vote
  try {
    await takeSteps(client, activityId, 'finish')
    await correct(vote)
    const official = await samples(27, () => client.get('/vote/satisticsvoteprogress', { voteActivityId: activityId }))
    const corrected = await samples(27, () => client.get('/vote/corrected', { voteactivityid: activityId }))
    return [
      { name: `${engine}, ${BALLOTS.toLocaleString('en')} ballots × ${TOPICS} topics: statistics`, value: median(official), unit: 'ms' },
      { name: `  with ${CORRECTIONS} corrections beside them, median`, value: median(corrected), unit: 'ms', aim: { atMost: 50 } },
      { name: '  … 95th percentile', value: percentile(corrected, 0.95), unit: 'ms' },
    ]
  } finally {
    await server.stop()
  }
}

/** One objection per correction: voided and changed votes, areas, and missing papers. */
async function correct({ client, activityId }: Vote): Promise<void> {
  const { topics } = good(await client.get('/votedef/get', { id: activityId })) as { topics: readonly MadeTopic[] }
  const { datas } = good(await client.post('/vote/getnofitypropertieslist', { voteactivityid: activityId, pageNo: 1, pageSize: CORRECTIONS }))
  const records = recordsOf(topics, '123'.repeat(TOPICS).slice(0, TOPICS))
  for (const [index, { activitypropertyid }] of (datas as { activitypropertyid: string }[]).entries()) {
    const { ballotid, recordid } = good(await client.get('/votedef/getactivityproperty', { activitypropertyid }))
    const [voided, area] = [{ kind: 'void' }, { kind: 'area', areasize: 66.66 }]
    const ofVoted = [voided, { kind: 'answers', records }, area][index % 3]
    const correction = recordid ? ofVoted : { kind: 'vote', records, receivedat: formatTime(Date.now() - 60_000) }
    const { objectionid } = good(await askObject(client, { activityId }, { ballotid }))
    good(await client.post('/objection/decide', { objectionid, decision: 1, reason: '核对选票原件', corrections: [{ ballotid, ...correction }] }))
  }
  const { corrections } = good(await client.get('/vote/corrected', { voteactivityid: activityId })) as { corrections: unknown[] }
  if (corrections.length !== CORRECTIONS) throw new Error(`${corrections.length} corrections`)
}
