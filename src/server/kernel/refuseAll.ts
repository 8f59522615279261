import type { FieldError } from '#shared/contract/envelope.ts'
import { Refusal } from '#shared/contract/refusals.ts'

/** @throws Refusal `request.invalid` (400) with the errors, if there are any */
export function refuseAll(errors: readonly FieldError[]): void {
  if (errors.length > 0) throw new Refusal('request.invalid', { errors })
}
