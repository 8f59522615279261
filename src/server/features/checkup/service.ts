import type { UploadedFile } from '#shared/contract/endpoint.ts'
import type { Checkup, Finding } from '#shared/features/checkup/contract.ts'
import { CHECK_TIERS } from '#shared/features/checkup/rules.ts'
import { comparisonNamedFields } from '#shared/features/checkup/sheet.ts'
import { requireMapping } from '../../workbooks/columns.ts'
import type { Caller } from '../../http/context.ts'
import { yieldToEventLoop } from '../../kernel/yieldToEventLoop.ts'
import type { SheetReader } from '../../workbooks/reader.ts'
import { isErased } from '../activity/erasing.ts'
import type { ActivityRecord } from '../activity/service.ts'
import type { BallotService } from '../ballot/service.ts'
import { createCheckable, type Asked, type CheckableDeps } from './checkable.ts'
import { createDismissals } from './dismissals.ts'
import { createCheckupCache } from './checkupCache.ts'
import type { CheckupMaker } from './maker.ts'
import { checkupStore } from './store.ts'
import type { CheckedFinding } from './work.ts'

export interface CheckupDeps extends CheckableDeps {
  readonly ballots: Pick<BallotService, 'mergeRefusals'>
  readonly sheets: SheetReader
  readonly checkups: CheckupMaker
}

type Dismissals = Awaited<ReturnType<ReturnType<typeof checkupStore>['dismissals']>>

/** 名册体检 (`insight.md` section 1): finds and reports faults of a roster, without changing anything. */
export function createCheckupService({ database, clock, estates, activities, ballots, sheets, checkups }: CheckupDeps) {
  const checkupCache = createCheckupCache({ database, maker: checkups })
  const checkable = createCheckable({ database, clock, estates, activities })

  /** Findings as answered: with their dismissals, and why a ballot cannot be merged. */
  async function shown(findings: readonly CheckedFinding[], dismissed: Dismissals, activity: ActivityRecord | null): Promise<Finding[]> {
    const keys = activity ? findings.flatMap(({ ballotKeys }) => ballotKeys) : []
    const refusals = activity ? await ballots.mergeRefusals(database.read, activity, keys) : null
    return findings.map(({ ballotKeys, properties: _properties, registryId, rows, missing, ...finding }) => ({
      ...finding,
      rows: rows.map((row) => ({ ...row, ...((ballotKeys.length === 0 ? null : refusals?.get(row.ballotId)) ?? { refusal: '' }) })),
      missing: [...missing],
      dismissed: dismissed({ id: finding.id, registryId }) ?? null,
    }))
  }

  return {
    /**
     * All current findings in an estate or a roster; 100,000 properties take some seconds, in a worker thread.
     *
     * @throws Refusal `checkup.ofWhat` (400), `estate.notFound`, `activity.notFound` (404), `checkup.erased` (409)
     */
    async get(asked: Asked): Promise<Checkup> {
      const { subject, onDay, activity } = await checkable(asked)
      const { rowCount, findings, rest } = await checkupCache.of(subject, onDay)
      const aside = await checkupStore(database.read).dismissals(subject)
      const all = [...findings, ...rest]
      const count = (tier: number, isAside: boolean): number => all.filter((one) => one.tier === tier && (aside(one) !== undefined) === isAside).length
      const answered = await shown(findings, aside, activity)
      // The answer has some MB, serialized in one go.
      await yieldToEventLoop()
      return {
        checkedAt: clock.now(),
        rowCount,
        counts: CHECK_TIERS.map((tier) => ({ tier, open: count(tier, false), dismissed: count(tier, true) })),
        findings: answered,
      }
    },

    ...createDismissals({ database, clock, estates, activities, checkupCache, checkable }),

    /**
     * The differences from a list kept elsewhere, of which only the findings are stored.
     *
     * @throws Refusal `workbook.mapping` (400), `checkup.columns` (402) with the columns if they are not recognized; as
     * {@link get} of this service, and any refusal of the workbook itself
     */
    async compare({ mapping, ...asked }: Asked & { readonly mapping: string }, file: UploadedFile, caller: Caller): Promise<{ findings: Finding[] }> {
      const named = requireMapping(mapping, comparisonNamedFields)
      const { subject, onDay, activity } = await checkable(asked)
      const { rows } = await sheets.read({ bytes: file.bytes, fileName: file.name, kind: 'comparison', named, signal: caller.signal })
      const { findings } = await checkupCache.compared(subject, onDay, rows)
      return { findings: await shown(findings, await checkupStore(database.read).dismissals(subject), activity) }
    },

    /**
     * Suspected single owners of several ballots of an activity, each as the ballots' keys; without dismissed findings, and
     * none once owners are erased.
     *
     * @throws Refusal `activity.notFound` (404)
     */
    sameOwnerGroups: async (activityId: string): Promise<readonly (readonly number[])[]> => {
      if (isErased(await activities.require(database.read, activityId))) return []
      const { subject, onDay } = await checkable({ estateId: '', activityId })
      const { sameOwners } = await checkupCache.of(subject, onDay)
      const aside = await checkupStore(database.read).dismissals(subject)
      return sameOwners.filter((found) => aside(found) === undefined).map(({ ballotKeys }) => ballotKeys)
    },

    checkable,
  }
}
export type CheckupService = ReturnType<typeof createCheckupService>
