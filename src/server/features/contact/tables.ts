import type { Generated } from 'kysely'
import type { Contact } from '#shared/features/contact/contract.ts'
import type { ContactResult } from '#shared/features/contact/rules.ts'
import { kept, personal, withdrawable, type TableOf } from '../../database/columns.ts'

/** A visit to ask an owner for a vote, and its result. */
export const contactColumns = {
  id: kept<Generated<number>>(),
  public_id: kept<string>(),
  activity_id: kept<number>(),
  /** JSON: public ids of the roster properties visited, in reading order. */
  properties: kept<string>(),
  way: kept<Contact['way']>(),
  /** null for a text message, which is no visit. */
  result: kept<ContactResult | null>(),
  contacted_at: kept<number>(),
  /** The next visit; null except for 约定再访. */
  next_at: kept<number | null>(),
  remark: personal('text'),
  ...withdrawable,
}
export type ContactTable = TableOf<typeof contactColumns>
export interface ContactTables {
  contact: ContactTable
  /** A day's text messages, sent or being sent; `day` is its first moment. */
  reminder: { id: Generated<number>; day: number; phone: string; ballot_id: number; sent_at: number }
}
