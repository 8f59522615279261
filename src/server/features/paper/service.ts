import type { QueryOf } from '#shared/contract/index.ts'
import { Refusal } from '#shared/contract/refusals.ts'
import { PaperState, type RegisteredState } from '#shared/features/paper/rules.ts'
import type { Page } from '#shared/contract/page.ts'
import type { ListedPaper, PaperBalance } from '#shared/features/paper/contract.ts'
import { BallotState } from '#shared/features/ballot/rules.ts'
import type { Db } from '../../database/schema.ts'
import type { PaperDeps } from './deps.ts'
import { createPaperEndings } from './endings.ts'
import { createPaperIssue } from './issuing.ts'
import { createPageLayouts, type PageLayouts } from './layouts.ts'
import { createPaperPrinter } from './printing.ts'
import type { Caller } from '../../http/context.ts'
import { requirePapers, placeOf, refuseDeadPaper, requireLivePapers, toRefused } from './requirements.ts'
import { paperStore, type ListedPaperRow, type FoundPaper } from './store.ts'
import { keysOf, type Named, recordEach, registeredPapers } from './registeredPapers.ts'
import { inOrderOf } from '../../database/rows.ts'
import { ballotState } from '../ballot/rules.ts'

/** Ballot papers (选票) from their issue to their return: `paper.md` section 4. */
export function createPaperService(deps: PaperDeps) {
  const layouts = createPageLayouts(deps)
  return {
    ...createPaperIssue(deps, layouts),
    ...createPaperPrinter(deps, layouts),
    ...createPaperChanges(deps),
    ...createTakingBack(deps),
    ...createPaperEndings(deps),
    ...createPaperReads(deps),
    ...createPaperLookup(layouts),
  }
}
export type PaperService = ReturnType<typeof createPaperService>

/** Handing papers out and receiving them; each list completely or not at all. */
function createPaperChanges({ database, clock, activities }: Pick<PaperDeps, 'database' | 'clock' | 'activities'>) {
  return {
    /**
     * Hands papers out.
     *
     * @throws Refusal `paper.noCodes` (400), `activity.notFound`, `paper.unknown` (404); 409 with `activity.wrongStatus`,
     * `paper.wrongState`, `paper.spoiled` or `paper.replaced`
     */
    out: ({ activityId, codes }: Named, caller: Caller) =>
      database.write(async (write) => {
        const { tx } = write
        const activity = await activities.requireStep(tx, activityId, 'handOutPapers', caller)
        const papers = await requirePapers(tx, activity.id, codes, 'out')
        await paperStore(tx).update(keysOf(papers), { status: PaperState.out, out_by: caller.userKey, out_at: clock.now() })
        await recordEach(write, { caller, action: 'paper.out', activity, papers, after: () => ({ status: PaperState.out }) })
        return registeredPapers(papers)
      }),

    /**
     * Receives papers, even after the end of voting and during the tally: late ones are kept.
     *
     * @throws Refusal `paper.inFuture`, `paper.noCodes` (400), `activity.notFound`, `paper.unknown` (404), `voting.receivedOutsideTime`
     * (402) for a moment before the start; 409 with `activity.wrongStatus`, `paper.wrongState`, `paper.spoiled` or `paper.replaced`
     */
    receive: ({ activityId, codes, receivedAt: given }: Named & { readonly receivedAt?: number | null | undefined }, caller: Caller) =>
      database.write(async (write) => {
        const { tx } = write
        const activity = await activities.requireStep(tx, activityId, 'receivePapers', caller)
        const receivedAt = given ?? clock.now()
        if (receivedAt > clock.now()) throw new Refusal('paper.inFuture')
        const papers = await requirePapers(tx, activity.id, codes, 'receive')
        // Late papers are kept; a time before the start can only be a typo, and could never be voted.
        if (receivedAt < activity.starts_at) throw new Refusal('voting.receivedOutsideTime')
        await paperStore(tx).update(keysOf(papers), { status: PaperState.received, received_by: caller.userKey, received_at: receivedAt })
        await recordEach(write, { caller, action: 'paper.receive', activity, papers, after: () => ({ status: PaperState.received, receivedAt }) })
        return registeredPapers(papers, { isLate: receivedAt > activity.ends_at })
      }),
  }
}

function toListed(row: ListedPaperRow, endsAt: number): ListedPaper {
  return {
    code: row.code,
    ballotId: row.ballot,
    place: placeOf(row),
    ownerName: row.owner_name ?? '',
    ballotNumber: row.number,
    areaHundredths: row.area_hundredths,
    propertyCount: row.property_count,
    ballotState: ballotState(row.record_status),
    state: row.status,
    issuedBy: row.issuer,
    issuedAt: row.issued_at,
    outBy: row.giver ?? '',
    outAt: row.out_at,
    receivedBy: row.receiver ?? '',
    receivedAt: row.received_at,
    isLate: row.received_at !== null && row.received_at > endsAt,
    spoiledBy: row.spoiler ?? '',
    spoiledAt: row.spoiled_at,
    reason: row.spoil_reason,
    newCode: row.new_code,
  }
}

/** Paper lookups for reading scanned pages. */
function createPaperLookup({ known }: Pick<PageLayouts, 'known'>) {
  return {
    /** The last layout of an activity's printed papers; null if none were printed. */
    layoutOf: known,
    /**
     * Why a paper's code cannot be used: `''` for a live one, the refusal's message for a dead one; null if the activity
     * has no such code.
     */
    async deadSentence(db: Db, activityKey: number, code: string): Promise<string | null> {
      const [paper] = await paperStore(db).byCodes(activityKey, [code])
      if (!paper) return null
      if (paper.status !== PaperState.spoiled) return ''
      return refuseDeadPaper(db, paper).catch((error: unknown) => {
        if (error instanceof Refusal) return error.message
        throw error
      })
    },
    /** @throws Refusal `voting.unknownCode` (404), `paper.spoiled` or `paper.replaced` (409) */
    async requireLive(db: Db, activityKey: number, code: string): Promise<void> {
      const [paper] = await paperStore(db).byCodes(activityKey, [code])
      if (!paper) throw new Refusal('voting.unknownCode')
      if (paper.status === PaperState.spoiled) await refuseDeadPaper(db, paper)
    },
  }
}

/** Read-only queries on papers. */
function createPaperReads({ database, activities, search }: Pick<PaperDeps, 'database' | 'activities' | 'search'>) {
  return {
    /**
     * Papers in the reading order of their properties; the condition matches properties as everywhere, and parts of codes.
     *
     * @throws Refusal `activity.notFound` (404)
     */
    async list({ activityId, state, path, condition, pageNo, pageSize }: QueryOf<'paper.list'>, caller: Caller): Promise<Page<ListedPaper>> {
      const activity = await activities.require(database.read, activityId)
      const found = condition === '' ? null : await search.find(database.read, { kind: 'roster', key: activity.id }, { condition }, caller)
      const store = paperStore(database.read)
      const searched = found && { propertyKeys: found.keys, code: condition.toUpperCase() }
      const { keys, total } = await store.page({ activityKey: activity.id, state, path, searched }, (pageNo - 1) * pageSize, pageSize)
      const rows = keys.length === 0 ? [] : inOrderOf(keys, await store.listed(keys))
      return { rows: rows.map((row) => toListed(row, activity.ends_at)), total }
    },

    /**
     * The numbers of papers by state; all printed ones are the sum of the four states.
     *
     * @throws Refusal `activity.notFound` (404)
     */
    async balance(activityId: string): Promise<PaperBalance> {
      const activity = await activities.require(database.read, activityId)
      const { inOffice, out, received, spoiled, ...others } = await paperStore(database.read).balance(activity.id, activity.ends_at)
      return { printed: inOffice + out + received + spoiled, inOffice, out, received, spoiled, ...others }
    },
  }
}

const stepOf = { [PaperState.out]: 'handOutPapers', [PaperState.received]: 'receivePapers' } as const

/** A paper's columns once its last registration is taken back. */
const formerOf = (paper: FoundPaper, state: RegisteredState) =>
  state === PaperState.out
    ? { status: PaperState.printed, out_by: null, out_at: null }
    : { status: paper.out_at === null ? PaperState.printed : PaperState.out, received_by: null, received_at: null }

/** Takes back registrations of papers as handed out or received. */
function createTakingBack({ database, activities }: Pick<PaperDeps, 'database' | 'activities'>) {
  return {
    /**
     * Takes back the caller's last registration of papers: each returns to its former state; all or none.
     *
     * @param state the registration to take back
     * @throws Refusal `paper.noCodes` (400), `activity.notFound`, `paper.unknown` (404); 409 with `activity.wrongStatus`,
     * `paper.notRegistered` if a paper has changed its state since, `paper.notOwn`, `paper.voted`, `paper.entered` if it
     * was voted with and the vote is void, `paper.spoiled` or `paper.replaced`
     */
    takeBack: ({ activityId, codes, state }: Named & { readonly state: RegisteredState }, caller: Caller) =>
      database.write(async (write) => {
        const { tx } = write
        const activity = await activities.requireStep(tx, activityId, stepOf[state], caller)
        const store = paperStore(tx)
        const voted = state === PaperState.received && codes.length > 0 ? await store.votedAmong(activity.id, codes) : new Set<string>()
        const papers = await requireLivePapers(tx, activity.id, codes, (paper) => {
          const refused = { paper: toRefused(paper) }
          if (paper.status !== state) throw new Refusal('paper.notRegistered', { ...refused, state })
          if ((state === PaperState.out ? paper.out_by : paper.received_by) !== caller.userKey) throw new Refusal('paper.notOwn', refused)
          if (paper.record_status === BallotState.voted) throw new Refusal('paper.voted', refused)
          if (voted.has(paper.code)) throw new Refusal('paper.entered', refused)
        })
        for (const some of Map.groupBy(papers, (paper) => formerOf(paper, state).status).values()) {
          const [first] = some
          if (first) await store.update(keysOf(some), formerOf(first, state))
        }
        const before = (paper: FoundPaper) => (state === PaperState.received ? { receivedAt: paper.received_at } : {})
        await recordEach(write, { caller, action: 'paper.takeBack', activity, papers, before, after: (paper) => ({ status: formerOf(paper, state).status }) })
        return registeredPapers(papers)
      }),
  }
}
