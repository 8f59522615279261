import type { AccountTables } from '../features/account/tables.ts'
import type { ActivityTables } from '../features/activity/tables.ts'
import type { EstateTables } from '../features/estate/tables.ts'
import type { FileTables } from '../features/file/tables.ts'
import type { PropertyTables } from '../features/property/tables.ts'

/** Every table, by its name. */
export type Schema = AccountTables & FileTables & EstateTables & PropertyTables & ActivityTables
