import type { Database } from '../../database/database.ts'
import type { Log } from '../../kernel/log.ts'
import type { ActivityService } from '../activity/service.ts'
import type { ServiceDeps } from '../journal/journal.ts'
import type { JournalService } from '../journal/service.ts'
import type { EstateService } from '../estate/service.ts'
import type { FileService } from '../file/service.ts'
import type { JobService } from '../job/service.ts'

export interface RetentionDeps extends ServiceDeps {
  readonly log: Pick<Log, 'error'>
  readonly compact: Database['compact']
  readonly journalService: Pick<JournalService, 'checks' | 'erasing' | 'newestCode'>
  readonly activities: ActivityService
  readonly estates: EstateService
  readonly files: Pick<FileService, 'removeUnreferenced'>
  readonly jobs: JobService
}

/** Whether no trace of the erased data is left; otherwise it is retried once a day. */
export interface Erased {
  readonly isCompacted: boolean
}

/** Number of steps in an erasure's progress. */
export const STEPS = 4
