import type { Estate, EstateDraft } from '#shared/features/estate/contract.ts'
import { propertyCategoryNames } from '#shared/features/property/categories.ts'
import { divisionFields } from '#shared/records/estate.ts'
import { namesOf } from '#shared/records/record.ts'
import { formatCount } from '../../ui/numbers.ts'
import type { FormField } from '../../ui/stale/staleForm.ts'

/** The form's values. */
export interface EstateFormValues {
  readonly name: string
  readonly address: string
  /** The selected divisions' codes from the province down, 0 to 5. */
  readonly divisions?: readonly string[]
  /** The divisions' names, for a stored estate; not a form field. */
  readonly divisionName?: string
}

const divisionNames = namesOf(divisionFields)

/** The estate described by a form; levels below the selected one are `''`. */
export function draftOf({ name, address, divisions = [] }: EstateFormValues): EstateDraft {
  const codes = Object.fromEntries(divisionNames.map((level, index) => [level, divisions[index] ?? ''])) as Record<(typeof divisionNames)[number], string>
  return { name: name.trim(), address: address.trim(), ...codes }
}

/** Form values for an existing estate. */
export function valuesOf(estate: Estate): EstateFormValues {
  const codes = divisionNames.map((level) => estate[level])
  const depth = codes.indexOf('')
  return { name: estate.name, address: estate.address, divisions: depth === -1 ? codes : codes.slice(0, depth), divisionName: estate.divisionName }
}

/** An estate's address in the list: the divisions' names, then the address, without a repeated prefix. */
export function addressInWords({ divisionName, address }: Pick<Estate, 'divisionName' | 'address'>): string {
  return address.startsWith(divisionName) ? address : `${divisionName}${address}`
}

/** An estate's categories in the list: `住宅 1,100，商铺 80`; `''` without properties. */
export const categoriesInWords = ({ categories }: Pick<Estate, 'categories'>): string =>
  categories.map(({ category, propertyCount }) => `${propertyCategoryNames[category]} ${formatCount(propertyCount)}`).join('，')

/** The fields for comparing two versions of a form. */
export const comparedFields: readonly (FormField<EstateFormValues> & { readonly key: keyof EstateFormValues })[] = [
  { key: 'name', label: '小区名称', kind: 'text', words: ({ name }) => name.trim() },
  {
    key: 'divisions',
    label: '所在区划',
    kind: 'text',
    words: ({ divisions = [], divisionName }) => (divisions.length === 0 ? '' : (divisionName ?? '您选择的区划')),
    identity: ({ divisions = [] }) => divisions.join(),
  },
  { key: 'address', label: '详细地址', kind: 'text', words: ({ address }) => address.trim() },
]
