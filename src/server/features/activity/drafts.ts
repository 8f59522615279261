import { Refusal } from '#shared/contract/refusals.ts'
import type { ActivityDraft } from '#shared/features/activity/contract.ts'
import type { SecondEntry } from '#shared/features/activity/rules.ts'
import { searchKey } from '#shared/text/normalise.ts'
import type { Place } from '#shared/place/place.ts'
import type { OnChunk } from '../../database/rows.ts'
import type { Db, Tx } from '../../database/schema.ts'
import type { ServiceDeps } from '../journal/journal.ts'
import type { ReplayChecks } from '../journal/replay/service.ts'
import type { EstateService } from '../estate/service.ts'
import { requireFiles } from '../file/named.ts'
import type { FileService } from '../file/service.ts'
import type { PropertyService } from '../property/service.ts'
import { filesOf, unknownPaths } from './rules.ts'

type UnitPlace = Omit<Place, 'room'>

/** Which properties a roster should contain. */
export interface RosterFit {
  readonly activityKey: number
  readonly estateKey: number
  /** The scope of the existing roster; matches nothing for a new one. */
  readonly wasInScope: (place: UnitPlace) => boolean
  readonly isInScope: (place: UnitPlace) => boolean
  /** Write time of the added properties. */
  readonly now: number
}

export interface ActivityDeps extends ServiceDeps {
  readonly estates: EstateService
  readonly properties: PropertyService
  readonly files: FileService
  /** Injected by the composition root, since ballots come later in the order of features. */
  readonly rosters: {
    fit(tx: Tx, fit: RosterFit, onChunk: OnChunk): Promise<{ added: number; removed: number }>
    clear(tx: Tx, activityKey: number, onChunk: OnChunk): Promise<void>
    hasBallots(db: Db, activityKey: number): Promise<boolean>
  }
  readonly checks: Pick<ReplayChecks, 'require'>
  /** Readings of papers, stored by a later feature. */
  readonly readings: {
    /** @throws Refusal 402 if open readings block the end of the vote */
    requireDone(db: Db, activity: { readonly id: number; readonly second_entry: 1 | null }): Promise<void>
  }
}

/** The stored form of 双人复录. */
export const secondEntryColumn = (asked: SecondEntry): 1 | null => (asked === 1 ? 1 : null)

/** The columns filled from a draft. */
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

/** Checks that the files and scope places named by a draft exist. */
export function createDraftChecks({ files, properties }: Pick<ActivityDeps, 'files' | 'properties'>) {
  /** @throws Refusal `request.invalid` (400) for missing files, and for pictures that are not images */
  const requireDraftFiles = (db: Db, draft: ActivityDraft): Promise<void> => requireFiles(db, files, filesOf(draft))

  /** @throws Refusal `activity.unknownScope` (400) for the first path without any property of the estate */
  async function requirePaths(db: Db, estateKey: number, paths: readonly string[]): Promise<void> {
    const [unknown] = paths.length === 0 ? [] : unknownPaths(paths, await properties.units(db, estateKey))
    if (unknown !== undefined) throw new Refusal('activity.unknownScope', { path: unknown })
  }

  return { requireDraftFiles, requirePaths }
}
