import type { Estate, EstateDraft } from '#shared/features/estate/contract.ts'

/** What the form holds while it is typed. */
export interface EstateFormValues {
  readonly name: string
  readonly address: string
  /** The chosen divisions' codes from the province down, 0 to 5. */
  readonly divisions?: readonly string[]
}

/** The estate that a filled form describes; levels below the chosen one are `''`. */
export function draftOf({ name, address, divisions = [] }: EstateFormValues): EstateDraft {
  const [provinceCode = '', cityCode = '', areaCode = '', subdistrictCode = '', communityCode = ''] = divisions
  return { name: name.trim(), address: address.trim(), provinceCode, cityCode, areaCode, subdistrictCode, communityCode }
}

/** The form of an estate that is there already. */
export function valuesOf(estate: Estate): EstateFormValues {
  const codes = [estate.provinceCode, estate.cityCode, estate.areaCode, estate.subdistrictCode, estate.communityCode]
  const depth = codes.indexOf('')
  return { name: estate.name, address: estate.address, divisions: depth === -1 ? codes : codes.slice(0, depth) }
}

/** Where an estate is, as the list shows it: the divisions' names, then the address; a prefix that the address repeats is told once. */
export function addressInWords({ divisionName, address }: Pick<Estate, 'divisionName' | 'address'>): string {
  return address.startsWith(divisionName) ? address : `${divisionName}${address}`
}
