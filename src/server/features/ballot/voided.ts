import { sql } from 'kysely'
import { liveRecord } from './liveRecord.ts'

/** Whether the record `past` is its ballot's last one, and void. */
export const isLastAndVoid = sql<boolean>`past.status = 2 and not exists (select 1 from vote_record as later where later.ballot_id = past.ballot_id and later.id > past.id)`

/** Whether the ballot `ballot`, with live record `record`, had a vote that was voided, and none since. */
export const isVoided = sql<number>`case when record.id is null and exists (select 1 from vote_record as past where past.ballot_id = ballot.id) then 1 else 0 end`

/**
 * Whether the code of the void record `past` is now taken by another record, or by a paper, which shows it itself: by a live record, or
 * by a newer void one that is its ballot's last and whose paper is the one to be read again (`wire.md` section 6).
 */
export const isCodeTaken = sql<number>`case when exists (
    select 1 from vote_record as other
    where other.activity_id = past.activity_id and other.marked_code = past.marked_code and other.marked_code <> '' and ${liveRecord('other')}
  ) or exists (
    select 1 from ballot_paper as paper where paper.activity_id = past.activity_id and paper.code = past.marked_code
  ) or exists (
    select 1 from vote_record as other
    where other.activity_id = past.activity_id and other.status = 2 and other.marked_code = past.marked_code and other.id > past.id
      and not exists (select 1 from vote_record as later where later.ballot_id = other.ballot_id and later.id > other.id)
  ) then 1 else 0 end`
