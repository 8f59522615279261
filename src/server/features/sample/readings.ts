import type { Kysely, Transaction } from 'kysely'
import type { AskedAnswer } from '#shared/features/sample/rules.ts'
import type { Schema } from '../../database/schema.ts'

/** The reading of a sampled vote, or its owner's statement. */
export interface SampleReading {
  readonly id: string
  /** The record in the frozen list. */
  readonly recordId: string
  readonly ballotKey: number
  /** One digit per slot; null: there is no paper, or the owner was asked. */
  readonly answers: string | null
  /** null if the paper was read. */
  readonly asked: AskedAnswer | null
  /** 1: the record is right; 2: it was corrected. null while undecided. */
  readonly decision: 1 | 2 | null
  /** The record that replaced a corrected one; else `''`. */
  readonly correctedId: string
}

/** A reading to be stored. */
export type NewSampleReading = Omit<SampleReading, 'decision' | 'correctedId'> & {
  readonly sampleKey: number
  readonly activityKey: number
  readonly code: string
  /** How the owner was asked; null if the paper was read. */
  readonly way: number | null
  readonly remark: string
  readonly by: number
  readonly at: number
}

/** The readings of samples, stored by the reading feature. */
export interface SampleReadings {
  /** The newest of each record. */
  readonly ofSample: (db: Kysely<Schema>, sampleKey: number) => Promise<SampleReading[]>
  readonly add: (tx: Transaction<Schema>, reading: NewSampleReading) => Promise<void>
  /** @throws Refusal 402 while readings of the activity differ from their records */
  readonly requireSettled: (db: Kysely<Schema>, activityKey: number) => Promise<void>
}
