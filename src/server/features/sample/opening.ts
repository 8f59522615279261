import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import { Refusal } from '#shared/contract/refusals.ts'
import { asksThreeQuarters } from '#shared/features/activity/law.ts'
import { answersOf, countsDelivered } from '#shared/features/activity/rules.ts'
import type { Share } from '#shared/features/result/rules.ts'
import { assertionsOf, type RecordedItem } from '#shared/features/sample/assertions.ts'
import { SampleMode } from '#shared/features/sample/rules.ts'
import type { Schema } from '../../database/schema.ts'
import type { ActivityRecord } from '../activity/service.ts'
import { canonical } from '../journal/canonical.ts'
import { passes } from '../result/counting.ts'
import type { SlotResult } from '../result/results.ts'
import { inListOrder, type ListedItem, type ListedVote } from './frozenList.ts'
import { sampleStore } from './store.ts'

type ItemIds = Pick<ListedItem, 'topicId' | 'optionId'>

const isSame = (slot: SlotResult, { topicId, optionId }: ItemIds): boolean => slot.topic.id === topicId && (slot.option?.id ?? '') === optionId

/**
 * The requested items with their assertions, in the order of the slots.
 *
 * @throws Refusal `sample.otherItems` (400) for an unknown or duplicate one; 402 with `sample.noConclusion`,
 * `sample.election` or `sample.noQuorum`
 */
export function itemsToSample(
  { counting_rule: rule }: ActivityRecord,
  slots: readonly SlotResult[],
  asked: readonly ItemIds[],
  population: Share,
): ListedItem[] {
  const chosen = slots.filter((slot) => asked.some((item) => isSame(slot, item)))
  if (chosen.length !== asked.length) throw new Refusal('sample.otherItems')
  return chosen.map((slot): ListedItem => {
    const { topic, option, counted, concluded } = slot
    const isThreeQuarters = asksThreeQuarters({ rule, lawItem: topic.lawItem })
    if (rule === 6 || isThreeQuarters === null) throw new Refusal('sample.noConclusion')
    if (topic.seats !== null) throw new Refusal('sample.election')
    if (!concluded.isQuorumMet) throw new Refusal('sample.noQuorum')
    const isPassed = passes[concluded.outcome]
    const item: RecordedItem = { ...counted, rule, isThreeQuarters, isPassed, offered: answersOf[topic.voteModel] }
    return { topicId: topic.id, optionId: option?.id ?? '', outcome: isPassed ? '通过' : '不通过', assertions: assertionsOf(item, population) }
  })
}

/** Whether the current outcomes are still those of the list. */
export const isOutcomeKept = (slots: readonly SlotResult[], items: readonly ListedItem[]): boolean =>
  items.every((item) => slots.find((slot) => isSame(slot, item))?.concluded.outcome === item.outcome)

/** Every counting vote, in the order of a list; the code is that of its paper, `''` without one. */
export const liveVotes = async (db: Kysely<Schema>, activityKey: number): Promise<ListedVote[]> =>
  (await sampleStore(db).votes(activityKey)).toSorted(inListOrder)

/** The votes that may be drawn: those with a paper; all if owners are asked, which needs no paper. */
export const drawable = (mode: SampleMode, votes: readonly ListedVote[]): ListedVote[] =>
  mode === SampleMode.owners ? votes.map((vote) => ({ ...vote, code: '' })) : votes.filter(({ code }) => code !== '')

/**
 * SHA-256 of everything a sample depends on: after a change, the sample says nothing about the current state.
 *
 * @param votes as they were when the list was frozen, except those found wrong by this sample
 */
export async function basisOf(
  db: Kysely<Schema>,
  { id: activityKey, counting_rule: rule }: Pick<ActivityRecord, 'id' | 'counting_rule'>,
  votes: readonly ListedVote[],
  whole: Share,
): Promise<string> {
  const basis = {
    votes: votes.toSorted(inListOrder).map(({ recordId, answers, areaHundredths }) => [recordId, answers, areaHundredths]),
    whole: [whole.count, whole.areaHundredths],
    deliveries: countsDelivered(rule) ? await sampleStore(db).deliveries(activityKey) : [],
  }
  return createHash('sha256').update(canonical(basis)).digest('hex')
}
