import type { Activity } from '#shared/features/activity/contract.ts'
import type { DocumentKind } from '#shared/features/document/kinds.ts'
import type { Objection } from '#shared/features/objection/contract.ts'
import type { CorrectedStatistics, Statistics } from '#shared/features/result/contract.ts'

import type { NamedRules } from '../estate-rules/service.ts'
import type { LetterheadTexts } from './letterhead.ts'

/** The order of a document, with the statistics as shown on the screen. */
export interface DocumentOrder {
  readonly kind: DocumentKind
  readonly activity: Activity
  /** Its database key. */
  readonly activityKey: number
  readonly letterhead: LetterheadTexts
  /** The version of the 议事规则 that applies to the activity; null if none. */
  readonly rules: NamedRules | null
  readonly statistics: Statistics
  /** The result of objections' corrections; null if the document does not mention any. */
  readonly corrected: CorrectedStatistics | null
  /** The objections mentioned: those with corrections in force, or the one answered. */
  readonly objections: readonly Objection[]
  /** Properties whose changes during voting affected the total. */
  readonly adjustedProperties: number
  /** Epoch ms: the document's date. */
  readonly now: number
}

/** Totals of the roster. */
export interface RosterTotals {
  readonly propertyCount: number
  readonly ballotCount: number
  readonly areaHundredths: number
  readonly deliveredPropertyCount: number
}

/** The input of a document: one snapshot of an activity. */
export interface DocumentFacts extends DocumentOrder {
  readonly totals: RosterTotals
  /** Changes of the roster's heads or area during voting, one line each. */
  readonly adjustments: readonly string[]
  /** Summary of second readings of paper votes, in a line; empty if there were none. */
  readonly secondEntries: readonly string[]
  /** The outcome of each sample, one line each. */
  readonly samples: readonly string[]
}

export type TopicFigures = Statistics['topics'][number]
