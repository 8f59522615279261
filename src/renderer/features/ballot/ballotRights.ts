import { numbersOf } from '#shared/owner/numbers.ts'
import { stepRefusal, type ActivityStatus } from '#shared/features/activity/rules.ts'
import type { SplitOut, Voter } from '#shared/features/ballot/contract.ts'
import { isBallotFrozen, mergeRefusal as ballotMergeRefusal, splitRefusal as ballotSplitRefusal, wholeRefusal } from '#shared/features/ballot/rules.ts'
import { hasIdNumber, hasUnknownOwner, haveSamePhones, ownerKey, phonesOf, splitMany } from '#shared/owner/owners.ts'
import { reasonInWords } from '../activity/parts/whyNot.ts'
import { draftOf, type PropertyFormValues } from '../property/parts/propertyForm/propertyForm.ts'

/** A property of a ballot, for the list. */
export interface BallotProperty {
  readonly rosterPropertyId: string
  readonly propertyId: string
  readonly place: string
  readonly areaHundredths: number
}

/** All properties on a voter's ballot, the voter's own first. */
export function propertiesOf({ rosterPropertyId, propertyId, place, areaHundredths, sharedProperties }: Voter): BallotProperty[] {
  return [{ rosterPropertyId, propertyId, place, areaHundredths }, ...sharedProperties]
}

/** A ballot's total area, in 0.01 m². */
export function areaOf(properties: readonly Pick<BallotProperty, 'areaHundredths'>[]): number {
  return properties.reduce((sum, property) => sum + property.areaHundredths, 0)
}

type Freezable = Pick<Voter, 'ballotState' | 'isVoided' | 'paperState'>

/**
 * Why a ballot cannot be adjusted; null if it can (`wire.md` section 5). Proxies are not part of a voter: the server refuses in
 * that case.
 */
export function adjustRefusal(status: ActivityStatus, voter: Freezable): 'activity.wrongStatus' | 'ballot.frozen' | null {
  return stepRefusal(status, 'adjustBallots') ?? (isBallotFrozen(status, voter) ? 'ballot.frozen' : null)
}

/** Why a ballot's heads and area cannot be changed; null if they can. */
export function resizeRefusal(status: ActivityStatus, voter: Freezable): ReturnType<typeof adjustRefusal> | ReturnType<typeof wholeRefusal> {
  return stepRefusal(status, 'adjustBallots') ?? wholeRefusal(status) ?? adjustRefusal(status, voter)
}

/** Why a property cannot be split off its ballot; null if it can. */
export function splitRefusal(status: ActivityStatus, voter: Freezable & Pick<Voter, 'sharedProperties'>): 'activity.wrongStatus' | BallotRefusal | null {
  return stepRefusal(status, 'adjustBallots') ?? wholeRefusal(status) ?? ballotSplitRefusal({ isFrozen: isBallotFrozen(status, voter) }, voter.sharedProperties)
}
type BallotRefusal = NonNullable<ReturnType<typeof ballotMergeRefusal> | ReturnType<typeof ballotSplitRefusal> | ReturnType<typeof wholeRefusal>>

/** The message for these rules' reasons; null for none. */
export const adjustingInWords = (status: ActivityStatus, reason: 'activity.wrongStatus' | BallotRefusal | null): string | null =>
  reasonInWords(reason, { status, step: 'adjustBallots' })

/** Explain the two ways to split a property off. */
export const splitTitles = {
  split: '产权人不变，这套房产单独成为一票',
  splitOut: '产权人换了：填写新的产权人，这套房产单独成为一票',
} as const

/** The effect of splitting a property off, and which properties stay on the ballot. */
export function splitInWords(main: Voter, { rosterPropertyId, place }: BallotProperty): string {
  const kept = propertiesOf(main).filter((property) => property.rosterPropertyId !== rosterPropertyId)
  const named = kept
    .slice(0, 3)
    .map((property) => property.place)
    .join('、')
  const isMain = rosterPropertyId === main.rosterPropertyId
  return `产权人不变，${place}${isMain ? '（主房产）' : ''}单独成为一票；原票权保留 ${named}${kept.length > 3 ? ` 等 ${kept.length} 套` : ''}`
}

/** Why one property cannot be merged with the main one; null if it can. */
export function mergeRefusal(status: ActivityStatus, main: Voter, merged: Voter): 'activity.wrongStatus' | BallotRefusal | null {
  const refusal = stepRefusal(status, 'adjustBallots') ?? wholeRefusal(status)
  if (refusal !== null) return refusal
  if (main.rosterPropertyId === merged.rosterPropertyId) return 'ballot.itself'
  // Earlier search results may have been merged since.
  const onBallot = main.ballotId === merged.ballotId ? [...propertiesOf(main), merged] : propertiesOf(main)
  const { ownerName, phone } = main
  return ballotMergeRefusal(
    { isFrozen: isBallotFrozen(status, main), properties: onBallot.map(({ rosterPropertyId }) => ({ key: rosterPropertyId, ownerName, phone })) },
    { key: merged.rosterPropertyId, ownerName: merged.ownerName, phone: merged.phone },
    { isFrozen: isBallotFrozen(status, merged) },
  )
}

/** Search terms for an owner's properties without an ID number: name and phone; `''` if the phone identifies nobody. */
export function sameOwnerSearch({ ownerName, phone, idNumber }: Pick<Voter, 'ownerName' | 'phone' | 'idNumber'>): string {
  if (hasIdNumber(idNumber) || phone === '' || phonesOf(phone).length < numbersOf(phone).length) return ''
  // Of several numbers one match suffices, so that they are compared with the results for the name.
  const search = [...splitMany(ownerName), ...(phone.includes('+') ? [] : splitMany(phone))].join(' ')
  return search.length > 100 ? '' : search
}

/**
 * The owner's other ballots, each once: same name and ID number, or without ID number same name and phone.
 *
 * @param found the server's search results for the owner; may include the main property's ballot, and others with similar names
 */
export function suggestionsOf(main: Voter, found: readonly Voter[]): Voter[] {
  const key = ownerKey(main.ownerName, main.idNumber)
  const isSame = (other: Voter) => (key === null ? !hasUnknownOwner(main) && haveSamePhones(main, other) : ownerKey(other.ownerName, other.idNumber) === key)
  const byBallot = new Map<string, Voter>()
  for (const voter of found) if (voter.ballotId !== main.ballotId && isSame(voter) && !byBallot.has(voter.ballotId)) byBallot.set(voter.ballotId, voter)
  return [...byBallot.values()]
}

/**
 * The owner's other ballots that can no longer be merged, each once, without the two being merged.
 *
 * @param others other ballots of either property's owner; see suggestionsOf()
 */
export function frozenOthers(status: ActivityStatus, main: Voter, merged: Voter, others: readonly Voter[]): Voter[] {
  const frozen = others.filter((other) => other.ballotId !== main.ballotId && other.ballotId !== merged.ballotId && isBallotFrozen(status, other))
  return [...new Map(frozen.map((other) => [other.ballotId, other])).values()]
}

/** The request to split a property out to its own ballot, with the owner from the form. */
export function splitOutOf(values: PropertyFormValues, activityId: string, propertyId: string): SplitOut {
  return { activityId, propertyId, ...ownerOf(values), reason: values.reason?.trim() ?? '' }
}

/** The owners in the form, separated by `/` as in the database. */
export function ownerOf(values: PropertyFormValues) {
  const { ownerName, phone, idNumber } = draftOf(values, '')
  return { ownerName, phone, idNumber }
}
