import { Refusal } from '#shared/contract/refusals.ts'
import { isAllowed } from '#shared/features/account/roles.ts'
import type { JournalField } from '#shared/features/words.ts'
import type { Revealed, RevealKind, RevealRequest } from '#shared/features/privacy/contract.ts'
import { MAX_REVEALS, REVEALS_WITHIN } from '#shared/features/privacy/rules.ts'
import type { Db } from '../../database/schema.ts'
import type { Caller } from '../../http/context.ts'
import type { AccountService } from '../account/service.ts'
import type { ServiceDeps } from '../journal/journal.ts'
import type { JournalService } from '../journal/service.ts'
import type { BallotService } from '../ballot/service.ts'
import type { ObjectionService } from '../objection/service.ts'
import type { PropertyChangeService } from '../property-change/service.ts'
import type { ProxyService } from '../proxy/service.ts'
import type { PropertyService } from '../property/service.ts'
import type { VotingService } from '../voting/service.ts'

export interface PrivacyDeps extends ServiceDeps {
  readonly journalService: JournalService
  readonly accounts: AccountService
  readonly properties: PropertyService
  readonly ballots: BallotService
  readonly propertyChanges: PropertyChangeService
  readonly proxies: ProxyService
  readonly objections: Pick<ObjectionService, 'numbersOf'>
  readonly voting: VotingService
}

interface Found {
  readonly numbers: Revealed
  /** Whose numbers they are, as journal fields. */
  readonly about: Readonly<Partial<Record<JournalField, string | number>>>
}

/** What the entry records as revealed. */
const scopes: Readonly<Record<RevealKind, string>> = {
  property: '房产的手机号、证件号',
  roster: '清册房产的手机号、证件号',
  record: '投票人的手机号、证件号',
  change: '变更申请的手机号、证件号',
  proxy: '受托人的手机号、证件号',
  objection: '异议人的手机号',
  account: '账号的手机号',
}

/** Reveals whole phones and ID numbers to callers who see masks (`trust.md` section 5); each call leaves an entry. */
export function createPrivacyService({
  database,
  clock,
  journalService,
  accounts,
  properties,
  ballots,
  propertyChanges,
  proxies,
  objections,
  voting,
}: PrivacyDeps) {
  const numbersOf: Readonly<Record<RevealKind, (db: Db, id: string) => Promise<Found>>> = {
    property: (db, id) => properties.numbersOf(db, id),
    roster: (db, id) => ballots.numbersOf(db, id),
    record: (db, id) => voting.numbersOf(db, id),
    change: (db, id) => propertyChanges.numbersOf(db, id),
    proxy: (db, id) => proxies.numbersOf(db, id),
    objection: (db, id) => objections.numbersOf(db, id),
    account: (db, id) => accounts.numbersOf(db, id),
  }

  /** @throws Refusal 429 if a caller who sees masks has revealed too often within the hour */
  async function checkCount(tx: Db, { userKey, user, seesMasks }: Caller): Promise<void> {
    if (!seesMasks || !user) return
    const now = clock.now()
    const looks = await journalService.newest(tx, { action: 'privacy.reveal', userKey, since: now - REVEALS_WITHIN, limit: MAX_REVEALS })
    const oldest = looks.at(-1)
    if (looks.length < MAX_REVEALS || oldest === undefined) return
    throw new Refusal('privacy.tooOften', { minutes: Math.ceil((oldest + REVEALS_WITHIN - now) / 60_000) })
  }

  return {
    /**
     * Returns the whole phone and ID number and records an entry; callers who see masks are limited to {@link MAX_REVEALS}
     * calls within {@link REVEALS_WITHIN} ms.
     *
     * @throws Refusal `account.roleTooLow` (403) for an account if the caller is no administrator; 404 if the subject does
     * not exist; `privacy.tooOften` (429)
     */
    async reveal({ kind, id }: RevealRequest, caller: Caller): Promise<Revealed> {
      if (kind === 'account' && !isAllowed(caller.user?.roles ?? [], 'admin')) throw new Refusal('account.roleTooLow', { lowest: 'admin' })
      return database.write(
        async ({ tx, journal }) => {
          await checkCount(tx, caller)
          const { numbers, about } = await numbersOf[kind](tx, id)
          journal.record({ caller, action: 'privacy.reveal', subject: id, before: null, after: { ...about, scope: scopes[kind] } })
          return numbers
        },
        // In a transaction of its own, so that the entry of an earlier call is committed and counted.
        { isLong: true },
      )
    },
  }
}
export type PrivacyService = ReturnType<typeof createPrivacyService>
