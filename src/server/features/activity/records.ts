import { Refusal, required } from '#shared/contract/refusals.ts'
import type { Activity, ActivityRow, Extension, Topic } from '#shared/features/activity/contract.ts'
import { activitySteps, dependsOnPapers, papersRefusal, stepRefusal, type ActivityStep } from '#shared/features/activity/rules.ts'
import { rulesDiffer } from '#shared/features/estate-rules/rules.ts'
import type { Db } from '../../database/schema.ts'
import type { Caller } from '../../http/context.ts'
import { versionOf } from '../../kernel/version.ts'
import { rulesOfKey } from '../estate-rules/service.ts'
import { attached, toTopics } from './rules.ts'
import { activityStore } from './store.ts'
import type { ActivityTable } from './tables.ts'

/** An activity's database row. */
export type ActivityRecord = Omit<ActivityTable, 'id'> & { readonly id: number }

type RowColumns = Pick<
  ActivityTable,
  'public_id' | 'title' | 'summary' | 'counting_rule' | 'starts_at' | 'ends_at' | 'status' | 'updated_at' | 'extensions' | 'second_entry'
> & {
  readonly estate_public_id: string
  readonly estate_name: string
  readonly creator_id: string
  readonly has_papers: number
}

/** An activity as a list item (`wire.md` section 4): creator by public id, both times in epoch ms. */
export function toRow(row: RowColumns): ActivityRow {
  return {
    id: row.public_id,
    title: row.title,
    estateName: row.estate_name,
    estateId: row.estate_public_id,
    summary: row.summary,
    countingRule: row.counting_rule,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    status: row.status,
    creator: row.creator_id,
    version: versionOf(row.updated_at),
    extensions: extensionsOf(row),
    hasPapers: row.has_papers === 1,
    secondEntry: row.second_entry ?? 0,
  }
}

/** The scope paths of an activity; empty: the whole estate. */
export const scopePathsOf = ({ scope_paths }: Pick<ActivityTable, 'scope_paths'>): string[] => JSON.parse(scope_paths) as string[]

/** Parses a column written only by this feature. */
export const extensionsOf = ({ extensions }: Pick<ActivityTable, 'extensions'>): Extension[] => JSON.parse(extensions) as Extension[]

/** The accepted delivery methods, from a column written only by this feature; empty if none. */
export const deliveryPolicyOf = ({ delivery_policy: policy }: Pick<ActivityTable, 'delivery_policy'>): Activity['deliveryPolicy'] =>
  policy === null ? [] : (JSON.parse(policy) as Activity['deliveryPolicy'])

/**
 * The part of an activity that its journal entry keeps: version and papers are not written by it, and extensions have their own entries.
 */
export const content = ({ version: _version, extensions: _extensions, hasPapers: _hasPapers, rulesDiffer: _differ, ...rest }: Activity) => rest
/** The activity that a journal entry is about. */
export const inJournal = ({ public_id: activityId, title: activityTitle }: Pick<ActivityTable, 'public_id' | 'title'>) => ({ activityId, activityTitle })

/** @throws Refusal `activity.notFound` (404) */
export async function requireActivity(db: Db, activityId: string): Promise<ActivityRecord> {
  return required(await activityStore(db).find(activityId), 'activity.notFound')
}

/**
 * An activity's topics with their options, in order; empty if the activity does not exist.
 *
 * @param activityKey the database's key, not the public id
 */
export async function topicsOf(db: Db, activityKey: number): Promise<Topic[]> {
  const store = activityStore(db)
  return toTopics(await store.topics(activityKey), await store.options(activityKey))
}

/**
 * An activity in wire form, with topics, scope and attachments.
 *
 * @throws Refusal `activity.notFound` (404)
 */
export async function wholeActivity(db: Db, activityId: string): Promise<Activity> {
  const row = required(await activityStore(db).findWhole(activityId), 'activity.notFound')
  const activity = {
    ...toRow(row),
    ruleBasis: row.rule_basis,
    proxyLimit: row.proxy_limit,
    deliveryPolicy: deliveryPolicyOf(row),
    detail: row.detail,
    scopePaths: scopePathsOf(row),
    ...attached(row),
    topics: await topicsOf(db, row.id),
  }
  const rules = row.rules_id === null ? null : await rulesOfKey(db, row.rules_id)
  return { ...activity, rulesId: rules?.id ?? '', rulesVersion: rules?.version ?? null, rulesDiffer: rules ? rulesDiffer(rules, activity) : [] }
}

/**
 * Requires a status that allows the step (`wire.md` section 4).
 *
 * @throws Refusal `activity.wrongStatus` (409), with the current status and the step
 */
export function requireStatus(activity: ActivityRecord, step: ActivityStep): void {
  const reason = stepRefusal(activity.status, step)
  if (reason !== null) throw new Refusal(reason, { status: activity.status, step })
}

/**
 * Requires the caller to be the activity's creator (`wire.md` section 4).
 *
 * @throws Refusal `activity.notCreator` (403)
 */
export function requireCreator(activity: ActivityRecord, caller: Caller): void {
  if (activity.created_by !== caller.userKey) throw new Refusal('activity.notCreator')
}

/**
 * Requires that no ballot papers block a step before the start (`paper.md` section 4).
 *
 * @throws Refusal `activity.hasPapers`, or `activity.wrongStatus` if the step is only allowed with papers (409)
 */
export async function requireByPapers(db: Db, { id, status }: ActivityRecord, step: ActivityStep): Promise<void> {
  if (!dependsOnPapers(status, step)) return
  const reason = papersRefusal({ status, hasPapers: await activityStore(db).hasPapers(id) }, step)
  if (reason === 'activity.wrongStatus') throw new Refusal(reason, { status, step })
  if (reason !== null) throw new Refusal(reason)
}

/** Returns the activity if its status allows the step and the caller may take it; else throws a Refusal 404, 403 or 409. */
export async function requireStep(db: Db, activityId: string, step: ActivityStep, caller: Caller): Promise<ActivityRecord> {
  const activity = await requireActivity(db, activityId)
  if (activitySteps[step].isCreatorOnly) requireCreator(activity, caller)
  requireStatus(activity, step)
  await requireByPapers(db, activity, step)
  return activity
}
