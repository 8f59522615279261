import { isFields } from '#shared/features/journal/words.ts'
import type { ActivityEventKind } from '#shared/features/journal/moments.ts'
import { stateIn, type EntryContent } from '../entryContent.ts'
import { isState } from '../replay/replay.ts'
import type { State } from '../replay/state.ts'
import { createCounter, type Counts } from './counter.ts'
import { createReceipts } from './receipts.ts'

/** One act on one subject. */
export interface Act {
  readonly number: number
  /** Epoch ms. */
  readonly at: number
  readonly kind: ActivityEventKind
  /** The property in words; `''` if there is none. */
  readonly place: string
  readonly operator: string
  readonly reason: string
}

/** An activity's state after one entry. */
export interface Moment {
  readonly number: number
  /** The latest time of any entry so far, in epoch ms: servers' clocks differ. */
  readonly at: number
  readonly counts: Counts
  /** Number of acts so far. */
  readonly actCount: number
  /** Number of steps of {@link createReceipts} so far. */
  readonly receiptStepCount: number
}

/** The kind of an entry's acts; other actions are no acts. */
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
/** Acts counted by rows: delivering to a hundred properties is a hundred acts. */
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

/** Follows an activity's entries and keeps its state after each of them. */
export function createTimeline() {
  const counter = createCounter()
  const receipts = createReceipts()
  const moments: Moment[] = []
  const acts: Act[] = []
  let latest = 0
  /** Adds the entry's acts, with their names. */
  const addActs = (number: number, { action, at, before, after, nickName }: EntryContent, state: State): void => {
    // An approved change has an entry with a digest for each roster; entries without one are pieces of the next entry.
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
    /** The papers received by a moment; none before the first. */
    receiptsAt: (moment: Moment | undefined) => receipts.after(moment?.receiptStepCount ?? 0),
  }
}
export type Timeline = ReturnType<typeof createTimeline>
