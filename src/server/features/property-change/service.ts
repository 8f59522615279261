import type { Page } from '#shared/contract/page.ts'
import type { PropertyChangeRequest, PropertyState, RosterOutcome } from '#shared/features/property-change/contract.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { ActivityService } from '../activity/service.ts'
import type { JournaledDatabase } from '../audit/journal.ts'
import type { BallotService } from '../ballot/service.ts'
import type { EstateService } from '../estate/service.ts'
import type { FileService } from '../file/service.ts'
import type { PropertyService } from '../property/service.ts'
import { createDeciding } from './deciding.ts'
import { propertyChangeStore, type ChangeFilter } from './store.ts'
import { createSubmitting } from './submitting.ts'
import type { PropertyChangeTable } from './tables.ts'

export interface PropertyChangeDeps {
  readonly database: JournaledDatabase
  readonly clock: Clock
  readonly files: FileService
  readonly estates: EstateService
  readonly properties: PropertyService
  readonly activities: ActivityService
  readonly ballots: BallotService
}

type Row = Omit<PropertyChangeTable, 'id'> & { readonly decider: string | null }

/** The five JSON columns are written by this feature alone. */
function toRequest(row: Row): PropertyChangeRequest {
  return {
    id: row.public_id,
    before: JSON.parse(row.before_data) as PropertyState,
    after: JSON.parse(row.after_data) as PropertyState,
    createdAt: row.created_at,
    applicant: row.applicant,
    status: row.status,
    comment: row.comment,
    decidedBy: row.decider ?? '',
    decidedAt: row.decided_at,
    personPictures: JSON.parse(row.person_pictures) as string[],
    propertyPictures: JSON.parse(row.property_pictures) as string[],
    rosters: JSON.parse(row.rosters) as RosterOutcome[],
  }
}

/** Owners' requests to change their property's data (房产变更): `wire.md` section 8. */
export function createPropertyChangeService(deps: PropertyChangeDeps) {
  return {
    ...createSubmitting(deps),
    ...createDeciding(deps),

    /** Newest first. */
    async list({ pageNo, pageSize, ...filter }: { pageNo: number; pageSize: number } & ChangeFilter): Promise<Page<PropertyChangeRequest>> {
      const { rows, total } = await propertyChangeStore(deps.database.read).page(filter, (pageNo - 1) * pageSize, pageSize)
      return { rows: rows.map(toRequest), total }
    },
  }
}
export type PropertyChangeService = ReturnType<typeof createPropertyChangeService>
