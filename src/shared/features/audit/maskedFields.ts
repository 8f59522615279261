import type { MaskedKind } from '../../owner/masking.ts'
import { maskedFields as ofProperties } from '../../records/property.ts'
import type { AuditField } from '../words.ts'

/** Fields of entries that are named as numbers of people. */
type NumberField = Extract<AuditField, keyof typeof ofProperties | `${string}Phone` | `${string}IdNumber`>

const kinds: Readonly<Record<NumberField, MaskedKind>> = {
  ...ofProperties,
  voterPhone: 'phone',
  voterIdNumber: 'idNumber',
  agentPhone: 'phone',
  agentIdNumber: 'idNumber',
}

/** How a field of the journal, or of what replay compares, is masked where people look on; undefined if it is not. */
export const maskedKindOf = (field: string): MaskedKind | undefined => (Object.hasOwn(kinds, field) ? kinds[field as NumberField] : undefined)
