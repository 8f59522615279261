import { DEFAULT_CHANNEL } from '#shared/features/voting/rules.ts'
import type { Caller } from '../../http/context.ts'
import { newId } from '../../kernel/ids.ts'
import type { NewRecord } from './recordWrites.ts'
import type { FoundActivity, FoundBallot } from './contextQueries.ts'

/** The ballot columns that a new record needs. */
export type BallotToMark = Pick<FoundBallot, 'key' | 'areaHundredths'> & {
  readonly property: Pick<NonNullable<FoundBallot['property']>, 'propertyId' | 'ownerName' | 'phone' | 'idNumber'> | null
}

/** Builds an unsaved record of a ballot that has no live one. */
export function newRecord(
  activity: Pick<FoundActivity, 'key'>,
  { ballot, markedCode }: { readonly ballot: BallotToMark; readonly markedCode: string },
  caller: Caller,
  now: number,
): NewRecord {
  return {
    public_id: newId(),
    activity_id: activity.key,
    ballot_id: ballot.key,
    status: 0,
    marked_code: markedCode,
    answers: '',
    area_hundredths: ballot.areaHundredths,
    property_public_id: ballot.property?.propertyId ?? '',
    voter_name: ballot.property?.ownerName ?? '',
    voter_phone: ballot.property?.phone ?? '',
    voter_id_number: ballot.property?.idNumber ?? '',
    source: 'mark',
    created_by: caller.userKey,
    created_at: now,
    voted_by: null,
    voted_at: null,
    voided_by: null,
    voided_at: null,
    void_reason: '',
    desk: caller.desk,
    channel: DEFAULT_CHANNEL,
    received_at: null,
    handed_in_by: '',
    is_late: 0,
    proxy_public_id: '',
    reading_public_id: '',
  }
}
