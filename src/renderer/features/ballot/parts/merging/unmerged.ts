import { sentenceFor } from '#shared/contract/refusals.ts'
import type { OwnerMerge } from '#shared/features/ballot/contract.ts'
import type { UnmergedBallot, UnmergedProperty, UnmergedOwner } from '#shared/features/ballot/unmerged.ts'
import { maskIdNumber, maskPhone } from '#shared/owner/masking.ts'
import { hasIdNumber, hasUnknownOwner, idNumbersKey, phonesOf, splitMany } from '#shared/owner/owners.ts'
import { formatArea, formatCount } from '../../../../ui/numbers.ts'
import type { Question } from '../../../../ui/question.tsx'

/** `same`: same name and ID number. `alike`: same name only. */
export type UnmergedKind = 'same' | 'alike'

/** The ballots that can still be merged. */
export function freeBallots({ ballots }: Pick<UnmergedOwner, 'ballots'>): UnmergedBallot[] {
  return ballots.filter(({ refusalReason }) => refusalReason === undefined)
}

/** Whether two of an owner's ballots can be merged. */
export const isMergeable = (owner: Pick<UnmergedOwner, 'ballots'>): boolean => freeBallots(owner).length > 1

/** Why none of an owner's ballots can be merged, as a message; null if two can. */
export function ownerRefusalInWords(owner: Pick<UnmergedOwner, 'ballots'>): string | null {
  if (isMergeable(owner)) return null
  if (isWholeFixed(owner)) return sentenceFor('ballot.wholeFixed')
  return `${freeBallots(owner).length === 0 ? '全部' : '其余'}票权${whyStaying(owner)}，不能合并`
}

const isWholeFixed = ({ ballots }: Pick<UnmergedOwner, 'ballots'>): boolean => ballots.some(({ refusalReason }) => refusalReason === 'ballot.wholeFixed')

/** Why an owner's unmergeable ballots cannot be merged. */
function whyStaying({ ballots }: Pick<UnmergedOwner, 'ballots'>): string {
  const reasons = new Set(ballots.map(({ refusalReason }) => refusalReason))
  if (!reasons.has('ballot.entrusted')) return '已标记或已投票'
  return reasons.has('ballot.frozen') ? '已标记、已投票或有有效的委托' : '有有效的委托'
}

/** What differs between an owner's properties, as text; `''` if nothing. */
export function differencesInWords({ phoneDiffers, idNumberDiffers }: Pick<UnmergedOwner, 'phoneDiffers' | 'idNumberDiffers'>): string {
  const differing = [...(phoneDiffers ? ['手机号'] : []), ...(idNumberDiffers ? ['证件号'] : [])]
  return differing.length === 0 ? '' : `${differing.join('、')}不一致`
}

/** Whether one of an owner's properties has neither phone nor ID number. */
export const hasNothingToGoBy = ({ ballots }: Pick<UnmergedOwner, 'ballots'>): boolean => ballots.some(({ properties }) => properties.some(hasUnknownOwner))

/** Whether an owner's ballots can be merged without review: name, ID number and phone are equal, and there is a number. */
export function isCertain(kind: UnmergedKind, owner: UnmergedOwner): boolean {
  return kind === 'same' && differencesInWords(owner) === '' && !hasNothingToGoBy(owner) && isMergeable(owner)
}

/** The request to merge these ballots into the first; null if fewer than two. */
export function mergeOf(ballots: readonly Pick<UnmergedBallot, 'ballotId'>[]): OwnerMerge | null {
  const [main, ...merged] = ballots.map(({ ballotId }) => ballotId)
  return main === undefined || merged.length === 0 ? null : { ballotId: main, mergedIds: merged }
}

/** The effect of merging these ballots: `2 票合并为 1 票，共 2 套 150.00㎡，按 1 人计票`. */
export function mergeInWords(ballots: readonly Pick<UnmergedBallot, 'properties'>[]): string {
  const properties = ballots.flatMap((ballot) => ballot.properties)
  const area = properties.reduce((sum, { areaHundredths }) => sum + areaHundredths, 0)
  return `${formatCount(ballots.length)} 票合并为 1 票，共 ${formatCount(properties.length)} 套 ${formatArea(area)}㎡，按 1 人计票`
}

/** Text about ballots that stay separate, `''` if none. */
export function stayingInWords(owner: Pick<UnmergedOwner, 'ballots'>): string {
  const staying = owner.ballots.length - freeBallots(owner).length
  if (isWholeFixed(owner)) return sentenceFor('ballot.wholeFixed')
  return staying === 0 ? '' : `${formatCount(staying)} 票${whyStaying(owner)}，不能合并，仍单独计票`
}

const sorted = (field: string): string => splitMany(field).toSorted().join('/')

/** Fields that distinguish owners with the same name. */
type OwnerNumbers = Pick<UnmergedProperty, 'phone' | 'idNumber'>

/** Which of the displayed fields differ between two properties' owners. */
export function differencesFrom(reference: OwnerNumbers | undefined, property: OwnerNumbers): { readonly phone: boolean; readonly idNumber: boolean } {
  if (!reference) return { phone: false, idNumber: false }
  return { phone: sorted(reference.phone) !== sorted(property.phone), idNumber: idNumbersKey(reference.idNumber) !== idNumbersKey(property.idNumber) }
}

/** Why these ballots may belong to different owners, as text; `''` if there is no doubt. */
export function doubtInWords(ballots: readonly Pick<UnmergedBallot, 'properties'>[]): string {
  const [first, ...others] = ballots.flatMap(({ properties }) => properties)
  const differences = others.map((property) => differencesFrom(first, property))
  const [phoneDiffers, idNumberDiffers] = [differences.some(({ phone }) => phone), differences.some(({ idNumber }) => idNumber)]
  if (phoneDiffers || idNumberDiffers) return differencesInWords({ phoneDiffers, idNumberDiffers })
  return first && !hasIdNumber(first.idNumber) ? '没有证件号可以核对' : ''
}

/**
 * Why two properties with the same owner name may belong to different owners, as text; `''` if there is no doubt.
 *
 * The same phone suffices if neither has an ID number.
 */
export function doubtBetween(main: OwnerNumbers, merged: OwnerNumbers): string {
  const { phone, idNumber } = differencesFrom(main, merged)
  if (phone || idNumber) return differencesInWords({ phoneDiffers: phone, idNumberDiffers: idNumber })
  return !hasIdNumber(main.idNumber) && phonesOf(main.phone).length === 0 ? '没有手机号和证件号可以核对' : ''
}

/** Asks before merging properties that may belong to two people. */
export function doubtQuestion(doubt: string, consequence: string): Omit<Question, 'onConfirm'> {
  return {
    title: `${doubt}，确认是同一位产权人吗?`,
    detail: `${consequence}。两个人的票权不能合并：合并后少计一票。`,
    confirmText: '是同一人，合并',
    isDangerous: true,
  }
}

/** A field's distinct values over an owner's properties, masked. */
export function valuesInWords({ ballots }: Pick<UnmergedOwner, 'ballots'>, field: 'phone' | 'idNumber'): string[] {
  const mask = field === 'phone' ? maskPhone : maskIdNumber
  const values = ballots.flatMap(({ properties }) => properties.map((property) => mask(sorted(property[field]))))
  return [...new Set(values)].map((value) => (value === '' ? '未登记' : value))
}

/** The places of an owner's properties, the first few: `一期-1栋-1单元-101、…等 12 套`. */
export function placesInWords({ ballots }: Pick<UnmergedOwner, 'ballots'>, limit = Number.POSITIVE_INFINITY): string {
  const places = ballots.flatMap(({ properties }) => properties.map(({ place }) => place))
  const named = places.slice(0, limit).join('、')
  return places.length > limit ? `${named} 等 ${formatCount(places.length)} 套` : named
}
