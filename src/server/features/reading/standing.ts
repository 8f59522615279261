import type { Kysely } from 'kysely'
import { Refusal } from '#shared/contract/refusals.ts'
import { isOpenDifference, secondEntryState, standingReadings, type SecondEntryState } from '#shared/features/reading/rules.ts'
import { placeInWords } from '#shared/place/place.ts'
import { ScanState } from '#shared/features/reading/scanRules.ts'
import type { Schema } from '../../database/schema.ts'
import { inJournal, type ActivityRecord } from '../activity/service.ts'
import { votedScans, type ScannedBallot } from './scans.ts'
import { readingStore, type VoteOnPaper } from './store.ts'

/** The place of a vote in words. */
export const placeOf = ({ period, zone, building, unit, room }: VoteOnPaper): string =>
  placeInWords({ period: period ?? '', zone: zone ?? '', building: building ?? '', unit: unit ?? '', room: room ?? '' })

/** The activity and vote that a journal entry is about. */
export const about = (activity: ActivityRecord, vote: VoteOnPaper) => ({
  ...inJournal(activity),
  place: placeOf(vote),
  ownerName: vote.ownerName ?? '',
  ballotId: vote.ballotId,
  ballotAreaHundredths: vote.areaHundredths,
  markedCode: vote.code,
})

type SecondEntry = Awaited<ReturnType<ReturnType<typeof readingStore>['secondEntries']>>[number]

/** A vote on paper with the state of its second entries. */
export interface StandingVote {
  readonly vote: VoteOnPaper
  readonly state: SecondEntryState
  /** Its last readers, each once, by key. */
  readonly readers: readonly number[]
  /** Differing entries pending a decision. */
  readonly open: readonly SecondEntry[]
  /** The newest reading of its scanned pages; null if none were scanned. */
  readonly scan: ScannedBallot | null
}

/** A scan's value as a second entry; null if it left anything to a person, or the vote was confirmed from a scan. */
function scanAsEntry(scan: ScannedBallot | null): SecondEntryState | null {
  if (!scan || scan.row.confirmedId !== '' || scan.missing.length > 0 || scan.reading.doubts.length > 0) return null
  if (scan.state === ScanState.same) return 'same'
  if (scan.state === ScanState.settled) return 'settled'
  return scan.state === ScanState.different ? 'different' : null
}

/** All votes on paper of an activity, in the order of places. */
export async function standingVotes(db: Kysely<Schema>, activityKey: number): Promise<StandingVote[]> {
  const store = readingStore(db)
  const votes = await store.votesOnPaper(activityKey)
  const scans = await votedScans(db, activityKey)
  const readingsOf = Map.groupBy(await store.secondEntries(activityKey), ({ recordId }) => recordId)
  return votes.map((vote) => {
    const readings = readingsOf.get(vote.id) ?? []
    const standing = standingReadings(readings)
    const scan = scans.get(vote.id) ?? null
    const entered = secondEntryState(vote.answers, readings)
    const scanned = entered === 'due' ? scanAsEntry(scan) : null
    return {
      vote,
      state: scanned ?? entered,
      readers: scanned !== null && scan !== null ? [scan.row.readBy] : standing.map(({ by }) => by),
      scan,
      open: standing.filter((reading) => isOpenDifference(vote.answers, reading)),
    }
  })
}

const countOf = (votes: readonly StandingVote[], ...states: readonly SecondEntryState[]): number => votes.filter(({ state }) => states.includes(state)).length

/** Progress of the second entries; none are due unless required. */
export function secondEntrySums(votes: readonly StandingVote[], isAsked: boolean) {
  return {
    due: isAsked ? votes.length : 0,
    read: votes.length - countOf(votes, 'due'),
    same: countOf(votes, 'same', 'settled'),
    different: countOf(votes, 'different'),
  }
}

/** Results of the second entries, for signed documents; empty if none were required or made. */
export function secondEntryLines(votes: readonly StandingVote[], isAsked: boolean): string[] {
  const [same, settled, different, due] = (['same', 'settled', 'different', 'due'] as const).map((state) => countOf(votes, state))
  if (!isAsked && due === votes.length) return []
  return [`复录：有选票的投票共 ${votes.length} 票，一致 ${same} 票，已裁定 ${settled} 票，不一致待裁定 ${different} 票，未复录 ${due} 票`]
}

/**
 * Requires that no paper's reading is pending a decision: of a second entry, a scan, or a sample.
 *
 * @throws Refusal `reading.differencesOpen` (402) with the number of papers
 */
export async function requireNoDifferences(db: Kysely<Schema>, activityKey: number): Promise<void> {
  const papers = new Set((await readingStore(db).openOfSamples(activityKey)).map(({ recordId }) => recordId))
  for (const { vote, open, scan } of await standingVotes(db, activityKey)) if (open.length > 0 || scan?.state === ScanState.different) papers.add(vote.id)
  if (papers.size > 0) throw new Refusal('reading.differencesOpen', { count: papers.size })
}

/**
 * Requires that no reading blocks the end of a vote (`reading.md` section 6).
 *
 * @throws Refusal `reading.differencesOpen`, `reading.secondEntriesDue` (402) with the number of papers
 */
export async function requireReadingsDone(db: Kysely<Schema>, activity: { readonly id: number; readonly second_entry: 1 | null }): Promise<void> {
  await requireNoDifferences(db, activity.id)
  const { due, read } = secondEntrySums(await standingVotes(db, activity.id), activity.second_entry === 1)
  if (due > read) throw new Refusal('reading.secondEntriesDue', { count: due - read })
}
