import type { Voter } from '#shared/features/ballot/contract.ts'
import { noAnswers, slotKey, type Slot } from '../activity/parts/choices/choices.ts'
import { focused, holdsUnsent, isAsked, joinableBallots, scannedPaper, type Desk, type DeskVoter, type Entry, type EntryPhase, type Note } from './deskState.ts'
import { ballotRefusal, ballotRefusalInWords } from './modes.ts'
import { paperWarning } from './parts/paperWarning.ts'
import type { Receipt } from './parts/sender/voteCall.ts'
import type { ChosenProxy } from './parts/whoVotes.ts'

/** Begins the entry of an owner; one that holds what was not sent gives way to no other. */
export function choose(desk: Desk, voter: DeskVoter): Desk {
  if (holdsUnsent(desk) && desk.entry?.owner.ballotId !== voter.ballotId) return { ...desk, isListOpen: false, note: unsentNote(desk) }
  if (holdsUnsent(desk)) return focused({ ...desk, isListOpen: false }, desk.mode === 'mark' ? 'code' : 'entry')
  // The same property again: its owner's other ballots are known.
  const others = desk.entry?.owner.propertyId === voter.propertyId ? desk.entry.others : []
  const entry: Entry = { owner: voter, others, joined: new Set(), proxy: null, isVoterSaid: false, answers: noAnswers, current: 0, phase: 'open' }
  const warning = ballotRefusalInWords(ballotRefusal(desk.mode, voter)) ?? paperWarning(desk.mode, [voter], scannedPaper(desk, voter))
  const note: Note | null = warning === null ? null : { kind: 'warning', text: warning }
  return focused({ ...desk, entry, receipt: receiptOf(desk.receipt, voter), isListOpen: false, note }, desk.mode === 'mark' ? 'code' : 'entry')
}

/** A paper that was taken in has a time of its own: the last one's is not taken for it. */
const receiptOf = (receipt: Receipt, { paperReceivedAt }: DeskVoter): Receipt => (paperReceivedAt === null ? receipt : { ...receipt, receivedAt: null })

/** Why another owner cannot be chosen now. */
export function unsentNote({ entry }: Desk): Note {
  return { kind: 'warning', text: `${entry?.owner.ownerName ?? ''} 的选票还没有提交：按 Ctrl+Enter 提交，或按 Esc 放弃后重来` }
}

/** The owner's ballots as the server has them now: the chosen property's own entry comes first. */
export function takeBallots(desk: Desk, propertyId: string, voters: readonly Voter[]): Desk {
  const { entry } = desk
  const [own, ...others] = voters
  if (!entry || entry.owner.propertyId !== propertyId || !own || own.propertyId !== propertyId) return desk
  // What was typed for a paper stays; not where it has been taken in since.
  const receipt = entry.owner.paperReceivedAt === null ? receiptOf(desk.receipt, own) : desk.receipt
  const taken: Desk = { ...desk, receipt, entry: { ...entry, owner: own, others } }
  const free = new Set(joinableBallots(taken).map(({ ballotId }) => ballotId))
  const joined = new Set([...entry.joined].filter((ballotId) => free.has(ballotId)))
  return { ...taken, entry: { ...entry, owner: own, others, joined } }
}

/** Changes the entry while it is open; nothing else may. */
export function onEntry(desk: Desk, change: (entry: Entry) => Entry): Desk {
  if (desk.entry === null || desk.entry.phase !== 'open') return desk
  const entry = change(desk.entry)
  return entry === desk.entry ? desk : { ...desk, entry }
}

/** Changes the answers, where there are any to give: marking takes none, and neither does a ballot that has a vote. */
export function onAnswers(desk: Desk, change: (entry: Entry) => Entry): Desk {
  if (desk.mode === 'mark' || desk.slots.length === 0) return desk
  return onEntry(desk, (entry) => (ballotRefusal(desk.mode, entry.owner) === null ? change(entry) : entry))
}

/** Who votes: an agent with that proxy; null: nobody has said it. What the proxy is not for is open again; an agent votes for one ballot. */
export function withProxy(entry: Entry, slots: readonly Slot[], proxy: ChosenProxy | null): Entry {
  const chosen = { ...entry, proxy, isVoterSaid: proxy !== null }
  const asked = isAsked(chosen)
  const answers = new Map(slots.filter(asked).flatMap((slot) => [...entry.answers].filter(([key]) => key === slotKey(slot))))
  const open = slots.findIndex((slot) => asked(slot) && !answers.has(slotKey(slot)))
  return { ...chosen, answers, joined: proxy === null ? entry.joined : new Set(), current: open === -1 ? entry.current : open }
}

/** All the free ballots go along, or none where all did. */
export function toggleAllJoined(entry: Entry, free: readonly Voter[]): Entry {
  if (free.length === 0) return entry
  const areAllJoined = free.every(({ ballotId }) => entry.joined.has(ballotId))
  return { ...entry, joined: areAllJoined ? new Set() : new Set(free.map(({ ballotId }) => ballotId)) }
}

/** The set with that one, or without it where it had it. */
export function toggled(set: ReadonlySet<string>, one: string): ReadonlySet<string> {
  const after = new Set(set)
  if (!after.delete(one)) after.add(one)
  return after
}

/** The same entry in another phase. */
export function withPhase(desk: Desk, phase: EntryPhase): Desk {
  return desk.entry ? { ...desk, entry: { ...desk.entry, phase } } : desk
}
