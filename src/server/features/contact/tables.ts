import type { Generated } from 'kysely'
import type { Contact } from '#shared/features/contact/contract.ts'
import type { ContactResult } from '#shared/features/contact/rules.ts'
import { kept, personal, withdrawable, type TableOf } from '../../database/columns.ts'

/** That somebody asked an owner for a vote, and what came of it. */
export const contactColumns = {
  id: kept<Generated<number>>(),
  public_id: kept<string>(),
  activity_id: kept<number>(),
  /** JSON: the public ids of the properties of a roster that it was about, in reading order. */
  properties: kept<string>(),
  way: kept<Contact['way']>(),
  /** null of a text message, which is no visit. */
  result: kept<ContactResult | null>(),
  contacted_at: kept<number>(),
  /** When to come again; null but of 约定再访. */
  next_at: kept<number | null>(),
  remark: personal('text'),
  ...withdrawable,
}
export type ContactTable = TableOf<typeof contactColumns>
export interface ContactTables {
  contact: ContactTable
  /** The text messages of a day, the first moment of which is `day`: sent, or being sent. */
  reminder: { id: Generated<number>; day: number; phone: string; ballot_id: number; sent_at: number }
}
