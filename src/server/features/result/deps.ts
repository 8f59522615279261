import type { JournaledDatabase } from '../audit/journal.ts'
import type { AuditService } from '../audit/service.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { ActivityService } from '../activity/service.ts'
import type { JobService } from '../job/service.ts'
import type { ReportMaker } from './report/maker.ts'

export interface ResultDeps {
  readonly database: JournaledDatabase
  readonly clock: Clock
  readonly audit: Pick<AuditService, 'between' | 'checks' | 'signHead' | 'newestCode'>
  readonly activities: ActivityService
  readonly jobs: JobService
  readonly reports: ReportMaker
}
