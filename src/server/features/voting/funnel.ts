import { sql, type Kysely } from 'kysely'
import { countsDelivered, type CountingRule } from '#shared/features/activity/rules.ts'
import { PaperState } from '#shared/features/paper/rules.ts'
import { plus, type Share } from '#shared/features/result/rules.ts'
import { EMPTY_FUNNEL, type FunnelStage, type PaperFunnel } from '#shared/features/voting/funnel.ts'
import type { Schema } from '../../database/schema.ts'
import { livePaper } from '../ballot/livePaper.ts'
import { liveRecord } from '../ballot/liveRecord.ts'

/** The activity columns that the funnel needs. */
export interface FunnelOf {
  readonly id: number
  readonly starts_at: number
  readonly ends_at: number
  readonly counting_rule: CountingRule
}

const stageOfPaper = { [PaperState.printed]: 'notSent', [PaperState.out]: 'withOwner', [PaperState.received]: 'toEnter' } as const

/**
 * Counts the papers of an activity by stage, for all callers, in one statement, so that all figures are from one moment.
 *
 * Reads tables of later features. Deliveries are looked up only if the counting rule needs them.
 */
export async function countFunnel(db: Kysely<Schema>, { id, starts_at: startsAt, ends_at: endsAt, counting_rule: rule }: FunnelOf): Promise<PaperFunnel> {
  const delivered = sql<number>`case when ballot.id in (select property.ballot_id from notification
    join roster_property property on property.id = notification.roster_property_id where notification.activity_id = ${id} and notification.voided_at is null) then 1 else 0 end`
  const rows = await db
    .with('standing', (withDb) =>
      withDb
        .selectFrom('ballot')
        .leftJoin('vote_record as record', (join) => join.onRef('record.ballot_id', '=', 'ballot.id').on(liveRecord('record')))
        .leftJoin('ballot_paper as paper', (join) => join.onRef('paper.ballot_id', '=', 'ballot.id').on(livePaper('paper')))
        .select(['ballot.area_hundredths', 'record.status as record_status', 'paper.status as paper_status'])
        .select(sql<number>`case when paper.received_at < ${startsAt} or paper.received_at > ${endsAt} then 1 else 0 end`.as('is_late'))
        .select((countsDelivered(rule) ? delivered : sql<number>`0`).as('is_delivered'))
        .where('ballot.activity_id', '=', id)
        .where('ballot.is_ended', '=', 0),
    )
    .selectFrom('standing')
    .select(['record_status', 'paper_status', 'is_late', 'is_delivered'])
    .select((select) => [select.fn.countAll<number>().as('count'), select.fn.sum<number>('area_hundredths').as('areaHundredths')])
    .groupBy(['record_status', 'paper_status', 'is_late', 'is_delivered'])
    .execute()
  const funnel: Record<keyof PaperFunnel, Share> = { ...EMPTY_FUNNEL }
  const add = (to: keyof PaperFunnel, share: Share): void => void (funnel[to] = plus(funnel[to], share))
  for (const { record_status: record, paper_status: paper, is_late: isLate, is_delivered: isDelivered, ...share } of rows) {
    const stage = stageOf(record, paper)
    add(stage, share)
    const isTooLate = stage === 'toEnter' && isLate === 1
    if (isTooLate) add('late', share)
    if (isDelivered === 1 && !isTooLate && (stage === 'toEnter' || stage === 'handMarked')) add('enterableDelivered', share)
  }
  return funnel
}

function stageOf(record: number | null, paper: PaperState | null): FunnelStage {
  if (record === 1) return 'entered'
  if (paper !== null && paper !== PaperState.spoiled) return stageOfPaper[paper]
  return record === 0 ? 'handMarked' : 'notMade'
}
