import { sql } from 'kysely'
import type { ChangeSort, PropertyState } from '#shared/features/property-change/contract.ts'
import type { ChangeStatus } from '#shared/features/property-change/rules.ts'
import { searchWords } from '#shared/text/normalise.ts'
import { countOf, hasAny } from '../../database/rows.ts'
import { contains } from '../../database/dialect.ts'
import type { Db } from '../../database/schema.ts'
import { isInScope, type EstateScope } from '../../scope/estateScope.ts'
import type { NumberMatch } from '../../search/numberMatch.ts'
import { isFoundByNumbers } from './rules.ts'
import type { PropertyChangeTable } from './tables.ts'

/** Filter of a list of requests; every word of `condition` must occur. */
export interface ChangeFilter {
  readonly status: 'all' | ChangeStatus
  readonly condition: string
  readonly sort?: ChangeSort
  readonly numberMatch: NumberMatch
  readonly scope: EstateScope
}

/** Registry ids of the properties with change requests since a moment, in epoch ms. */
export async function requestedSince(db: Db, since: number): Promise<string[]> {
  const rows = await db.selectFrom('property_change').select('property_public_id').where('created_at', '>=', since).execute()
  return rows.map((row) => row.property_public_id)
}

/** Whether a stored file is an identity picture: one that came with a request, whatever its outcome. */
export function isIdentityPicture(db: Db, path: string): Promise<boolean> {
  const named = `%${path}%`
  return hasAny(
    db.selectFrom('property_change').where((where) => where.or([where('person_pictures', 'like', named), where('property_pictures', 'like', named)])),
  )
}

/** Queries on requests. */
export function propertyChangeStore(db: Db) {
  function matching({ scope, status, condition }: ChangeFilter) {
    let query = db.selectFrom('property_change as request').where(isInScope(db, scope, sql.ref('request.estate_id')))
    if (status !== 'all') query = query.where('request.status', '=', status)
    for (const word of searchWords(condition)) query = query.where(contains(db, sql.ref('request.search_text'), word))
    return query
  }

  /** Keys of the matches without those inside numbers, in the page's order; filters the unrestricted matches. */
  async function guardedKeys(filter: ChangeFilter, order: 'asc' | 'desc'): Promise<number[]> {
    const words = searchWords(filter.condition)
    const rows = await matching(filter).select(['request.id', 'applicant', 'before_data', 'after_data']).orderBy('request.id', order).execute()
    return rows
      .filter((row) =>
        isFoundByNumbers(
          { words, match: filter.numberMatch },
          row.applicant,
          JSON.parse(row.before_data) as PropertyState,
          JSON.parse(row.after_data) as PropertyState,
        ),
      )
      .map(({ id }) => id)
  }

  return {
    insert: (request: Omit<PropertyChangeTable, 'id'>) => db.insertInto('property_change').values(request).execute(),
    /** Undefined if none. */
    find: (publicId: string) => db.selectFrom('property_change').selectAll().where('public_id', '=', publicId).executeTakeFirst(),
    /** Only for a pending request: the statement itself does not check. */
    decide: (key: number, decision: Pick<PropertyChangeTable, 'status' | 'comment' | 'decided_by' | 'decided_at' | 'rosters'>) =>
      db.updateTable('property_change').set(decision).where('id', '=', key).execute(),

    /** Newest first by default, each with the name of the user who decided. */
    async page(filter: ChangeFilter, offset: number, limit: number) {
      const order = filter.sort && !filter.sort.isDescending ? 'asc' : 'desc'
      const guarded = filter.numberMatch !== 'part' && filter.condition !== '' ? await guardedKeys(filter, order) : null
      const page = guarded ? matching(filter).where('request.id', 'in', [-1, ...guarded.slice(offset, offset + limit)]) : matching(filter).offset(offset)
      const rows = await page
        .leftJoin('user as decider', 'decider.id', 'request.decided_by')
        .selectAll('request')
        .select('decider.nick_name as decider')
        .orderBy('request.id', order)
        .limit(limit)
        .execute()
      if (guarded) return { rows, total: guarded.length }
      return { rows, total: await countOf(matching(filter)) }
    },
  }
}
