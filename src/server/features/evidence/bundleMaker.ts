import type { BundleEdition } from '#shared/features/evidence/editions.ts'
import type { Db } from '../../database/schema.ts'
import type { Caller } from '../../http/context.ts'
import type { SigningKey } from '../../kernel/signingKey.ts'
import { Refusal } from '#shared/contract/refusals.ts'
import type { ActivityRecord } from '../activity/records.ts'
import type { ActivityService } from '../activity/service.ts'
import type { Signed } from '../journal/bundled.ts'
import { codeOf } from '../journal/checkpoint.ts'
import type { JournaledDatabase } from '../journal/journal.ts'
import type { KnownInWords } from '../journal/known.ts'
import type { JournalService } from '../journal/service.ts'
import type { FileService } from '../file/service.ts'
import type { JobService, RunningJob } from '../job/service.ts'
import type { ReportMaker } from '../result/report/maker.ts'
import type { ResultService } from '../result/service.ts'
import type { SampleService } from '../sample/service.ts'
import { zipped, type Packed } from './archive.ts'
import { bundleFiles } from './bundle.ts'
import { rowsOf } from './contents.ts'
import { guidePdf } from './guide.ts'
import { readmeText } from './readme.ts'
import { evidenceStore } from './store.ts'

export interface EvidenceDeps {
  readonly database: JournaledDatabase
  readonly journalService: Pick<JournalService, 'bundledCheckpoints' | 'checks' | 'journalLines' | 'signHead'>
  readonly activities: Pick<ActivityService, 'require'>
  readonly files: Pick<FileService, 'picture'>
  readonly results: Pick<ResultService, 'report' | 'resultsAndCorrected'>
  readonly samples: Pick<SampleService, 'bundled'>
  readonly jobs: JobService
  readonly reports: ReportMaker
  /** Null if not available. */
  readonly signingKey: SigningKey | null
  /** The recount page without data. */
  readonly recountPage: string
  /** The font of the guide; see pdf/document.ts. */
  readonly fontFile: string
}

/** A bundle request and its caller. */
export interface Asked {
  readonly activity: ActivityRecord
  readonly edition: BundleEdition
  readonly purpose: string
  readonly caller: Caller
}

/** What a bundle is made by. */
export function createBundleMaker({ database, journalService, files, results, samples, reports, signingKey, recountPage, fontFile }: EvidenceDeps) {
  /**
   * Ensures that the activity has a usable checkpoint of this server's key, by making a report if needed: activities that
   * ended before checkpoints existed have none; one signed with another server's key cannot be verified by the owners'
   * edition; and if papers were drawn or read since the newest one, the bundle would contain what its journal does not.
   */
  async function ensureCheckpoint({ activity, caller }: Asked): Promise<void> {
    if (signingKey === null) throw new Refusal('audit.noKey')
    const found = await journalService.bundledCheckpoints(database.read, activity.public_id)
    if (found?.main.checkpoint.publickey === signingKey.publicKey && !found.isBehind) return
    await results.report({ activityId: activity.public_id, edition: 'full', jobId: '' }, caller)
  }

  /** The report as of the checkpoint: with its time and code. */
  async function reportOf({ activity, edition }: Asked, main: Signed, known: readonly KnownInWords[], signal: AbortSignal): Promise<Packed> {
    const { number, hash } = main.checkpoint
    const { bytes } = await reports.make({
      order: {
        kind: 'report',
        activityId: activity.public_id,
        edition: edition === 'court' ? 'full' : 'public',
        now: main.at,
        code: codeOf(main.content),
        known: edition === 'court' ? known : known.map(withoutNames),
        journalHead: { number, hash },
      },
      signal,
      onProgress: () => undefined,
    })
    return { path: 'report.xlsx', bytes, isStored: false }
  }

  /**
   * Yields the zip's pieces, all made from one verified snapshot.
   *
   * @throws Refusal `audit.differs` or `audit.broken` (402), before the first piece
   */
  async function* pieces(db: Db, asked: Asked, { main, all: checkpoints }: Checkpoints, job: RunningJob): AsyncGenerator<Uint8Array> {
    const { activity, edition } = asked
    if (signingKey === null) throw new Refusal('audit.noKey')
    const known = await journalService.checks.require(activity.public_id, job.signal, db)
    job.report('reading', 0, 0)
    const report = await reportOf(asked, main, known, job.signal)
    const estateName = await evidenceStore(db).estateName(activity.estate_id)
    const { title } = activity
    const facts = { title, estate: estateName, edition, code: codeOf(main.content), time: main.at, checkpointNumber: main.checkpoint.number }
    const guide = { path: '核验说明.pdf', bytes: await guidePdf({ ...facts, fontFile }), isStored: false }
    const parts = {
      activity,
      edition,
      main,
      checkpoints,
      title,
      estateName,
      rows: await rowsOf(db, activity.id),
      ...(await results.resultsAndCorrected(db, activity)),
      samples: await samples.bundled(db, activity),
      made: [
        { ...report, role: 'report' as const },
        { ...guide, role: 'guide' as const },
      ],
      readmes: [{ path: '说明.txt', role: 'readme' as const, pieces: [readmeText(facts)] }],
      signal: job.signal,
      onProgress: (done: number, total: number) => job.report('writing', done, total),
    }
    yield* zipped(bundleFiles(db, { journalService, files, signingKey, recountPage }, parts), main.at)
  }

  return { ensureCheckpoint, pieces }
}

/** The checkpoint of a bundle, and all those it includes. */
export interface Checkpoints {
  readonly main: Signed
  readonly all: readonly Signed[]
}

/** Acknowledged differences without personal data: the owners' edition only has their number. */
const withoutNames = (known: KnownInWords): KnownInWords => ({
  ...known,
  reason: '见法院版',
  sentences: known.sentences.map((_sentence, index) => `第 ${index + 1} 处：见法院版`),
})
