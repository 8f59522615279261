import type { AccountTables } from '../features/account/tables.ts'
import type { ActivityTables } from '../features/activity/tables.ts'
import type { AuditTables } from '../features/audit/tables.ts'
import type { BallotTables } from '../features/ballot/tables.ts'
import type { CheckupTables } from '../features/checkup/tables.ts'
import type { EstateTables } from '../features/estate/tables.ts'
import type { FileTables } from '../features/file/tables.ts'
import type { NotificationTables } from '../features/notification/tables.ts'
import type { PaperTables } from '../features/paper/tables.ts'
import type { PropertyChangeTables } from '../features/property-change/tables.ts'
import type { PropertyTables } from '../features/property/tables.ts'
import type { ProxyTables } from '../features/proxy/tables.ts'
import type { RetentionTables } from '../features/retention/tables.ts'
import type { RouteTables } from '../features/route/tables.ts'
import type { VotingTables } from '../features/voting/tables.ts'

/** Every table, by its name. */
export type Schema = AccountTables &
  FileTables &
  EstateTables &
  PropertyTables &
  ActivityTables &
  BallotTables &
  CheckupTables &
  ProxyTables &
  VotingTables &
  NotificationTables &
  PaperTables &
  PropertyChangeTables &
  RetentionTables &
  RouteTables &
  AuditTables
