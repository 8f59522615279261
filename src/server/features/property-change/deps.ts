import type { AccountService } from '../account/service.ts'
import type { Misses } from '../account/misses.ts'
import type { ActivityService } from '../activity/service.ts'
import type { ServiceDeps } from '../journal/journal.ts'
import type { BallotService } from '../ballot/service.ts'
import type { EstateService } from '../estate/service.ts'
import type { FileService } from '../file/service.ts'
import type { PropertyService } from '../property/service.ts'

export interface PropertyChangeDeps extends ServiceDeps {
  readonly accounts: Pick<AccountService, 'hasOther'>
  readonly misses: Misses
  readonly files: FileService
  readonly estates: EstateService
  readonly properties: PropertyService
  readonly activities: ActivityService
  readonly ballots: BallotService
}
