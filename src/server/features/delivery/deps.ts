import type { WatchedSearch } from '../../search/watchedSearch.ts'
import type { SheetReader } from '../../workbooks/reader.ts'
import type { ActivityService } from '../activity/service.ts'
import type { ServiceDeps } from '../journal/journal.ts'
import type { JournalService } from '../journal/service.ts'
import type { FileService } from '../file/service.ts'
import type { RefusedFiles } from '../job/refusedFiles.ts'
import type { JobService } from '../job/service.ts'

export interface DeliveryDeps extends ServiceDeps {
  readonly files: FileService
  readonly jobs: JobService
  readonly refusedFiles: RefusedFiles
  readonly sheets: SheetReader
  readonly activities: ActivityService
  readonly search: WatchedSearch
  readonly journalService: Pick<JournalService, 'newestAbout'>
}
