import { placeInWords } from '#shared/place/place.ts'
import type { FoundActivity, FoundBallot } from './contextQueries.ts'
import type { FoundRecord } from './store.ts'

/** The activity, ballot and property that a journal entry is about. */
export const about = (activity: Pick<FoundActivity, 'id' | 'title'>, ballot: Pick<FoundBallot, 'id' | 'areaHundredths' | 'property'>) => ({
  activityId: activity.id,
  activityTitle: activity.title,
  place: ballot.property?.place ?? '',
  ownerName: ballot.property?.ownerName ?? '',
  ballotId: ballot.id,
  ballotAreaHundredths: ballot.areaHundredths,
})
/** The same for an existing record; its property may have left the roster since. */
export const aboutRecord = (row: FoundRecord) => ({
  activityId: row.activity,
  activityTitle: row.title,
  place: placeInWords({ period: row.period ?? '', zone: row.zone ?? '', building: row.building ?? '', unit: row.unit ?? '', room: row.room ?? '' }),
  ownerName: row.owner_name ?? row.voter_name,
  ballotId: row.ballot,
  ballotAreaHundredths: row.area_hundredths,
})
