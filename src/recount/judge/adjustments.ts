import type { Bundle } from './bundle.ts'
import type { Chain, Content } from './chain.ts'

/** How many houses changed heads or area of the roster after the vote had begun, and by which entries. */
export interface Adjustments {
  readonly houses: number
  /** Numbers of the entries. */
  readonly entries: readonly number[]
}

/**
 * Adds up what the journal's entries tell, each of its own act.
 *
 * @returns null if the contents of entries are not in the bundle: in the owners' edition, and once they were erased
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

/** What the end of the vote tells of the same, as the entry left the activity; the acts must come to it. */
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

/** null if the entry does not tell of the activity. */
function toldIn(state: unknown, voteactivityid: string): number | null {
  const { activity: rows } = (typeof state === 'object' && state !== null ? state : {}) as { activity?: unknown }
  const row = (Array.isArray(rows) ? (rows as ({ id?: unknown; adjustedHouses?: unknown } | null)[]) : []).find((each) => each?.id === voteactivityid)
  if (!row) return null
  return typeof row.adjustedHouses === 'number' ? row.adjustedHouses : 0
}

/** The sentence of a conclusion's note; `''` if nothing was adjusted. */
const sentenceOf = (houses: number): string => (houses === 0 ? '' : `投票开始后清册调整${houses}处`)
const SENTENCE = /(^|；)投票开始后清册调整\d+处$/

/** The note of a conclusion with what is told of adjustments. */
export const noteWith = (note: string, adjustments: Adjustments | null): string =>
  [note, sentenceOf(adjustments === null ? 0 : adjustments.houses)].filter((part) => part !== '').join('；')

/** A given note as far as it can be checked: what is told of adjustments only where the journal's entries tell it, too. */
export const checkableNote = (given: string, adjustments: Adjustments | null): string => (adjustments === null ? given.replace(SENTENCE, '') : given)
