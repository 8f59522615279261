import { isFields } from '#shared/features/journal/words.ts'
import type { EntryContent } from '../entryContent.ts'
import type { State, StateRow, StateValue } from '../replay/state.ts'

/** When a paper was received, and when it was entered; null if not entered. Epoch ms. */
export interface Receipt {
  readonly at: number
  readonly enteredAt: number | null
}

/** A record's information about its paper. */
interface FromRecord {
  readonly vote: { readonly receivedAt: number | null; readonly enteredAt: number } | null
  /** When it was marked by hand; null if its paper was only printed. */
  readonly markedAt: number | null
}

/** Everything known of one paper. */
interface Paper {
  readonly records: Map<string, FromRecord>
  /** As registered at its return. */
  receivedAt: number | null
}

/** The action whose new records are marks by hand: records of other actions come from printing, or are votes. */
const HAND_MARK = 'voting.mark'

/** The state of a received paper. */
const RECEIVED = 2

const numberOf = (value: StateValue | undefined): number | null => (typeof value === 'number' ? value : null)
const textIn = (fields: unknown, name: string): string => (isFields(fields) && typeof fields[name] === 'string' ? fields[name] : '')

/** A paper is identified by ballot and code; a vote entered without a code is a paper of its own. */
const keyOf = (ballotId: string, code: string, recordId: string): string => (code === '' ? recordId : `${ballotId} ${code}`)

/** `receivedat`, else its registered return, else the mark by hand, else the vote; null: not received. */
function receiptOf({ records, receivedAt }: Paper): Receipt | null {
  const known = [...records.values()]
  const vote = known.findLast((record) => record.vote !== null)?.vote ?? null
  const marks = known.flatMap(({ markedAt }) => markedAt ?? [])
  const at = vote?.receivedAt ?? receivedAt ?? marks[0] ?? vote?.enteredAt ?? null
  return at === null ? null : { at, enteredAt: vote?.enteredAt ?? null }
}

/** A change of one paper's receipt; null removes it, key `''` all of them. */
interface Step {
  readonly key: string
  readonly receipt: Receipt | null
}

/**
 * Follows an activity's entries and tracks when its papers were received (`proof.md` section 8). Printing a paper is no receipt.
 *
 * Keeps every step, so that the knowledge at any moment can be reconstructed.
 */
export function createReceipts() {
  const papers = new Map<string, Paper>()
  const keys = new Map<string, string>()
  const marked = new Set<string>()
  const steps: Step[] = []
  const paperOf = (key: string): Paper => {
    const found = papers.get(key) ?? { records: new Map(), receivedAt: null }
    papers.set(key, found)
    return found
  }
  const tell = (key: string): void => {
    const paper = papers.get(key)
    steps.push({ key, receipt: paper ? receiptOf(paper) : null })
  }
  const dropRecord = (id: string): void => {
    const key = keys.get(id)
    if (key === undefined) return
    papers.get(key)?.records.delete(id)
    keys.delete(id)
    tell(key)
  }
  const setRecord = (row: StateRow, action: string): void => {
    const key = keyOf(String(row['ballotId']), String(row['markedCode'] ?? ''), row.id)
    const isNew = !keys.has(row.id)
    if (isNew && action === HAND_MARK) marked.add(row.id)
    if (keys.get(row.id) !== key) dropRecord(row.id)
    const enteredAt = numberOf(row['votedAt'])
    keys.set(row.id, key)
    paperOf(key).records.set(row.id, {
      vote: enteredAt === null ? null : { receivedAt: numberOf(row['receivedAt']), enteredAt },
      markedAt: marked.has(row.id) ? numberOf(row['createdAt']) : null,
    })
    tell(key)
  }
  /** Tracks registrations of printed papers. */
  const register = ({ action, before, after, at }: EntryContent): void => {
    const key = keyOf(textIn(after, 'ballotId'), textIn(after, 'paperCode') || textIn(before, 'paperCode'), '')
    if (action === 'paper.receive') {
      const receivedAt = isFields(after) ? after['receivedAt'] : null
      paperOf(key).receivedAt = typeof receivedAt === 'number' ? receivedAt : at
      tell(key)
    }
    if (action === 'paper.takeBack' && isFields(before) && before['status'] === RECEIVED) {
      paperOf(key).receivedAt = null
      tell(key)
    }
    if (action === 'paper.spoil' || action === 'paper.replace') {
      papers.delete(key)
      tell(key)
    }
  }
  const forget = (): void => {
    papers.clear()
    keys.clear()
    steps.push({ key: '', receipt: null })
  }

  return {
    /** Applies an entry's state. */
    apply(state: State, content: EntryContent): void {
      if (state.begins) forget()
      register(content)
      for (const row of state.record ?? []) setRecord(row, content.action)
      for (const id of state.gone?.record ?? []) dropRecord(id)
    },
    stepCount: () => steps.length,
    /** The papers received after that many steps. */
    after(count: number): ReadonlyMap<string, Receipt> {
      const known = new Map<string, Receipt>()
      for (const { key, receipt } of steps.slice(0, count)) {
        if (key === '') known.clear()
        else if (receipt) known.set(key, receipt)
        else known.delete(key)
      }
      return known
    },
  }
}
