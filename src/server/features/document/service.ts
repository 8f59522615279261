import { createHash } from 'node:crypto'
import type { QueryOf } from '#shared/contract/index.ts'
import type { Binary } from '#shared/contract/endpoint.ts'
import { Refusal } from '#shared/contract/refusals.ts'
import { formatTime } from '#shared/time/chinaTime.ts'
import { ActivityStatus } from '#shared/features/activity/rules.ts'
import type { Activity } from '#shared/features/activity/contract.ts'
import { documentWords, type DocumentKind } from '#shared/features/document/kinds.ts'
import type { Caller } from '../../http/context.ts'
import { isErased } from '../activity/erasing.ts'
import type { ActivityService } from '../activity/service.ts'
import type { ServiceDeps } from '../journal/journal.ts'
import type { JournalService } from '../journal/service.ts'
import { rulesOfKey } from '../estate-rules/service.ts'
import type { JobService } from '../job/service.ts'
import type { ObjectionService } from '../objection/service.ts'
import { namePart } from '../result/report/name.ts'
import type { ResultService } from '../result/service.ts'
import type { DocumentOrder } from './facts.ts'
import { createLetterheads, letterheadOf } from './letterhead.ts'
import type { DocumentMaker } from './maker.ts'

const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

/** Documents with the result: like the report, they require data consistent with the journal. */
const tellsResult: readonly DocumentKind[] = ['minutes', 'result', 'authority', 'correction', 'objectionreply']

/** Documents with owners' names or texts: unavailable once personal data are erased. */
const tellsOwners: readonly DocumentKind[] = ['roster', 'deliveries', 'objectionreply']

export interface DocumentDeps extends ServiceDeps {
  readonly journalService: Pick<JournalService, 'checks'>
  readonly activities: ActivityService
  readonly results: Pick<ResultService, 'progress' | 'corrected'>
  readonly objections: Pick<ObjectionService, 'ofActivity'>
  readonly jobs: JobService
  readonly documents: DocumentMaker
}

/** An activity's documents: `paper.md` section 5. */
export function createDocumentService({ database, clock, journalService, activities, results, objections, jobs, documents }: DocumentDeps) {
  /**
   * A document's data on objections.
   *
   * @throws Refusal `document.noObjection` (400), `objection.notFound` (404), `document.noCorrection`, `document.undecided` (402)
   */
  async function objectionFacts(activity: Activity, kind: DocumentKind, objectionId: string): Promise<Pick<DocumentOrder, 'corrected' | 'objections'>> {
    if (kind === 'objectionreply' && objectionId === '') throw new Refusal('document.noObjection')
    if (kind !== 'correction' && objectionId === '') return { corrected: null, objections: [] }
    const all = await objections.ofActivity(activity.id)
    const answered = all.find(({ id }) => id === objectionId)
    if (objectionId !== '' && !answered) throw new Refusal('objection.notFound')
    const corrected = activity.status === ActivityStatus.finished ? await results.corrected(activity.id) : null
    if (kind === 'correction' && !corrected?.corrections.length) throw new Refusal('document.noCorrection')
    if (kind !== 'objectionreply' || !answered) return { corrected, objections: all }
    if (answered.decisions.length === 0) throw new Refusal('document.undecided')
    return { corrected: corrected?.corrections.some((correction) => correction.objectionId === objectionId) ? corrected : null, objections: [answered] }
  }

  return {
    ...createLetterheads({ database, clock, activities }),

    /**
     * Creates a document from an activity's current state.
     *
     * @throws Refusal `document.noObjection` (400); `activity.notFound`, `objection.notFound` (404); `document.erased` (409) for a list
     * of erased owners; 402 with `document.noExtension`, `document.noCorrection`, `document.undecided`, `audit.broken` or `audit.differs`
     * for a result from data that differ from the journal, `document.tooLong`, `document.tooMuch` or `job.cancelled`
     */
    make({ activityId, kind, objectionId, jobId }: QueryOf<'document.make'>, caller: Caller): Promise<Binary> {
      return jobs.run(caller, jobId, async (job) => {
        const row = await activities.require(database.read, activityId)
        if (tellsOwners.includes(kind) && isErased(row)) throw new Refusal('document.erased', { name: documentWords[kind].name })
        const activity = await activities.get(activityId)
        if (kind === 'extension' && activity.extensions.length === 0) throw new Refusal('document.noExtension')
        const about = await objectionFacts(activity, kind, objectionId)
        const now = clock.now()
        if (tellsResult.includes(kind)) {
          job.report('checking', 0, 0)
          await journalService.checks.require(activityId, job.signal)
        }
        job.report('writing', 0, 0)
        const { bytes } = await documents.make({
          order: {
            kind,
            activity,
            activityKey: row.id,
            letterhead: await letterheadOf(database.read, row.id),
            rules: row.rules_id === null ? null : await rulesOfKey(database.read, row.rules_id),
            adjustedProperties: row.adjusted_houses ?? 0,
            statistics: await results.progress(activityId),
            ...about,
            now,
          },
          signal: job.signal,
          onProgress: () => undefined,
        })
        job.signal.throwIfAborted()
        const { name } = documentWords[kind]
        const answered = kind === 'objectionreply' ? { objectionNumber: about.objections[0]?.number } : {}
        const after = { activityId, activityTitle: activity.title, documentName: name, ...answered, sha256: createHash('sha256').update(bytes).digest('hex') }
        await database.write(async ({ journal }) => journal.record({ caller, action: 'document.make', subject: activityId, before: null, after }))
        const minute = formatTime(now).replace(/\D/g, '').slice(0, 12)
        return { type: DOCX, bytes, fileName: `${namePart(activity.estateName)}_${namePart(activity.title)}_${name}_${minute}.docx` }
      })
    },
  }
}
export type DocumentService = ReturnType<typeof createDocumentService>
