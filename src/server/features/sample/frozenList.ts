import { createHash } from 'node:crypto'
import type { CountingRule } from '#shared/features/activity/rules.ts'
import type { Share } from '#shared/features/result/rules.ts'
import type { Assertion } from '#shared/features/sample/assertions.ts'
import type { SampleMode, SampleRisk } from '#shared/features/sample/rules.ts'
import { canonical } from '../journal/canonical.ts'

/** A vote that may be drawn. */
export interface ListedVote {
  readonly recordId: string
  /** One digit per slot of the activity. */
  readonly answers: string
  readonly areaHundredths: number
  /** `''` without a paper. */
  readonly code: string
}

export interface ListedItem {
  readonly topicId: string
  /** `''` for a topic. */
  readonly optionId: string
  readonly outcome: '通过' | '不通过'
  readonly assertions: readonly Assertion[]
}

export interface FrozenList {
  readonly activityId: string
  readonly mode: SampleMode
  readonly risk: SampleRisk
  readonly rule: CountingRule
  readonly whole: Share
  readonly items: readonly ListedItem[]
  /** Sorted by id, by code unit. */
  readonly votes: readonly ListedVote[]
}

/** Order by code unit, independent of locale. */
export const inListOrder = (one: { readonly recordId: string }, other: { readonly recordId: string }): number =>
  one.recordId < other.recordId ? -1 : one.recordId > other.recordId ? 1 : 0

/** Total of the votes. */
export const populationOf = (votes: readonly ListedVote[]): Share => ({
  count: votes.length,
  areaHundredths: votes.reduce((sum, { areaHundredths }) => sum + areaHundredths, 0),
})

/** The list as frozen, shown and hashed (`reading.md` section 5, step 2): a line with the parameters, then one per vote. */
export function listText({ activityId, mode, risk, rule, whole, items, votes }: FrozenList): string {
  const { count, areaHundredths: area } = populationOf(votes)
  const head = {
    area,
    count,
    items: items.map(({ topicId, optionId, outcome, assertions }) => ({
      assertions: assertions.map(({ cap, kind, list, margin, total }) => ({ cap, kind, list, margin: String(margin), total: String(total) })),
      outcome,
      voteoptionid: optionId,
      votetopicid: topicId,
    })),
    mode,
    risk,
    voteactivityid: activityId,
    votetype: rule,
    whole: [whole.count, whole.areaHundredths],
  }
  const rows = votes.map(({ answers, areaHundredths, code, recordId }) => ({ answers, area: areaHundredths, code, recordid: recordId }))
  return [head, ...rows].map((line) => `${canonical(line)}\n`).join('')
}

/** SHA-256 of the list's text, in hexadecimal. */
export const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex')

interface Head {
  readonly items: readonly {
    readonly votetopicid: string
    readonly voteoptionid: string
    readonly outcome: ListedItem['outcome']
    readonly assertions: readonly (Omit<Assertion, 'margin' | 'total'> & { readonly margin: string; readonly total: string })[]
  }[]
  readonly mode: SampleMode
  readonly risk: SampleRisk
  readonly voteactivityid: string
  readonly votetype: CountingRule
  readonly whole: readonly [number, number]
}
interface Row {
  readonly answers: string
  readonly area: number
  readonly code: string
  readonly recordid: string
}

/** Parses a list from its text. */
export function listOf(text: string): FrozenList {
  const [first = '', ...lines] = text.trimEnd().split('\n')
  const { items, mode, risk, voteactivityid, votetype, whole } = JSON.parse(first) as Head
  return {
    activityId: voteactivityid,
    mode,
    risk,
    rule: votetype,
    whole: { count: whole[0], areaHundredths: whole[1] },
    items: items.map(({ votetopicid, voteoptionid, outcome, assertions }) => ({
      topicId: votetopicid,
      optionId: voteoptionid,
      outcome,
      assertions: assertions.map((one) => ({ ...one, margin: Number(one.margin), total: Number(one.total) })),
    })),
    votes: lines.map((line) => {
      const { answers, area, code, recordid } = JSON.parse(line) as Row
      return { recordId: recordid, answers, areaHundredths: area, code }
    }),
  }
}
