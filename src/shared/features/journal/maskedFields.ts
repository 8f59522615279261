import type { MaskedKind } from '../../owner/masking.ts'
import { maskedFieldNames, propertyRecord, type MaskedField } from '../../records/property.ts'
import type { JournalField } from '../words.ts'

/** Fields of entries with the name of a personal number. */
type OtherField = Extract<JournalField, `${string}Phone` | `${string}IdNumber`>

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

/** How a field of the journal or of a replay is masked on the screen; undefined if not masked. */
export const maskedKindOf = (field: string): MaskedKind | undefined => kinds.get(field)
