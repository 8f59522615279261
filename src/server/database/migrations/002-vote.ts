import type { ColumnTypes } from '../dialect.ts'

/** Topics, rosters, ballots, records, deliveries, property changes and the journal. Areas: integer 0.01 m². Times: epoch ms. */
export const vote = ({ key, integer, text, bytewise, strict, engine }: ColumnTypes): readonly string[] => [
  // The title lower-cased, in which the list searches.
  `alter table activity add column title_key ${text} not null default ''`,
  `create table topic (
    id ${key}, public_id ${bytewise} not null unique, activity_id ${integer} not null references activity (id) on delete cascade,
    sort_no ${integer} not null, title ${text} not null, topic_type ${integer} not null check (topic_type in (1, 2)),
    vote_model ${integer} not null check (vote_model in (13, 14, 15)), pictures ${text} not null, files ${text} not null
  )${strict}`,
  `create index topic_of_activity on topic (activity_id, sort_no)`,
  `create table topic_option (
    id ${key}, public_id ${bytewise} not null unique, topic_id ${integer} not null references topic (id) on delete cascade,
    sort_no ${integer} not null, title ${text} not null, pictures ${text} not null, files ${text} not null
  )${strict}`,
  `create index topic_option_of_topic on topic_option (topic_id, sort_no)`,
  // A ballot that ended (merged away, emptied) stays for the records that name it, and counts no more.
  `create table ballot (
    id ${key}, public_id ${bytewise} not null unique, activity_id ${integer} not null references activity (id) on delete cascade,
    number ${integer} not null, area_hundredths ${integer} not null check (area_hundredths >= 0), is_ended ${integer} not null default 0 check (is_ended in (0, 1))
  )${strict}`,
  `create unique index ballot_number on ballot (activity_id, number)`,
  `create table roster_property (
    id ${key}, public_id ${bytewise} not null unique, activity_id ${integer} not null references activity (id) on delete cascade,
    ballot_id ${integer} not null references ballot (id), property_public_id ${bytewise} not null,
    period ${bytewise} not null, zone ${bytewise} not null, building ${bytewise} not null, unit ${bytewise} not null, floor ${text} not null, room ${bytewise} not null,
    place_key ${bytewise} not null, area_hundredths ${integer} not null check (area_hundredths > 0),
    owner_name ${text} not null, phone ${text} not null, id_number ${text} not null
  )${strict}`,
  `create unique index roster_place on roster_property (activity_id, period, zone, building, unit, room)`,
  `create unique index roster_of_property on roster_property (activity_id, property_public_id)`,
  `create index roster_of_ballot on roster_property (ballot_id, place_key)`,
  `create index roster_of_owner on roster_property (activity_id, owner_name, id_number)`,
  `create table roster_search (
    activity_id ${integer} not null, place_key ${bytewise} not null, roster_property_id ${integer} not null references roster_property (id) on delete cascade,
    place ${text} not null, hay ${text} not null, primary key (activity_id, place_key, roster_property_id)
  )${engine === 'sqlite' ? ' strict, without rowid' : ''}`,
  `create unique index roster_search_property on roster_search (roster_property_id)`,
  // status: 0 marked, 1 voted, 2 void. answers: one character a slot (0 open, 1, 2, 3), slots in the order of topics and options.
  `create table vote_record (
    id ${key}, public_id ${bytewise} not null unique, activity_id ${integer} not null references activity (id) on delete cascade,
    ballot_id ${integer} not null references ballot (id), status ${integer} not null check (status in (0, 1, 2)),
    marked_code ${bytewise} not null, answers ${text} not null, area_hundredths ${integer} not null,
    property_public_id ${text} not null, voter_name ${text} not null, voter_phone ${text} not null, voter_id_number ${text} not null,
    source ${text} not null check (source in ('mark', 'desk', 'tally')),
    created_by ${integer} not null references "user" (id), created_at ${integer} not null, voted_by ${integer} references "user" (id), voted_at ${integer},
    voided_by ${integer} references "user" (id), voided_at ${integer}
  )${strict}`,
  `create unique index live_record on vote_record (ballot_id) where status <> 2`,
  `create unique index live_code on vote_record (activity_id, marked_code) where status <> 2 and marked_code <> ''`,
  `create index record_of_ballot on vote_record (ballot_id, id)`,
  `create index record_of_activity on vote_record (activity_id, status)`,
  `create table notification (
    id ${key}, public_id ${bytewise} not null unique, activity_id ${integer} not null references activity (id) on delete cascade,
    roster_property_id ${integer} not null references roster_property (id) on delete cascade,
    vote_source ${integer} not null check (vote_source between 1 and 5), notify_way ${integer} not null, delivered_at ${integer} not null,
    delivered_by ${text} not null, remark ${text} not null, pictures ${text} not null, created_by ${integer} not null references "user" (id), created_at ${integer} not null,
    updated_by ${integer} not null references "user" (id), updated_at ${integer} not null
  )${strict}`,
  `create index notification_of_property on notification (roster_property_id, delivered_at)`,
  `create index notification_of_activity on notification (activity_id)`,
  `create table property_change (
    id ${key}, public_id ${bytewise} not null unique, property_id ${integer} references property (id) on delete set null, property_public_id ${bytewise} not null,
    activity_id ${integer} references activity (id) on delete set null,
    applicant ${text} not null, before_data ${text} not null, after_data ${text} not null, hay ${text} not null,
    person_pictures ${text} not null, property_pictures ${text} not null, status ${integer} not null check (status in (0, 1, 2)), comment ${text} not null,
    created_by ${integer} not null references "user" (id), created_at ${integer} not null, decided_by ${integer} references "user" (id), decided_at ${integer}
  )${strict}`,
  `create index property_change_status on property_change (status, id)`,
  // Written by audit/service.ts alone. number counts up without a gap; hash covers the entry and the hash before it.
  `create table audit_entry (
    number ${integer} primary key, at ${integer} not null, user_id ${integer} not null, username ${text} not null, nick_name ${text} not null, address ${text} not null,
    action ${bytewise} not null, subject ${bytewise} not null, before_data ${text} not null, after_data ${text} not null, previous_hash ${bytewise} not null, hash ${bytewise} not null
  )${strict}`,
  `create index audit_subject on audit_entry (subject, number)`,
]
