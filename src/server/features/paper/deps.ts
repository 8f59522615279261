import type { WatchedSearch } from '../../search/watchedSearch.ts'
import type { ActivityService } from '../activity/service.ts'
import type { ServiceDeps } from '../journal/journal.ts'
import type { PaperMarks } from '../voting/paperMarks.ts'

export interface PaperDeps extends ServiceDeps {
  readonly activities: ActivityService
  readonly marks: PaperMarks
  readonly search: WatchedSearch
}
