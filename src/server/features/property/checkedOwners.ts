import { Refusal } from '#shared/contract/refusals.ts'
import { miscountedField, normalOwners, type PropertyFields } from './rules.ts'

/**
 * Normalises owners, phones and ID numbers and requires equal counts of each; ID numbers may be missing altogether.
 *
 * @throws Refusal `property.countsDiffer` (400)
 */
export function checkedOwners<T extends Pick<PropertyFields, 'ownerName' | 'phone' | 'idNumber'>>(fields: T): T {
  const normal = normalOwners(fields)
  const field = miscountedField(normal)
  if (field !== null) throw new Refusal('property.countsDiffer', { field })
  return normal
}
