import { Refusal } from '#shared/contract/refusals.ts'
import { holdsMask, maskIdNumber, maskPhone } from '#shared/owner/masking.ts'

interface Numbers {
  readonly phone?: string | null | undefined
  readonly idNumber?: string | null | undefined
}

/**
 * A change with whole numbers: the mask of the present phone or ID number means unchanged (`trust.md` section 5).
 *
 * @throws Refusal 400 for any other mask
 */
export function unmasked<T extends Numbers>(sent: T, present: { readonly phone: string; readonly idNumber: string }): T {
  const { phone, idNumber } = sent
  return {
    ...sent,
    ...(phone && holdsMask(phone) ? { phone: presentOne(phone, present.phone, maskPhone, 'mobileno') } : {}),
    ...(idNumber && holdsMask(idNumber) ? { idNumber: presentOne(idNumber, present.idNumber, maskIdNumber, 'idno') } : {}),
  }
}

function presentOne(sent: string, present: string, mask: (text: string) => string, field: 'mobileno' | 'idno'): string {
  if (mask(present) !== sent) throw new Refusal('property.masked', { field })
  return present
}
