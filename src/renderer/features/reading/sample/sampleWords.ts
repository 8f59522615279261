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

/** Endpoints to refetch after a change of a sample. */
export const sampleAnswers: readonly EndpointName[] = ['sample.list', 'sample.get', 'reading.differences', 'reading.summary']

/** The steps of a sample, in order. */
export const sampleSteps = { lock: '锁定', list: '公示', dice: '掷骰', read: '核对', end: '结论' } as const
export type SampleStep = keyof typeof sampleSteps

/** The due step of a sample. */
export function stepOf(sample: Pick<DrawnSample, 'state' | 'fetch'>): SampleStep {
  if (sample.state === SampleState.waiting) return 'list'
  return sample.state === SampleState.reading && unreadOf(sample).length > 0 ? 'read' : 'end'
}

/** The steps that can be viewed: earlier ones and the due one. */
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

/** A sample's state as text and colour; a stale sample is shown as such. */
export function stateOfSample({ state, isStale }: Pick<Sample, 'state' | 'isStale'>): { readonly name: string; readonly tone: Tone } {
  if (isStale && state !== SampleState.closed) return { name: '清单已变化', tone: 'red' }
  return { name: stateNames[state], tone: stateTones[state] }
}

/** The sampled unit: papers, or owners who voted. */
export const unitOf = (mode: SampleMode): string => (mode === SampleMode.papers ? '选票' : '业主')

/** The items' titles as on the ballot. */
export function titlesOf(topics: Activity['topics']): (item: Pick<SampledItem, 'topicId' | 'optionId'>) => string {
  const slots = slotsOf(topics)
  return ({ topicId, optionId }) => {
    const found = slots.find((slot) => slot.topicId === topicId && slot.optionId === optionId)
    const number = topics.findIndex(({ id }) => id === topicId) + 1
    if (!found) return '议题'
    return `${number}. ${found.topicTitle}${found.optionTitle === '' ? '' : `：${found.optionTitle}`}`
  }
}

/** What an assertion claims, as text. */
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

/** How far an assertion is from its threshold, as text. */
export function leftOf({ missing, isReached, margin, cap, total }: SampledAssertion): string {
  if (margin >= cap * total) return '差距足够大，不用抽查'
  if (isReached) return '已达到'
  return missing === null ? '差距太小，抽查达不到' : `还需约${formatCount(missing)}张无误`
}

/** An assertion's progress towards its threshold, 0 to 1; logarithmic, since T is a product and each draw is then an equal step. */
export function wayOf({ value, isReached, missing }: SampledAssertion, risk: number): number {
  if (isReached) return 1
  if (missing === null) return 0
  const part = Math.log(Number(value)) / Math.log(100 / risk)
  return Number.isFinite(part) ? Math.min(0.99, Math.max(0, part)) : 0
}

/** A digest in groups of eight, for reading out. */
export const inGroups = (digest: string): string[] => digest.match(/.{1,8}/g) ?? []

/** The thrown digits in groups of five. */
export const digitGroups = (digits: string): string =>
  digits
    .replaceAll(/\s/g, '')
    .match(/.{1,5}/g)
    ?.join(' ') ?? ''

/** The items still to be read or asked. */
export const unreadOf = ({ fetch }: Pick<DrawnSample, 'fetch'>): DrawnSample['fetch'] => fetch.filter(({ isRead }) => !isRead)

/** The number of draws needed, as text: `按人数 12 次，按面积 9 次`; null if no number suffices. */
export function neededWords({ needed }: Pick<Sample, 'needed'>): string | null {
  if (needed.H === null || needed.A === null) return null
  return `按人数 ${formatCount(needed.H)} 次，按面积 ${formatCount(needed.A)} 次`
}
