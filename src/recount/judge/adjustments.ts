import type { Bundle } from './bundle.ts'
import type { Chain, Content } from './chain.ts'

/** Number of houses whose heads or area changed on the roster after the vote began, and the entries. */
export interface Adjustments {
  readonly houses: number
  /** Numbers of the entries. */
  readonly entries: readonly number[]
}

/**
 * Adds up the adjustments stated by the journal's entries, each for its own act.
 *
 * @returns null if entry contents are missing from the bundle: in the owners' edition, or after erasure
 */
export function adjustmentsOf({ contents }: Pick<Chain, 'contents'>, { manifest, rules }: Bundle): Adjustments | null {
  if ('fault' in manifest || 'fault' in rules || manifest.value.edition !== 'court') return null
  const { voteactivityid } = rules.value
  const own = contents.filter((content) => content.voteactivityid === voteactivityid)
  if (own.some(({ action }) => action === 'privacy.erase')) return null
  const acts = own.filter((content) => housesIn(content) > 0)
  return { houses: acts.reduce((sum, content) => sum + housesIn(content), 0), entries: acts.map(({ number }) => number) }
}

function housesIn({ after }: Content): number {
  const { adjustedHouses: houses } = after
  return typeof houses === 'number' && Number.isSafeInteger(houses) && houses > 0 ? houses : 0
}

/** The same as stated at the end of the vote; the acts must add up to it. */
export function adjustmentFaults({ contents }: Pick<Chain, 'contents'>, voteactivityid: string, adjustments: Adjustments | null): string[] {
  if (adjustments === null) return []
  return contents
    .filter(({ action, subject }) => action === 'activity.finish' && subject === voteactivityid)
    .flatMap(({ number, after }) => {
      const told = toldIn(after['state'], voteactivityid)
      return told === null || told === adjustments.houses
        ? []
        : [`操作日志第 ${number} 条（完成）记下投票开始后清册调整${told}处，而各条调整合计${adjustments.houses}处`]
    })
}

/** Null if the entry does not concern the activity. */
function toldIn(state: unknown, voteactivityid: string): number | null {
  const { activity: rows } = (typeof state === 'object' && state !== null ? state : {}) as { activity?: unknown }
  const row = (Array.isArray(rows) ? (rows as ({ id?: unknown; adjustedHouses?: unknown } | null)[]) : []).find((each) => each?.id === voteactivityid)
  if (!row) return null
  return typeof row.adjustedHouses === 'number' ? row.adjustedHouses : 0
}

/** The text of a conclusion's note; `''` if nothing was adjusted. */
const sentenceOf = (houses: number): string => (houses === 0 ? '' : `投票开始后清册调整${houses}处`)
const SENTENCE = /(^|；)投票开始后清册调整\d+处$/

/** Note of a conclusion, including adjustments. */
export const noteWith = (note: string, adjustments: Adjustments | null): string =>
  [note, sentenceOf(adjustments === null ? 0 : adjustments.houses)].filter((part) => part !== '').join('；')

/** A given note as far as it can be checked: adjustments count only if the journal's entries state them. */
export const checkableNote = (given: string, adjustments: Adjustments | null): string => (adjustments === null ? given.replace(SENTENCE, '') : given)
