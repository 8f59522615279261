import { z } from 'zod'
import type { Endpoints } from '../../contract/endpoint.ts'
import { wholeIdNumber, wholePhone } from '../../contract/personal.ts'
import { id } from '../../contract/values.ts'
import { wire } from '../../contract/wire.ts'

/** Whose numbers can be looked at: a property's, one's in a roster, a vote's, those of a property change, an agent's, those of who objects, an account's. */
const revealKinds = ['property', 'roster', 'record', 'change', 'proxy', 'objection', 'account'] as const
export const RevealKind = z.enum(revealKinds, { error: '查看的内容不正确' })
export type RevealKind = z.infer<typeof RevealKind>

export const RevealRequest = wire({ kind: ['kind', RevealKind], id: ['id', id('编号')] })
export type RevealRequest = z.output<typeof RevealRequest>

const WholeNumbers = wire({ phone: ['mobileno', wholePhone], idNumber: ['idno', wholeIdNumber] })
/** A phone and an ID number, several separated by `/`; `''` if none. */
export type WholeNumbers = z.output<typeof WholeNumbers>

/** The numbers themselves, or of a property change those before and after it. */
export const Revealed = wire({
  phone: ['mobileno', wholePhone.optional()],
  idNumber: ['idno', wholeIdNumber.optional()],
  before: ['before', WholeNumbers.optional()],
  after: ['after', WholeNumbers.optional()],
})
export type Revealed = z.output<typeof Revealed>

export const privacyEndpoints = {
  /** Phones and ID numbers in full; each call leaves an entry in the journal. */
  'privacy.reveal': { method: 'POST', path: '/privacy/reveal', body: RevealRequest, response: Revealed, access: 'clerk', isRepeatable: true },
} as const satisfies Endpoints
