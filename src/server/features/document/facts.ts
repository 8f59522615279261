import type { Activity } from '#shared/features/activity/contract.ts'
import type { DocumentKind } from '#shared/features/document/kinds.ts'
import type { Objection } from '#shared/features/objection/contract.ts'
import type { CorrectedStatistics, Statistics } from '#shared/features/result/contract.ts'

import type { NamedRules } from '../estate-rules/service.ts'
import type { LetterheadTexts } from './letterhead.ts'

/** What a document is made for, with the statistics as the screen shows them. */
export interface DocumentOrder {
  readonly kind: DocumentKind
  readonly activity: Activity
  /** Its key in the tables. */
  readonly activityKey: number
  readonly letterhead: LetterheadTexts
  /** The version of the 议事规则 that the activity goes by; null if none. */
  readonly rules: NamedRules | null
  readonly statistics: Statistics
  /** What the corrections of objections come to; null where the document does not tell of any. */
  readonly corrected: CorrectedStatistics | null
  /** Those that the document tells of: whose corrections stand, or the one that is answered. */
  readonly objections: readonly Objection[]
  /** Houses by which the whole changed while votes were cast. */
  readonly adjustedHouses: number
  /** Epoch ms: the date that it bears. */
  readonly now: number
}

/** What the roster comes to. */
export interface RosterTotals {
  readonly propertyCount: number
  readonly ballotCount: number
  readonly areaHundredths: number
  readonly deliveredPropertyCount: number
}

/** What a text is made of: one moment of an activity. */
export interface DocumentFacts extends DocumentOrder {
  readonly totals: RosterTotals
  /** What changed heads or area of the roster while votes were cast, a line an act. */
  readonly adjustments: readonly string[]
  /** How votes on paper were read a second time, in a line; none where they were not. */
  readonly secondEntries: readonly string[]
  /** What became of the samples, a line each. */
  readonly samples: readonly string[]
}

export type TopicFigures = Statistics['topics'][number]
