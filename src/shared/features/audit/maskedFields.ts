import type { MaskedKind } from '../../owner/masking.ts'
import { maskedFieldNames, propertyRecord, type MaskedField } from '../../records/property.ts'
import type { AuditField } from '../words.ts'

/** Fields of entries that are named as numbers of people. */
type OtherField = Extract<AuditField, `${string}Phone` | `${string}IdNumber`>

const others = {
  voterPhone: 'phone',
  voterIdNumber: 'idNumber',
  agentPhone: 'phone',
  objectorPhone: 'phone',
  contactPhone: 'phone',
  agentIdNumber: 'idNumber',
} as const satisfies Readonly<Record<OtherField, MaskedKind>>
const kinds = new Map<string, MaskedKind>([
  ...maskedFieldNames.map((name: MaskedField) => [name, propertyRecord[name].kind] as const),
  ...Object.entries(others),
])

/** How a field of the journal, or of what replay compares, is masked where people look on; undefined if it is not. */
export const maskedKindOf = (field: string): MaskedKind | undefined => kinds.get(field)
