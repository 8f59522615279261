import type { EndpointName } from '#shared/contract/index.ts'
import type { Activity } from '#shared/features/activity/contract.ts'
import type { AssertionKind } from '#shared/features/sample/assertions.ts'
import type { DrawnSample, Sample } from '#shared/features/sample/contract.ts'
import { SampleMode, SampleState } from '#shared/features/sample/rules.ts'
import { formatCount } from '../../../ui/numbers.ts'
import type { Tone } from '../../../ui/StateTag.tsx'
import { slotsOf } from '../../activity/parts/choices/choices.ts'

export type SampledItem = Sample['items'][number]
export type SampledAssertion = SampledItem['assertions'][number]

/** What is out of date once something was done with a sample. */
export const sampleAnswers: readonly EndpointName[] = ['sample.list', 'sample.get', 'reading.differences', 'reading.summary']

/** The steps of a sample, one at a time, in their order. */
export const sampleSteps = { lock: '锁定', list: '公示', dice: '掷骰', read: '核对', end: '结论' } as const
export type SampleStep = keyof typeof sampleSteps

/** Where a sample stands: the step that is due. */
export function stepOf(sample: Pick<DrawnSample, 'state' | 'fetch'>): SampleStep {
  if (sample.state === SampleState.waiting) return 'list'
  return sample.state === SampleState.reading && unreadOf(sample).length > 0 ? 'read' : 'end'
}

/** The steps that can be looked at: those that are behind, and the one that is due. */
export function openSteps({ state, digits }: Pick<Sample, 'state' | 'digits'>): SampleStep[] {
  if (state === SampleState.waiting) return ['list', 'dice', 'end']
  return digits === '' ? ['list', 'end'] : ['list', 'dice', 'read', 'end']
}

const stateNames: Readonly<Record<SampleState, string>> = {
  [SampleState.waiting]: '待掷骰',
  [SampleState.reading]: '核对中',
  [SampleState.confirmed]: '可以停止',
  [SampleState.closed]: '已结束',
}
const stateTones: Readonly<Record<SampleState, Tone>> = {
  [SampleState.waiting]: 'orange',
  [SampleState.reading]: 'blue',
  [SampleState.confirmed]: 'green',
  [SampleState.closed]: 'grey',
}

/** A sample's state in a word, with its colour; one that says nothing of what is now says that. */
export function stateOfSample({ state, isStale }: Pick<Sample, 'state' | 'isStale'>): { readonly name: string; readonly tone: Tone } {
  if (isStale && state !== SampleState.closed) return { name: '清单已变化', tone: 'red' }
  return { name: stateNames[state], tone: stateTones[state] }
}

/** What is drawn is papers, or owners who voted. */
export const unitOf = (mode: SampleMode): string => (mode === SampleMode.papers ? '选票' : '业主')

/** The titles of items, as the ballot has them. */
export function titlesOf(topics: Activity['topics']): (item: Pick<SampledItem, 'topicId' | 'optionId'>) => string {
  const slots = slotsOf(topics)
  return ({ topicId, optionId }) => {
    const found = slots.find((slot) => slot.topicId === topicId && slot.optionId === optionId)
    const number = topics.findIndex(({ id }) => id === topicId) + 1
    if (!found) return '议题'
    return `${number}. ${found.topicTitle}${found.optionTitle === '' ? '' : `：${found.optionTitle}`}`
  }
}

/** What must hold of the papers, in words. */
export function assertionName({ kind, cap, list }: Pick<SampledAssertion, 'kind' | 'cap' | 'list'>): string {
  const by = list === 'H' ? '人数' : '面积'
  return `${by}：${claimOf(kind, cap === 4)}`
}
function claimOf(kind: AssertionKind, isThreeQuarters: boolean): string {
  switch (kind) {
    case 'quorum':
      return '参与表决达到三分之二'
    case 'pass':
      return isThreeQuarters ? '同意达到四分之三' : '同意过半'
    case 'lead2':
      return '同意多于反对'
    case 'lead3':
      return '同意多于弃权'
    case 'fail':
      return isThreeQuarters ? '同意未达四分之三' : '同意未过半'
    case 'notlead2':
      return '反对多于同意'
    case 'notlead3':
      return '弃权多于同意'
  }
}

/** How far an assertion is, in words. */
export function leftOf({ missing, isReached, margin, cap, total }: SampledAssertion): string {
  if (margin >= cap * total) return '差距足够大，不用抽查'
  if (isReached) return '已达到'
  return missing === null ? '差距太小，抽查达不到' : `还需约${formatCount(missing)}张无误`
}

/** How much of the way to its line an assertion has gone, 0 to 1: T is a product, so that draws are equal steps of its logarithm. */
export function wayOf({ value, isReached, missing }: SampledAssertion, risk: number): number {
  if (isReached) return 1
  if (missing === null) return 0
  const part = Math.log(Number(value)) / Math.log(100 / risk)
  return Number.isFinite(part) ? Math.min(0.99, Math.max(0, part)) : 0
}

/** A digest in groups of eight, so that it can be read out. */
export const inGroups = (digest: string): string[] => digest.match(/.{1,8}/g) ?? []

/** Digits as they were thrown, in groups of five. */
export const digitGroups = (digits: string): string =>
  digits
    .replaceAll(/\s/g, '')
    .match(/.{1,5}/g)
    ?.join(' ') ?? ''

/** Those that are still to be read or asked. */
export const unreadOf = ({ fetch }: Pick<DrawnSample, 'fetch'>): DrawnSample['fetch'] => fetch.filter(({ isRead }) => !isRead)

/** What a list needs in words: `按人数 12 次，按面积 9 次`; null where no number of draws does. */
export function neededWords({ needed }: Pick<Sample, 'needed'>): string | null {
  if (needed.H === null || needed.A === null) return null
  return `按人数 ${formatCount(needed.H)} 次，按面积 ${formatCount(needed.A)} 次`
}
