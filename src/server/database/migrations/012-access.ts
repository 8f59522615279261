import type { ColumnTypes } from '../dialect.ts'

/**
 * Roles in place of administrators and staff, accounts that wait, and what logging in keeps (`trust.md` sections 1 to 3).
 *
 * Who was `staff` becomes a manager, which the administrator is to check. Checks of columns cannot be altered in SQLite,
 * so the columns are rebuilt.
 */
export const access = ({ key, integer, text, bytewise, strict }: ColumnTypes): readonly string[] => [
  `alter table "user" add column granted ${text} check (granted in ('viewer', 'clerk', 'manager', 'admin'))`,
  `alter table "user" add column is_to_check ${integer} not null default 0 check (is_to_check in (0, 1))`,
  `update "user" set granted = case role when 'staff' then 'manager' else role end, is_to_check = case role when 'staff' then 1 else 0 end`,
  `alter table "user" drop column role`,
  `alter table "user" rename column granted to role`,
  `alter table "user" add column status ${integer} not null default 1 check (status in (0, 1, 2))`,
  `update "user" set status = 2 where is_disabled = 1`,
  `alter table "user" drop column is_disabled`,
  `alter table "user" add column must_change_password ${integer} not null default 0 check (must_change_password in (0, 1))`,
  `alter table "user" add column last_login_at ${integer}`,
  `alter table "user" add column last_login_address ${text} not null default ''`,
  `alter table "user" add column failed_since_login ${integer} not null default 0`,
  `alter table session add column address ${text} not null default ''`,
  `alter table session add column device ${text} not null default ''`,
  `alter table login_failure add column address ${bytewise} not null default ''`,
  `create index login_failure_address on login_failure (address, failed_at)`,
  // Every message of a day is counted, not only the last one to a phone.
  `create table sms_log (id ${key}, sent_at ${integer} not null)${strict}`,
  `create index sms_log_time on sms_log (sent_at)`,
]
