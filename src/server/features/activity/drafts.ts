import { Refusal } from '#shared/contract/refusals.ts'
import type { ActivityDraft } from '#shared/features/activity/contract.ts'
import type { SecondEntry } from '#shared/features/activity/rules.ts'
import { searchKey } from '#shared/text/normalise.ts'
import type { Place } from '#shared/place/place.ts'
import type { OnChunk } from '../../database/rows.ts'
import type { Db, Tx } from '../../database/schema.ts'
import type { ServiceDeps } from '../audit/journal.ts'
import type { ReplayChecks } from '../audit/replay/service.ts'
import type { EstateService } from '../estate/service.ts'
import { requireFiles } from '../file/named.ts'
import type { FileService } from '../file/service.ts'
import type { PropertyService } from '../property/service.ts'
import { filesOf, unknownPaths } from './rules.ts'

type UnitPlace = Omit<Place, 'room'>

/** Which properties a roster is to hold. */
export interface RosterFit {
  readonly activityKey: number
  readonly estateKey: number
  /** The scope that the roster was taken for; nothing if it is new. */
  readonly wasInScope: (place: UnitPlace) => boolean
  readonly isInScope: (place: UnitPlace) => boolean
  /** When the properties that are taken in count as written. */
  readonly now: number
}

export interface ActivityDeps extends ServiceDeps {
  readonly estates: EstateService
  readonly properties: PropertyService
  readonly files: FileService
  /** The ballots stand later in the order of features, so the composition root hands in what is asked of them. */
  readonly rosters: {
    fit(tx: Tx, fit: RosterFit, onChunk: OnChunk): Promise<{ added: number; removed: number }>
    clear(tx: Tx, activityKey: number, onChunk: OnChunk): Promise<void>
    hasBallots(db: Db, activityKey: number): Promise<boolean>
  }
  readonly checks: Pick<ReplayChecks, 'require'>
  /** Readings of papers, kept by a later feature. */
  readonly readings: {
    /** @throws Refusal 402 where readings stand against the end of the vote */
    requireDone(db: Db, activity: { readonly id: number; readonly second_entry: 1 | null }): Promise<void>
  }
}

/** How 双人复录 is stored. */
export const secondEntryColumn = (asked: SecondEntry): 1 | null => (asked === 1 ? 1 : null)

/** The columns that a draft fills. */
export function toColumns(draft: ActivityDraft) {
  return {
    title: draft.title,
    title_key: searchKey(draft.title),
    summary: draft.summary,
    detail: draft.detail,
    counting_rule: draft.countingRule,
    rule_basis: draft.ruleBasis,
    starts_at: draft.startsAt,
    ends_at: draft.endsAt,
    proxy_limit: draft.proxyLimit,
    delivery_policy: draft.deliveryPolicy.length === 0 ? null : JSON.stringify(draft.deliveryPolicy),
    second_entry: secondEntryColumn(draft.secondEntry),
    scope_paths: JSON.stringify([...new Set(draft.scopePaths)]),
    pictures: JSON.stringify(draft.pictures),
    files: JSON.stringify(draft.files),
  }
}

/** What a draft names must be there: its files, and the places of its scope. */
export function createDraftChecks({ files, properties }: Pick<ActivityDeps, 'files' | 'properties'>) {
  /** @throws Refusal `request.invalid` (400) for files that are not stored, and for pictures that are none */
  const requireDraftFiles = (db: Db, draft: ActivityDraft): Promise<void> => requireFiles(db, files, filesOf(draft))

  /** @throws Refusal `activity.unknownScope` (400) for the first path under which the estate has no property */
  async function requirePaths(db: Db, estateKey: number, paths: readonly string[]): Promise<void> {
    const [unknown] = paths.length === 0 ? [] : unknownPaths(paths, await properties.units(db, estateKey))
    if (unknown !== undefined) throw new Refusal('activity.unknownScope', { path: unknown })
  }

  return { requireDraftFiles, requirePaths }
}
