import type { ColumnTypes } from '../dialect.ts'

/** Accounts, files, estates, properties, and the head of an activity. Areas: integer 0.01 m². Times: epoch ms. */
export const foundation = ({ key, integer, text, bytewise, blob, strict, engine }: ColumnTypes): readonly string[] => [
  `create table "user" (
    id ${key}, public_id ${bytewise} not null unique, username ${text} not null, username_key ${bytewise} not null unique,
    nick_name ${text} not null, sex ${integer} not null check (sex in (0, 1)), phone ${text} not null, avatar ${text} not null,
    password_hash ${text} not null, role ${text} not null check (role in ('admin', 'staff')),
    is_disabled ${integer} not null default 0 check (is_disabled in (0, 1)), created_at ${integer} not null
  )${strict}`,
  `create table session (
    id ${key}, token_hash ${bytewise} not null unique, user_id ${integer} not null references "user" (id),
    created_at ${integer} not null, used_at ${integer} not null, ended_at ${integer}, end_reason ${text}
  )${strict}`,
  `create index session_of_user on session (user_id)`,
  `create table captcha (
    kind ${text} not null check (kind in ('image', 'sms')), captcha_type ${text} not null, biz_id ${bytewise} not null,
    phone ${text} not null, secret ${text} not null, tries ${integer} not null, expires_at ${integer} not null,
    primary key (kind, captcha_type, biz_id)
  )${strict}`,
  `create table sms_sent (phone ${bytewise} primary key, sent_at ${integer} not null)${strict}`,
  `create table login_failure (id ${key}, username_key ${bytewise} not null, failed_at ${integer} not null)${strict}`,
  `create index login_failure_name on login_failure (username_key, failed_at)`,
  `create table stored_file (
    id ${key}, public_id ${bytewise} not null unique, name ${text} not null, media_type ${text} not null,
    byte_count ${integer} not null, content ${blob} not null, created_by ${integer} not null references "user" (id), created_at ${integer} not null
  )${strict}`,
  `create table estate (
    id ${key}, public_id ${bytewise} not null unique, name ${text} not null, address ${text} not null, division_name ${text} not null,
    province_code ${text} not null, city_code ${text} not null, area_code ${text} not null, subdistrict_code ${text} not null, community_code ${text} not null,
    created_by ${integer} not null references "user" (id), created_at ${integer} not null
  )${strict}`,
  `create table property (
    id ${key}, public_id ${bytewise} not null unique, estate_id ${integer} not null references estate (id),
    period ${bytewise} not null, zone ${bytewise} not null, building ${bytewise} not null, unit ${bytewise} not null, floor ${text} not null, room ${bytewise} not null,
    place_key ${bytewise} not null, area_hundredths ${integer} not null check (area_hundredths > 0),
    owner_name ${text} not null, phone ${text} not null, id_number ${text} not null, owner_key ${bytewise},
    created_at ${integer} not null, updated_at ${integer} not null
  )${strict}`,
  `create unique index property_place on property (estate_id, period, zone, building, unit, room)`,
  `create index property_totals on property (estate_id, owner_key, area_hundredths)`,
  // The list's order and what it searches in, in one narrow table: a search reads nothing else.
  `create table property_search (
    estate_id ${integer} not null, place_key ${bytewise} not null, property_id ${integer} not null references property (id) on delete cascade,
    hay ${text} not null, primary key (estate_id, place_key, property_id)
  )${engine === 'sqlite' ? ' strict, without rowid' : ''}`,
  `create unique index property_search_property on property_search (property_id)`,
  `create table activity (
    id ${key}, public_id ${bytewise} not null unique, estate_id ${integer} not null references estate (id), title ${text} not null,
    summary ${text} not null, detail ${text} not null, counting_rule ${integer} not null check (counting_rule between 1 and 6), rule_basis ${text} not null,
    starts_at ${integer} not null, ends_at ${integer} not null, status ${integer} not null check (status between 0 and 3),
    scope_paths ${text} not null, pictures ${text} not null, files ${text} not null,
    created_by ${integer} not null references "user" (id), created_at ${integer} not null, updated_at ${integer} not null
  )${strict}`,
  `create index activity_estate on activity (estate_id, status)`,
]
