import type { Clock } from '../../kernel/clock.ts'
import type { WatchedSearch } from '../../search/watchedSearch.ts'
import type { ActivityService } from '../activity/service.ts'
import type { JournaledDatabase } from '../audit/journal.ts'
import type { PaperMarks } from '../voting/paperMarks.ts'

export interface PaperDeps {
  readonly database: JournaledDatabase
  readonly clock: Clock
  readonly activities: ActivityService
  readonly marks: PaperMarks
  readonly search: WatchedSearch
}
