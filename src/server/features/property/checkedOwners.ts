import { Refusal } from '#shared/contract/refusals.ts'
import { miscountedField, normalOwners, type PropertyFields } from './rules.ts'

/**
 * Owners, phones and ID numbers as they are stored, and as many of each; an ID number may be missing altogether.
 *
 * @throws Refusal `property.countsDiffer` (400)
 */
export function checkedOwners<T extends Pick<PropertyFields, 'ownerName' | 'phone' | 'idNumber'>>(fields: T): T {
  const normal = normalOwners(fields)
  const field = miscountedField(normal)
  if (field !== null) throw new Refusal('property.countsDiffer', { field })
  return normal
}
