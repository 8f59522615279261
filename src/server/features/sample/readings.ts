import type { Kysely, Transaction } from 'kysely'
import type { AskedAnswer } from '#shared/features/sample/rules.ts'
import type { Schema } from '../../database/schema.ts'

/** What was read of a vote that a sample drew, or what its owner said. */
export interface SampleReading {
  readonly id: string
  /** The record in the frozen list. */
  readonly recordId: string
  readonly ballotKey: number
  /** One digit a slot; null: there is no paper, or the owner was asked. */
  readonly answers: string | null
  /** null where the paper was read. */
  readonly asked: AskedAnswer | null
  /** 1: the record is right; 2: it was put right. null as long as nobody has settled it. */
  readonly decision: 1 | 2 | null
  /** The record that took its place where it was put right; else `''`. */
  readonly correctedId: string
}

/** A reading as it is about to be stored. */
export type NewSampleReading = Omit<SampleReading, 'decision' | 'correctedId'> & {
  readonly sampleKey: number
  readonly activityKey: number
  readonly code: string
  /** How the owner was asked; null where the paper was read. */
  readonly way: number | null
  readonly remark: string
  readonly by: number
  readonly at: number
}

/** The readings of samples: the reading feature keeps them. */
export interface SampleReadings {
  /** The newest of each record. */
  readonly ofSample: (db: Kysely<Schema>, sampleKey: number) => Promise<SampleReading[]>
  readonly add: (tx: Transaction<Schema>, reading: NewSampleReading) => Promise<void>
  /** @throws Refusal 402 while readings of the activity differ from their records */
  readonly requireSettled: (db: Kysely<Schema>, activityKey: number) => Promise<void>
}
