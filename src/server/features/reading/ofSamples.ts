import type { Kysely } from 'kysely'
import { ReadingKind } from '#shared/features/reading/rules.ts'
import type { Schema } from '../../database/schema.ts'
import type { SampleReadings } from '../sample/readings.ts'
import { requireNoDifferences } from './standing.ts'
import { readingStore, unscanned, unsettled } from './store.ts'

/** The readings of samples, as used by the sample feature. */
export const sampleReadings: SampleReadings = {
  async ofSample(db: Kysely<Schema>, sampleKey: number) {
    const rows = await readingStore(db).ofSample(sampleKey)
    return rows.map(({ answers, asked, ...row }) => ({ ...row, asked, answers: answers === '' ? null : answers }))
  },
  async add(tx, { id, sampleKey, activityKey, recordId, ballotKey, code, answers, asked, way, remark, by, at }) {
    await readingStore(tx).insert({
      public_id: id,
      activity_id: activityKey,
      kind: asked === null ? ReadingKind.sample : ReadingKind.visit,
      ballot_id: ballotKey,
      record_public_id: recordId,
      code,
      answers: answers ?? '',
      read_by: by,
      read_at: at,
      sample_id: sampleKey,
      asked,
      way,
      remark,
      ...unsettled,
      ...unscanned,
    })
  },
  requireSettled: requireNoDifferences,
}
