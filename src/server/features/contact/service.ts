import type { BodyOf, QueryOf } from '#shared/contract/index.ts'
import { Refusal, required, throwIfRefused } from '#shared/contract/refusals.ts'
import type { Page } from '#shared/contract/page.ts'
import { isAllowed } from '#shared/features/account/roles.ts'
import type { Contact, ContactDraft, ContactProgress } from '#shared/features/contact/contract.ts'
import { ContactResult, contactTimesRefusal } from '#shared/features/contact/rules.ts'
import { placeInWords } from '#shared/place/place.ts'
import { notWithdrawn, withdrawalOf } from '../../database/columns.ts'
import type { Caller } from '../../http/context.ts'
import { newId } from '../../kernel/ids.ts'
import { type ActivityService, inJournal } from '../activity/service.ts'
import type { ServiceDeps } from '../journal/journal.ts'
import { stateOf } from '../journal/replay/stateStore.ts'
import { branchOf } from '../ballot/branch.ts'
import { isOwnOfToday } from '../delivery/rules.ts'
import { newestContacts } from './newestContacts.ts'
import { contactStore } from './store.ts'
import type { ContactTable } from './tables.ts'

export interface ContactDeps extends ServiceDeps {
  readonly activities: ActivityService
}

const propertiesOf = ({ properties }: Pick<ContactTable, 'properties'>): readonly string[] => JSON.parse(properties) as string[] // this feature alone writes it

/** Whether the caller may withdraw a visit: its creator on the same day, Chinese time; a manager always. */
const mayWithdraw = (contact: Pick<ContactTable, 'created_by' | 'created_at'>, caller: Caller, now: number): boolean =>
  isAllowed(caller.user?.roles ?? [], 'manager') || isOwnOfToday(contact, caller.userKey, now)

/** Read-only queries on visits. */
function createContactReads({ database, clock, activities }: ContactDeps) {
  return {
    /**
     * One page of an activity's visits, newest first, and the total; includes withdrawn ones.
     *
     * @throws Refusal `activity.notFound`, `ballot.notFound` (404)
     */
    async list({ activityId, ballotId, pageNo, pageSize }: QueryOf<'contact.list'>, caller: Caller): Promise<Page<Contact>> {
      const activity = await activities.require(database.read, activityId)
      const store = contactStore(database.read)
      let rows = await store.all(activity.id)
      if (ballotId !== '') {
        const [ballot] = await store.ballots(activity.id, [ballotId])
        if (!ballot) throw new Refusal('ballot.notFound')
        const own = new Set((await store.properties([ballot.id])).map((property) => property.public_id))
        rows = rows.filter((row) => propertiesOf(row).some((property) => own.has(property)))
      }
      const shown = rows.slice((pageNo - 1) * pageSize, pageNo * pageSize)
      const places = await store.places(activity.id, new Set(shown.flatMap(propertiesOf)))
      const now = clock.now()
      return {
        total: rows.length,
        rows: shown.map((row) => ({
          id: row.public_id,
          activityId,
          place: propertiesOf(row)
            .flatMap((property) => places.get(property) ?? [])
            .join('、'),
          way: row.way,
          result: row.result,
          nextAt: row.next_at,
          remark: row.remark,
          at: row.contacted_at,
          ...withdrawalOf(row),
          mayWithdraw: row.result !== null && row.withdrawn_at === null && mayWithdraw(row, caller, now),
        })),
      }
    },

    /**
     * Counts ballots that have not voted by the result of their newest visit; `path` restricts them to those with a property in it.
     *
     * @throws Refusal `result.wrongPath` (400), `activity.notFound` (404)
     */
    async progress({ activityId, path }: QueryOf<'contact.progress'>): Promise<ContactProgress> {
      const branch = required(branchOf(path), 'result.wrongPath')
      const activity = await activities.require(database.read, activityId)
      const newest = await newestContacts(database.read, activity.id)
      const counts = { none: 0, reached: 0, later: 0, nobody: 0, unreachable: 0, refused: 0 }
      for (const key of await contactStore(database.read).notVoted(activity.id, branch)) counts[nameOf[newest.get(key)?.result ?? 0]] += 1
      return counts
    },
  }
}

/** 走访: visits to ask for votes, and their results (`after.md` section 2). They are no deliveries and never counted. */
export function createContactService(deps: ContactDeps) {
  const { database, clock, activities } = deps
  return {
    ...createContactReads(deps),

    /**
     * Registers one visit for each of some ballots.
     *
     * @returns the contacts' public ids, in the order of the ballots
     * @throws Refusal 400 with `contact.inFuture`, `contact.noNext`, `contact.nextNotLater` or `contact.nextForbidden`;
     * `activity.notFound`, `ballot.notFound` (404), `activity.wrongStatus`, `ballot.ended` (409)
     */
    async save({ activityId, ballotIds, way, result, nextAt, remark, at }: ContactDraft, caller: Caller): Promise<{ ids: string[] }> {
      const now = clock.now()
      const contactedAt = at ?? now
      throwIfRefused(contactTimesRefusal({ result, at: contactedAt, nextAt }, now))
      const named = [...new Set(ballotIds)]
      return database.write(async ({ tx, journal }) => {
        const activity = await activities.requireStep(tx, activityId, 'visit', caller)
        const store = contactStore(tx)
        const ballots = new Map((await store.ballots(activity.id, named)).map((ballot) => [ballot.public_id, ballot]))
        if (ballots.size < named.length) throw new Refusal('ballot.notFound')
        if ([...ballots.values()].some((ballot) => ballot.is_ended === 1)) throw new Refusal('ballot.ended')
        const properties = Map.groupBy(await store.properties([...ballots.values()].map(({ id }) => id)), (property) => property.ballot_id)
        const visited = named.map((ballotId) => ({ ballotId, properties: properties.get(ballots.get(ballotId)?.id ?? 0) ?? [] }))
        const contacts = visited.map((ballot) => ({
          public_id: newId(),
          activity_id: activity.id,
          properties: JSON.stringify(ballot.properties.map((property) => property.public_id)),
          way,
          result,
          contacted_at: contactedAt,
          next_at: nextAt,
          remark,
          created_by: caller.userKey,
          created_at: now,
          ...notWithdrawn,
        }))
        await store.insertAll(contacts)
        const ids = contacts.map((contact) => contact.public_id)
        const about = (ballot: (typeof visited)[number]) => ({
          place: ballot.properties.map(placeInWords).join('、'),
          ownerName: ballot.properties[0]?.owner_name ?? '',
          ballotId: ballot.ballotId,
        })
        const [only] = visited
        const after = { ...inJournal(activity), contactWay: way, contactResult: result, contactedAt, nextVisitAt: nextAt, contactRemark: remark }
        journal.record({
          caller,
          action: 'contact.save',
          subject: ids.length === 1 ? (ids[0] ?? activityId) : activityId,
          before: null,
          after: visited.length === 1 && only ? { ...after, ...about(only) } : { ...after, total: visited.length },
          state: await stateOf(tx, { contacts: ids }),
          ...(visited.length === 1 ? {} : { rows: visited.map((ballot) => ({ before: null, after: about(ballot) })) }),
        })
        return { ids }
      })
    },

    /**
     * Withdraws a visit registered by mistake: it stays, and counts nowhere.
     *
     * @throws Refusal `contact.notFound` (404), `contact.notOwn` (403), `activity.wrongStatus`, `contact.isText`,
     * `contact.alreadyWithdrawn` (409)
     */
    async withdraw({ id, reason }: BodyOf<'contact.withdraw'>, caller: Caller): Promise<void> {
      await database.write(async ({ tx, journal }) => {
        const store = contactStore(tx)
        const row = required(await store.find(id), 'contact.notFound')
        if (!mayWithdraw(row, caller, clock.now())) throw new Refusal('contact.notOwn')
        const { public_id: activityId } = await activities.ofKey(tx, row.activity_id)
        const activity = await activities.requireStep(tx, activityId, 'visit', caller)
        if (row.result === null) throw new Refusal('contact.isText')
        if (row.withdrawn_at !== null) throw new Refusal('contact.alreadyWithdrawn')
        await store.withdraw(row.id, { withdrawn_by: caller.userKey, withdrawn_at: clock.now(), withdraw_reason: reason })
        const places = await store.places(activity.id, new Set(propertiesOf(row)))
        const place = propertiesOf(row).flatMap((property) => places.get(property) ?? [])
        const about = { ...inJournal(activity), place: place.join('、'), contactWay: row.way, contactResult: row.result, contactedAt: row.contacted_at }
        const state = await stateOf(tx, { contacts: [id] })
        journal.record({ caller, action: 'contact.withdraw', subject: id, before: about, after: { ...about, reason }, state })
      })
    },
  }
}
export type ContactService = ReturnType<typeof createContactService>

const { reached, later, nobody, unreachable, refused } = ContactResult
const nameOf = { 0: 'none', [reached]: 'reached', [later]: 'later', [nobody]: 'nobody', [unreachable]: 'unreachable', [refused]: 'refused' } as const
