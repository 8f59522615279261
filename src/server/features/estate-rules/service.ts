import type { QueryOf } from '#shared/contract/index.ts'
import type { Page } from '#shared/contract/page.ts'
import { required } from '#shared/contract/refusals.ts'
import type { EstateRules, EstateRulesDraft } from '#shared/features/estate-rules/contract.ts'
import { clausesInWords, estateRulesErrors, type Clauses } from '#shared/features/estate-rules/rules.ts'
import { chinaDay } from '#shared/time/chinaTime.ts'
import type { Db } from '../../database/schema.ts'
import type { Caller } from '../../http/context.ts'
import { newId } from '../../kernel/ids.ts'
import { refuseAll } from '../../kernel/refuseAll.ts'
import type { ServiceDeps } from '../journal/journal.ts'
import type { EstateService } from '../estate/service.ts'
import { requireFiles } from '../file/named.ts'
import type { FileService } from '../file/service.ts'
import { estateRulesStore, type EstateRulesRow } from './store.ts'

interface EstateRulesDeps extends ServiceDeps {
  readonly estates: EstateService
  readonly files: FileService
}

/** A version in wire form; its JSON columns are written only by this feature. */
const toRules = (row: EstateRulesRow) => ({
  id: row.public_id,
  version: row.version,
  title: row.title,
  effectiveFrom: row.effective_from,
  countingRule: row.counting_rule,
  ruleBasis: row.rule_basis,
  proxyLimit: row.proxy_limit,
  deliveryPolicy: row.delivery_policy === null ? [] : (JSON.parse(row.delivery_policy) as EstateRules['deliveryPolicy']),
  seatOrder: row.seat_order,
  noticeDays: row.notice_days,
  clauses: JSON.parse(row.clauses) as Clauses,
  files: JSON.parse(row.files) as EstateRules['files'],
})
export type NamedRules = ReturnType<typeof toRules>

/** The version referred to by an activity's key. */
export const rulesOfKey = async (db: Db, key: number): Promise<NamedRules> => toRules(await estateRulesStore(db).byKey(key))

/**
 * Returns the version that an activity should refer to; null for none.
 *
 * @param rulesId `''` for none
 * @throws Refusal `estateRules.notFound` (404) if the estate has no version with that id
 */
export async function requireRules(db: Db, estateKey: number, rulesId: string): Promise<EstateRulesRow | null> {
  if (rulesId === '') return null
  const row = required(await estateRulesStore(db).find(estateKey, rulesId), 'estateRules.notFound')
  return row
}

/** 议事规则: the owners' decisions on how an estate votes, as immutable versions (`after.md` section 7). */
export function createEstateRulesService({ database, clock, estates, files }: EstateRulesDeps) {
  return {
    /**
     * Adds a version; existing ones never change.
     *
     * @throws Refusal `request.invalid` (400) listing the errors of the form, missing files included; `estate.notFound` (404)
     */
    async save(draft: EstateRulesDraft, caller: Caller): Promise<{ id: string; version: number }> {
      refuseAll(estateRulesErrors(draft))
      return database.write(async ({ tx, journal }) => {
        const estate = await estates.require(tx, draft.estateId)
        await requireFiles(
          tx,
          files,
          draft.files.map(({ name, url }) => ({ field: 'files', path: url, name })),
        )
        const store = estateRulesStore(tx)
        const [id, version] = [newId(), (await store.newestVersion(estate.id)) + 1]
        await store.insert({
          public_id: id,
          estate_id: estate.id,
          version,
          title: draft.title,
          effective_from: draft.effectiveFrom,
          counting_rule: draft.countingRule,
          rule_basis: draft.ruleBasis,
          proxy_limit: draft.proxyLimit,
          delivery_policy: draft.deliveryPolicy.length === 0 ? null : JSON.stringify(draft.deliveryPolicy),
          seat_order: draft.seatOrder,
          notice_days: draft.noticeDays,
          clauses: JSON.stringify(draft.clauses),
          files: JSON.stringify(draft.files),
          created_by: caller.userKey,
          created_at: clock.now(),
        })
        const after = { ...draft, estateName: estate.name, rulesVersion: version, clauses: clausesInWords(draft.clauses) }
        journal.record({ caller, action: 'estateRules.save', subject: id, before: null, after })
        return { id, version }
      })
    },

    /**
     * A page of an estate's versions, newest first, and the total.
     *
     * @throws Refusal `estate.notFound` (404)
     */
    async list({ estateId, inForce, pageNo, pageSize }: QueryOf<'estateRules.list'>): Promise<Page<EstateRules>> {
      const estate = await estates.require(database.read, estateId)
      const store = estateRulesStore(database.read)
      const current = await store.inForce(estate.id, chinaDay(clock.now()))
      const only = inForce ? (current?.id ?? 0) : null
      const { rows, total } = await store.page(estate.id, only, (pageNo - 1) * pageSize, pageSize)
      return {
        total,
        rows: rows.map((row) => ({ ...toRules(row), estateId, creator: row.creator, createdAt: row.created_at, isInForce: row.id === current?.id })),
      }
    },
  }
}
export type EstateRulesService = ReturnType<typeof createEstateRulesService>
