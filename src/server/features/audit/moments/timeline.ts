import { isFields } from '#shared/features/audit/words.ts'
import type { ActivityEventKind } from '#shared/features/audit/moments.ts'
import { stateIn, type EntryContent } from '../entryContent.ts'
import { isState } from '../replay/replay.ts'
import type { State } from '../replay/state.ts'
import { createCounter, type Counts } from './counter.ts'
import { createReceipts } from './receipts.ts'

/** One act, by what it was done to. */
export interface Act {
  readonly number: number
  /** Epoch ms. */
  readonly at: number
  readonly kind: ActivityEventKind
  /** The property in words; `''` if it is of none. */
  readonly place: string
  readonly operator: string
  readonly reason: string
}

/** Where an activity stood behind one entry. */
export interface Moment {
  readonly number: number
  /** The latest time of any entry so far, in epoch ms: clocks of several servers differ. */
  readonly at: number
  readonly counts: Counts
  /** Acts up to here. */
  readonly actCount: number
  /** Steps of {@link createReceipts} up to here. */
  readonly receiptStepCount: number
}

/** The kind of an entry's acts; an entry of another action is none. */
const kinds: Readonly<Record<string, ActivityEventKind>> = {
  'voting.complete': 'vote',
  'voting.tally': 'vote',
  'voting.mark': 'mark',
  'voting.unmark': 'mark',
  'voting.void': 'void',
  'ballot.merge': 'merge',
  'ballot.mergeOwners': 'merge',
  'ballot.undoMerge': 'split',
  'ballot.split': 'split',
  'ballot.splitOut': 'split',
  'ballot.sync': 'house',
  'ballot.addProperty': 'house',
  'ballot.modifyProperty': 'house',
  'ballot.removeProperty': 'house',
  'notification.save': 'delivery',
  'notification.saveByPapers': 'delivery',
  'notification.void': 'delivery',
  'notification.saveMany': 'delivery',
  'notification.import': 'delivery',
  'notification.undoImport': 'delivery',
  'notification.undoMany': 'delivery',
  'notification.rows': 'delivery',
}
/** Acts that are counted by their rows: who delivers to a hundred properties has acted a hundred times. */
const countedByRows = new Set([
  'notification.saveMany',
  'notification.saveByPapers',
  'notification.import',
  'notification.undoImport',
  'notification.undoMany',
  'notification.rows',
])
const voiding = new Set(['notification.void', 'notification.undoImport', 'notification.undoMany'])

const textIn = (fields: unknown, name: string): string => (isFields(fields) && typeof fields[name] === 'string' ? fields[name] : '')

/** Follows an activity's entries and keeps what it had come to behind each of them. */
export function createTimeline() {
  const counter = createCounter()
  const receipts = createReceipts()
  const moments: Moment[] = []
  const acts: Act[] = []
  let latest = 0
  /** What the entry did, by name. */
  const addActs = (number: number, { action, at, before, after, nickName }: EntryContent, state: State): void => {
    // Of an approved change each roster has an entry of its own, which tells its digest; the others are pieces of the next entry.
    const kind = kinds[action] ?? (action === 'activity.roster' && textIn(after, 'rosterdigest') !== '' ? 'house' : null)
    if (kind === null || state.begins) return
    const reason = textIn(after, 'reason')
    const recorded = { number, at, kind, operator: nickName, reason: voiding.has(action) ? `作废：${reason}` : reason }
    if (countedByRows.has(action)) {
      for (const row of state.delivery ?? []) acts.push({ ...recorded, place: counter.placeOf(String(row['rosterPropertyId'])) })
      return
    }
    const [property] = state.house ?? []
    acts.push({ ...recorded, place: textIn(after, 'place') || textIn(before, 'place') || (property ? counter.placeOf(property.id) : '') })
  }

  return {
    /** The next entry of the activity. */
    add(number: number, content: EntryContent): void {
      const left = stateIn(content.after)
      const state = isState(left) ? left : {}
      counter.apply(state)
      receipts.apply(state, content)
      addActs(number, content, state)
      latest = Math.max(latest, content.at)
      moments.push({ number, at: latest, counts: counter.counts(), actCount: acts.length, receiptStepCount: receipts.stepCount() })
    },
    moments: moments as readonly Moment[],
    acts: acts as readonly Act[],
    /** The papers that had come in at a moment; none before the first. */
    receiptsAt: (moment: Moment | undefined) => receipts.after(moment?.receiptStepCount ?? 0),
  }
}
export type Timeline = ReturnType<typeof createTimeline>
