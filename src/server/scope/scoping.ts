import { sql, type RawBuilder } from 'kysely'
import type { Endpoint } from '#shared/contract/endpoint.ts'
import { idKinds, type IdKind } from '#shared/contract/ids.ts'
import { Refusal, type PlainReason } from '#shared/contract/refusals.ts'
import { fileIdsIn } from '#shared/features/file/paths.ts'
import type { Db, Schema } from '../database/schema.ts'
import { newId } from '../kernel/ids.ts'
import { contains, isOneText } from '../database/dialect.ts'
import { isInScope, isNarrowed, type EstateScope } from './estateScope.ts'

type ResolvedKind = Exclude<IdKind, 'revealed'>

/** An account and its scope. */
interface Viewer {
  readonly userKey: number
  readonly scope: EstateScope
}

type FoundKind = Exclude<ResolvedKind, 'estate' | 'file'>
/** The table of each kind of rows with a column for its estate, or else for its activity. */
const ofEstates = { activity: 'activity', property: 'property', propertyChange: 'property_change', estateRules: 'estate_rules' } as const satisfies Partial<
  Record<FoundKind, keyof Schema>
>
const ofActivities = {
  rosterProperty: 'roster_property',
  ballot: 'ballot',
  record: 'vote_record',
  delivery: 'notification',
  proxy: 'proxy',
  contact: 'contact',
  publication: 'publication',
  objection: 'objection',
  reading: 'reading',
  page: 'reading_page',
  sample: 'sample',
} as const satisfies Record<Exclude<FoundKind, keyof typeof ofEstates>, keyof Schema>

/** Returns those of the ids whose rows exist but belong to estates outside the viewer's scope. */
async function foreignIds(db: Db, { scope, userKey }: Viewer, kind: ResolvedKind, ids: readonly string[]): Promise<string[]> {
  if (scope.estateIds === null || ids.length === 0) return []
  const isHidden = (key: RawBuilder<unknown>) => sql`(${key} is null or not (${isInScope(db, scope, key)}))`
  const isAsked = isOneText(db, sql.ref('own.public_id'), ids)
  const idsOf = async (query: RawBuilder<{ id: string }>) => (await query.execute(db)).rows.map(({ id }) => id)
  if (kind === 'estate') return idsOf(sql`select own.public_id as id from estate as own where ${isAsked} and ${isHidden(sql.ref('own.id'))}`)
  if (kind === 'file') return foreignFiles(db, { scope, userKey }, ids)
  if (kind in ofEstates) {
    const table = sql.table(ofEstates[kind as keyof typeof ofEstates])
    return idsOf(sql`select own.public_id as id from ${table} as own where ${isAsked} and ${isHidden(sql.ref('own.estate_id'))}`)
  }
  const table = sql.table(ofActivities[kind as keyof typeof ofActivities])
  return idsOf(sql`select own.public_id as id from ${table} as own join activity on activity.id = own.activity_id
    where ${isAsked} and ${isHidden(sql.ref('activity.estate_id'))}`)
}

/** A file belongs to the estates of whatever refers to it; an unreferenced one to its uploader. */
async function foreignFiles(db: Db, { scope, userKey }: Viewer, ids: readonly string[]): Promise<string[]> {
  const foreign: string[] = []
  for (const id of ids) {
    const holds = (column: string) => contains(db, sql.ref(column), `/file/${id}`)
    const { rows } = await sql<{ ofMaker: number; used: number; seen: number }>`
      select (select count(*) from stored_file where public_id = ${id} and created_by = ${userKey}) as "ofMaker",
        count(*) as used, coalesce(sum(case when ${isInScope(db, scope, sql.ref('uses.estate_id'))} then 1 else 0 end), 0) as seen
      from (
        select estate_id from activity where ${holds('pictures')} or ${holds('files')}
        union all select activity.estate_id from topic join activity on activity.id = topic.activity_id
          where ${holds('topic.pictures')} or ${holds('topic.files')}
        union all select activity.estate_id from topic_option join topic on topic.id = topic_option.topic_id join activity on activity.id = topic.activity_id
          where ${holds('topic_option.pictures')} or ${holds('topic_option.files')}
        union all select activity.estate_id from notification join activity on activity.id = notification.activity_id where ${holds('notification.pictures')}
        union all select activity.estate_id from publication join activity on activity.id = publication.activity_id where ${holds('publication.pictures')}
        union all select activity.estate_id from objection join activity on activity.id = objection.activity_id where ${holds('objection.pictures')}
        union all select activity.estate_id from proxy join activity on activity.id = proxy.activity_id where ${holds('proxy.pictures')}
        union all select activity.estate_id from reading_page join activity on activity.id = reading_page.activity_id where reading_page.public_id = ${id}
        union all select estate_id from estate_rules where ${holds('files')}
        union all select estate_id from property_change where ${holds('person_pictures')} or ${holds('property_pictures')}
      ) as uses`.execute(db)
    const [{ ofMaker, used, seen } = { ofMaker: 0, used: 0, seen: 0 }] = rows
    if (used === 0 ? ofMaker === 0 : seen === 0) foreign.push(id)
  }
  return foreign
}

/** Ids by kind. */
export type NamedIds = ReadonlyMap<ResolvedKind, ReadonlySet<string>>

/** The kinds whose numbers `privacy.reveal` shows; accounts' are for administrators only. */
const revealed: Readonly<Record<string, ResolvedKind>> = {
  property: 'property',
  roster: 'rosterProperty',
  record: 'record',
  change: 'propertyChange',
  proxy: 'proxy',
  objection: 'objection',
}

/** The refusal of each kind for something that does not exist (any more). */
const notThere: Readonly<Record<ResolvedKind, PlainReason>> = {
  estate: 'estate.notFound',
  activity: 'activity.notFound',
  property: 'property.notFound',
  rosterProperty: 'property.notFound',
  ballot: 'ballot.notFound',
  record: 'voting.noRecord',
  delivery: 'notification.notFound',
  proxy: 'proxy.notFound',
  contact: 'contact.notFound',
  publication: 'publication.notFound',
  objection: 'objection.notFound',
  estateRules: 'estateRules.notFound',
  propertyChange: 'propertyChange.notFound',
  reading: 'reading.notFound',
  page: 'reading.noPage',
  sample: 'sample.notFound',
  file: 'file.notFound',
}

const isPlain = (value: object): boolean => Array.isArray(value) || [Object.prototype, null].includes(Object.getPrototypeOf(value) as object | null)

/**
 * Replaces each id in an input, and each file path: any value under a declared name, at any depth.
 *
 * @param replace returns the replacement of an id
 */
function withIds(value: unknown, declared: Readonly<Record<string, IdKind>>, replace: (kind: ResolvedKind, id: string) => string): unknown {
  const inside = (part: unknown, kind: ResolvedKind | undefined): unknown => {
    if (typeof part === 'string') {
      if (kind !== undefined) return part === '' ? part : replace(kind, part)
      return fileIdsIn([part]).reduce((text, id) => text.replaceAll(`/file/${id}`, `/file/${replace('file', id)}`), part)
    }
    if (typeof part !== 'object' || part === null || !isPlain(part)) return part
    if (Array.isArray(part)) return part.map((each) => inside(each, kind))
    const entries = Object.entries(part)
    const sibling = (part as { readonly kind?: unknown }).kind
    return Object.fromEntries(
      entries.map(([name, each]) => {
        const said = Object.hasOwn(declared, name) ? declared[name] : undefined
        return [name, inside(each, said === 'revealed' ? revealed[String(sibling)] : said)]
      }),
    )
  }
  return inside(value, undefined)
}

/** What an endpoint says of its estate. */
type Scope = Endpoint['scope']

const kindsOf = (scope: Scope): Readonly<Record<string, IdKind>> =>
  scope === undefined || scope === 'own' || scope === 'listed' ? idKinds : { ...idKinds, id: scope, ids: scope }

/** Collects the ids in an input. */
export function namedIds(declared: Scope, input: unknown): NamedIds {
  const named = new Map<ResolvedKind, Set<string>>()
  withIds(input, kindsOf(declared), (kind, id) => {
    named.set(kind, (named.get(kind) ?? new Set()).add(id))
    return id
  })
  return named
}

/** The ids outside the viewer's scope; kinds without any have no entry. */
async function foreignOf(db: Db, viewer: Viewer, named: NamedIds): Promise<NamedIds> {
  const foreign = new Map<ResolvedKind, Set<string>>()
  for (const [kind, ids] of named) {
    const found = await foreignIds(db, viewer, kind, [...ids])
    if (found.length > 0) foreign.set(kind, new Set(found))
  }
  return foreign
}

/** Whether everything that a job named is within the viewer's scope. */
export const meetsAll = async (db: Db, viewer: Viewer, named: NamedIds): Promise<boolean> =>
  viewer.scope.estateIds === null || (await foreignOf(db, viewer, named)).size === 0

/**
 * A confined account's input with each foreign id replaced by a nonexistent one, so that every handler answers as for something unknown.
 */
export async function withoutForeign<I>(db: Db, viewer: Viewer, declared: Scope, input: I): Promise<I> {
  if (viewer.scope.estateIds === null) return input
  const foreign = await foreignOf(db, viewer, namedIds(declared, input))
  return foreign.size === 0 ? input : (withIds(input, kindsOf(declared), (kind, id) => (foreign.get(kind)?.has(id) === true ? newId() : id)) as I)
}

/**
 * Re-checks a call whose account may have been confined since admission.
 *
 * @throws Refusal 404 as for something unknown; `account.scopeNarrowed` (409) for data gathered from many estates
 */
export async function requireInScope(
  db: Db,
  { before, ...now }: Viewer & { readonly before: Viewer['scope'] },
  declared: Scope,
  input: unknown,
): Promise<void> {
  if (!isNarrowed(now.scope, before)) return
  if (declared === 'listed') throw new Refusal('account.scopeNarrowed')
  const [kind] = (await foreignOf(db, now, namedIds(declared, input))).keys()
  if (kind !== undefined) throw new Refusal(notThere[kind])
}
