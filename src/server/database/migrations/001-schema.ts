import type { ColumnTypes } from '../dialect.ts'
import { journalGuards } from './journal-guards.ts'
import { searchVersions } from './search-versions.ts'

// Areas: integer 0.01 m². Times: epoch ms. Columns are documented in the features' tables.ts.

/** Accounts, their sessions and protection against guessing; uploaded files. */
const accounts = ({ key, integer, text, bytewise, blob, strict }: ColumnTypes): readonly string[] => [
  `create table "user" (
    id ${key}, public_id ${bytewise} not null unique, username ${text} not null, username_key ${bytewise} not null unique, nick_name ${text} not null,
    sex ${integer} not null check (sex in (0, 1)), phone ${text} not null, avatar ${text} not null, password_hash ${text} not null,
    created_at ${integer} not null, role ${text} check (role in ('viewer', 'clerk', 'manager', 'admin')),
    is_to_check ${integer} not null default 0 check (is_to_check in (0, 1)), status ${integer} not null default 1 check (status in (0, 1, 2)),
    must_change_password ${integer} not null default 0 check (must_change_password in (0, 1)), last_login_at ${integer},
    last_login_address ${text} not null default '', failed_since_login ${integer} not null default 0
  )${strict}`,
  `create table session (
    id ${key}, token_hash ${bytewise} not null unique, user_id ${integer} not null references "user" (id), created_at ${integer} not null,
    used_at ${integer} not null, ended_at ${integer}, end_reason ${text}, confirmed_until ${integer}, address ${text} not null default '',
    device ${text} not null default '', covered_at ${integer}
  )${strict}`,
  `create index session_of_user on session (user_id)`,
  `create table captcha (
    kind ${text} not null check (kind in ('image', 'sms')), captcha_type ${text} not null, biz_id ${bytewise} not null, phone ${text} not null,
    secret ${text} not null, tries ${integer} not null, expires_at ${integer} not null, primary key (kind, captcha_type, biz_id)
  )${strict}`,
  `create table sms_sent (phone ${bytewise} primary key, sent_at ${integer} not null)${strict}`,
  // All messages of a day are counted, not only the last one per phone.
  `create table sms_log (id ${key}, sent_at ${integer} not null)${strict}`,
  `create index sms_log_time on sms_log (sent_at)`,
  `create table login_failure (
    id ${key}, username_key ${bytewise} not null, failed_at ${integer} not null, address ${bytewise} not null default ''
  )${strict}`,
  `create index login_failure_name on login_failure (username_key, failed_at)`,
  `create index login_failure_address on login_failure (address, failed_at)`,
  // At most one row; without it the default applies.
  `create table account_setting (id ${integer} primary key check (id = 1), cover_minutes ${integer} not null)${strict}`,
  `create table stored_file (
    id ${key}, public_id ${bytewise} not null unique, name ${text} not null, media_type ${text} not null, byte_count ${integer} not null,
    content ${blob} not null, created_by ${integer} not null references "user" (id), created_at ${integer} not null, unused_since ${integer}
  )${strict}`,
]

/** Estates and their properties. */
const registry = ({ key, integer, text, bytewise, strict }: ColumnTypes): readonly string[] => [
  `create table estate (
    id ${key}, public_id ${bytewise} not null unique, name ${text} not null, address ${text} not null, division_name ${text} not null,
    province_code ${text} not null, city_code ${text} not null, area_code ${text} not null, subdistrict_code ${text} not null,
    community_code ${text} not null, created_by ${integer} not null references "user" (id), created_at ${integer} not null,
    updated_at ${integer} not null default 0
  )${strict}`,
  `create table property (
    id ${key}, public_id ${bytewise} not null unique, estate_id ${integer} not null references estate (id), period ${bytewise} not null,
    zone ${bytewise} not null, building ${bytewise} not null, unit ${bytewise} not null, floor ${text} not null, room ${bytewise} not null,
    place_key ${bytewise} not null, area_hundredths ${integer} not null check (area_hundredths > 0), owner_name ${text} not null,
    phone ${text} not null, id_number ${text} not null, owner_key ${bytewise}, created_at ${integer} not null, updated_at ${integer} not null,
    category ${integer} not null default 1 check (category between 1 and 4),
    area_source ${integer} not null default 0 check (area_source between 0 and 3)
  )${strict}`,
  `create unique index property_place on property (estate_id, period, zone, building, unit, room)`,
  `create index property_order on property (estate_id, place_key, id, area_hundredths, category)`,
  `create index property_totals on property (estate_id, owner_key, area_hundredths, category)`,
]

/** Activities with their topics, and what is fixed before the start. */
const activities = ({ key, integer, text, bytewise, strict }: ColumnTypes): readonly string[] => [
  `create table activity (
    id ${key}, public_id ${bytewise} not null unique, estate_id ${integer} not null references estate (id), title ${text} not null,
    summary ${text} not null, detail ${text} not null, counting_rule ${integer} not null check (counting_rule between 1 and 6),
    rule_basis ${text} not null, starts_at ${integer} not null, ends_at ${integer} not null, status ${integer} not null check (status between 0 and 3),
    scope_paths ${text} not null, pictures ${text} not null, files ${text} not null, created_by ${integer} not null references "user" (id),
    created_at ${integer} not null, updated_at ${integer} not null, title_key ${text} not null default '', erased_at ${integer},
    extensions ${text} not null default '[]', proxy_limit ${integer} check (proxy_limit >= 0), delivery_policy ${text}, adjusted_houses ${integer}
  )${strict}`,
  `create index activity_estate on activity (estate_id, status)`,
  `create table topic (
    id ${key}, public_id ${bytewise} not null unique, activity_id ${integer} not null references activity (id) on delete cascade,
    sort_no ${integer} not null, title ${text} not null, topic_type ${integer} not null check (topic_type in (1, 2)),
    vote_model ${integer} not null check (vote_model in (13, 14, 15)), pictures ${text} not null, files ${text} not null,
    law_item ${integer} check (law_item between 1 and 9), seats ${integer} check (seats >= 1), seat_order ${integer} check (seat_order in (1, 2))
  )${strict}`,
  `create index topic_of_activity on topic (activity_id, sort_no)`,
  `create table topic_option (
    id ${key}, public_id ${bytewise} not null unique, topic_id ${integer} not null references topic (id) on delete cascade,
    sort_no ${integer} not null, title ${text} not null, pictures ${text} not null, files ${text} not null
  )${strict}`,
  `create index topic_option_of_topic on topic_option (topic_id, sort_no)`,
  `create table ballot_layout (
    activity_id ${integer} primary key references activity (id) on delete cascade, layout_id ${bytewise} not null, layout ${text} not null,
    frozen_at ${integer} not null
  )${strict}`,
]

/** Frozen rosters: ballots and their properties; requests to change a property, which affect both; dismissed check-up findings. */
const rosters = ({ key, integer, text, bytewise, strict, keyed }: ColumnTypes): readonly string[] => [
  // An ended ballot (merged away, emptied) is kept for the records that refer to it, and no longer counts.
  `create table ballot (
    id ${key}, public_id ${bytewise} not null unique, activity_id ${integer} not null references activity (id) on delete cascade,
    number ${integer} not null, area_hundredths ${integer} not null check (area_hundredths >= 0),
    is_ended ${integer} not null default 0 check (is_ended in (0, 1))
  )${strict}`,
  `create unique index ballot_number on ballot (activity_id, number)`,
  `create table roster_property (
    id ${key}, public_id ${bytewise} not null unique, activity_id ${integer} not null references activity (id) on delete cascade,
    ballot_id ${integer} not null references ballot (id), property_public_id ${bytewise} not null, period ${bytewise} not null,
    zone ${bytewise} not null, building ${bytewise} not null, unit ${bytewise} not null, floor ${text} not null, room ${bytewise} not null,
    place_key ${bytewise} not null, area_hundredths ${integer} not null check (area_hundredths > 0), owner_name ${text} not null,
    phone ${text} not null, id_number ${text} not null, updated_at ${integer} not null default 0, owner_key ${bytewise},
    owner_salt ${text} not null default '', owner_hash ${bytewise} not null default '',
    category ${integer} not null default 1 check (category between 1 and 4),
    area_source ${integer} not null default 0 check (area_source between 0 and 3)
  )${strict}`,
  `create unique index roster_place on roster_property (activity_id, period, zone, building, unit, room)`,
  `create unique index roster_of_property on roster_property (activity_id, property_public_id)`,
  `create index roster_of_ballot on roster_property (ballot_id, place_key)`,
  `create index roster_of_owner on roster_property (activity_id, owner_key)`,
  `create table roster_search (
    activity_id ${integer} not null, place_key ${bytewise} not null,
    roster_property_id ${integer} not null references roster_property (id) on delete cascade, primary key (activity_id, place_key, roster_property_id)
  )${keyed}`,
  `create unique index roster_search_property on roster_search (roster_property_id)`,
  `create table route_door (
    ballot_id ${integer} primary key references ballot (id) on delete cascade,
    roster_property_id ${integer} not null references roster_property (id) on delete cascade
  )${strict}`,
  `create index route_door_of_house on route_door (roster_property_id)`,
  `create table property_change (
    id ${key}, public_id ${bytewise} not null unique, property_id ${integer} references property (id) on delete set null,
    property_public_id ${bytewise} not null, activity_id ${integer} references activity (id) on delete set null, applicant ${text} not null,
    before_data ${text} not null, after_data ${text} not null, search_text ${text} not null, person_pictures ${text} not null,
    property_pictures ${text} not null, status ${integer} not null check (status in (0, 1, 2)), comment ${text} not null,
    created_by ${integer} not null references "user" (id), created_at ${integer} not null, decided_by ${integer} references "user" (id),
    decided_at ${integer}, rosters ${text} not null default '[]'
  )${strict}`,
  `create index property_change_status on property_change (status, id)`,
  `create table checkup_dismissal (
    id ${key}, public_id ${bytewise} not null unique, estate_id ${integer} references estate (id) on delete cascade,
    activity_id ${integer} references activity (id) on delete cascade, finding_id ${bytewise} not null, houses ${text} not null,
    reason ${text} not null, created_by ${integer} not null references "user" (id), created_at ${integer} not null, taken_back_at ${integer},
    check ((estate_id is null) <> (activity_id is null))
  )${strict}`,
  `create unique index dismissal_of_estate on checkup_dismissal (estate_id, finding_id) where taken_back_at is null`,
  `create unique index dismissal_of_activity on checkup_dismissal (activity_id, finding_id) where taken_back_at is null`,
]

/** Papers, proxies, vote records, and deliveries. */
const votes = ({ key, integer, text, bytewise, strict }: ColumnTypes): readonly string[] => [
  `create table ballot_paper (
    id ${key}, activity_id ${integer} not null references activity (id) on delete cascade, ballot_id ${integer} not null references ballot (id),
    code ${bytewise} not null, status ${integer} not null check (status in (0, 1, 2, 3)), property_public_id ${bytewise} not null,
    issued_by ${integer} not null references "user" (id), issued_at ${integer} not null, out_by ${integer} references "user" (id), out_at ${integer},
    received_by ${integer} references "user" (id), received_at ${integer}, spoiled_by ${integer} references "user" (id), spoiled_at ${integer},
    spoil_reason ${text} not null default '', new_code ${bytewise} not null default ''
  )${strict}`,
  `create unique index paper_code on ballot_paper (activity_id, code)`,
  `create unique index live_paper on ballot_paper (ballot_id) where status <> 3`,
  `create index paper_of_ballot on ballot_paper (ballot_id, id)`,
  `create table proxy (
    id ${key}, public_id ${bytewise} not null unique, activity_id ${integer} not null references activity (id) on delete cascade,
    ballot_id ${integer} not null references ballot (id) on delete cascade, agent_name ${text} not null, agent_phone ${text} not null,
    agent_id_number ${text} not null, topic_ids ${text} not null, valid_until ${integer}, pictures ${text} not null,
    created_by ${integer} not null references "user" (id), created_at ${integer} not null, revoked_by ${integer} references "user" (id),
    revoked_at ${integer}, revoke_reason ${text} not null
  )${strict}`,
  `create index proxy_of_ballot on proxy (ballot_id)`,
  // status: 0 marked, 1 voted, 2 void. answers: one character per slot (0 open, 1, 2, 3), slots in the order of topics and
  // options.
  `create table vote_record (
    id ${key}, public_id ${bytewise} not null unique, activity_id ${integer} not null references activity (id) on delete cascade,
    ballot_id ${integer} not null references ballot (id), status ${integer} not null check (status in (0, 1, 2)), marked_code ${bytewise} not null,
    answers ${text} not null, area_hundredths ${integer} not null, property_public_id ${text} not null, voter_name ${text} not null,
    voter_phone ${text} not null, voter_id_number ${text} not null, source ${text} not null check (source in ('mark', 'desk', 'tally')),
    created_by ${integer} not null references "user" (id), created_at ${integer} not null, voted_by ${integer} references "user" (id),
    voted_at ${integer}, voided_by ${integer} references "user" (id), voided_at ${integer}, desk ${text} not null default '',
    void_reason ${text} not null default '', channel ${integer} not null default 3 check (channel between 1 and 5), received_at ${integer},
    handed_in_by ${text} not null default '', is_late ${integer} not null default 0 check (is_late in (0, 1)),
    proxy_public_id ${bytewise} not null default ''
  )${strict}`,
  `create unique index live_record on vote_record (ballot_id) where status <> 2`,
  `create unique index live_code on vote_record (activity_id, marked_code) where status <> 2 and marked_code <> ''`,
  `create index record_of_ballot on vote_record (ballot_id, id)`,
  `create index record_of_activity on vote_record (activity_id, status)`,
  // For each desk's count of its user's entries today.
  `create index record_of_voter on vote_record (voted_by, voted_at, activity_id) where status = 1`,
  `create index record_of_marker on vote_record (created_by, created_at, activity_id) where status = 0`,
  // Marks are looked up in upper case: `a1` is `A1`.
  `create index record_of_code on vote_record (activity_id, upper(marked_code))`,
  `create table notification (
    id ${key}, public_id ${bytewise} not null unique, activity_id ${integer} not null references activity (id) on delete cascade,
    roster_property_id ${integer} not null references roster_property (id) on delete cascade,
    vote_source ${integer} not null check (vote_source between 1 and 5), notify_way ${integer} not null, delivered_at ${integer} not null,
    delivered_by ${text} not null, remark ${text} not null, pictures ${text} not null, created_by ${integer} not null references "user" (id),
    created_at ${integer} not null, updated_by ${integer} not null references "user" (id), updated_at ${integer} not null,
    method ${integer} check (method between 1 and 6), receiver ${text} not null default '', relation ${integer} check (relation between 1 and 4),
    second_deliverer ${text} not null default '', tracking_no ${text} not null default '', notice_from ${integer}, notice_to ${integer},
    voided_by ${integer} references "user" (id), voided_at ${integer}, void_reason ${text} not null default ''
  )${strict}`,
  `create index notification_of_property on notification (roster_property_id, delivered_at)`,
  `create index notification_of_activity on notification (activity_id)`,
]

/** The journal, its checks and checkpoints, and the retention setting. */
const journal = ({ integer, text, bytewise, strict }: ColumnTypes): readonly string[] => [
  // Written by journal/service.ts only. number is gapless.
  `create table audit_entry (
    number ${integer} primary key, at ${integer} not null, user_id ${integer} not null, username ${text} not null, nick_name ${text} not null,
    address ${text} not null, action ${bytewise} not null, subject ${bytewise} not null,
    previous_hash ${bytewise} not null, hash ${bytewise} not null, row_count ${integer} not null, parts_hash ${bytewise} not null,
    content_hash ${bytewise} not null, salt ${text}, content ${text}
  )${strict}`,
  `create index audit_subject on audit_entry (subject, number)`,
  `create index audit_person on audit_entry (username, number)`,
  `create index audit_action on audit_entry (action, number)`,
  `create index audit_time on audit_entry (at, number)`,
  `create table audit_part (
    number ${integer} not null, part ${integer} not null, before_data ${text} not null, after_data ${text} not null, primary key (number, part)
  )${strict}`,
  `create table audit_summary (
    number ${integer} primary key, hash ${bytewise} not null, subject_name ${text} not null, activity_id ${bytewise} not null,
    activity_title ${text} not null, summary ${text} not null, search_text ${text} not null, import_data ${text},
    kind ${bytewise} not null default 'change' check (kind in ('change', 'access', 'security'))
  )${strict}`,
  `create index audit_activity on audit_summary (activity_id, number) where activity_id <> ''`,
  `create index audit_imported on audit_summary (number) where import_data is not null`,
  `create index audit_kind on audit_summary (kind, number)`,
  // At most one row; none if never checked.
  `create table audit_check (
    id ${integer} primary key check (id = 1), checked_at ${integer} not null, username ${text} not null, entry_count ${integer} not null,
    broken_at ${integer}, fault_count ${integer} not null default 0
  )${strict}`,
  `create table checkpoint (
    id ${integer} primary key, kind ${text} not null, number ${integer} not null, hash ${bytewise} not null, made_at ${integer} not null,
    activity_id ${bytewise} not null, public_key ${bytewise} not null, content ${text} not null, signature ${bytewise} not null
  )${strict}`,
  `create index checkpoint_activity on checkpoint (activity_id, id)`,
  `create index checkpoint_kind on checkpoint (kind, made_at)`,
  // At most one row; none if nothing was ever set or erased.
  `create table retention_setting (
    id ${integer} primary key check (id = 1), years ${integer} check (years between 1 and 30),
    is_to_compact ${integer} not null check (is_to_compact in (0, 1))
  )${strict}`,
]

/** The tables of a new database, with their triggers. */
export const schema = (types: ColumnTypes): readonly string[] => [
  ...accounts(types),
  ...registry(types),
  ...activities(types),
  ...rosters(types),
  ...votes(types),
  ...journal(types),
  ...journalGuards(types.engine),
  ...searchVersions(types),
]
