import { z } from 'zod'
import { post, type Endpoints } from '../../contract/endpoint.ts'
import { wholeIdNumber, wholePhone } from '../../contract/personal.ts'
import { id } from '../../contract/values.ts'
import { wire } from '../../contract/wire.ts'

/**
 * Whose numbers can be revealed: of a property, a roster property, a vote, a property change, an agent, an objector, an
 * account.
 */
const revealKinds = ['property', 'roster', 'record', 'change', 'proxy', 'objection', 'account'] as const
export const RevealKind = z.enum(revealKinds, { error: '查看的内容不正确' })
export type RevealKind = z.infer<typeof RevealKind>

export const RevealRequest = wire({ kind: ['kind', RevealKind], id: ['id', id('编号')] })
export type RevealRequest = z.output<typeof RevealRequest>

const WholeNumbers = wire({ phone: ['mobileno', wholePhone], idNumber: ['idno', wholeIdNumber] })
/** A phone and an ID number, several separated by `/`; `''` if none. */
export type WholeNumbers = z.output<typeof WholeNumbers>

/** The numbers, or those before and after a property change. */
export const Revealed = wire({
  phone: ['mobileno', wholePhone.optional()],
  idNumber: ['idno', wholeIdNumber.optional()],
  before: ['before', WholeNumbers.optional()],
  after: ['after', WholeNumbers.optional()],
})
export type Revealed = z.output<typeof Revealed>

export const privacyEndpoints = {
  /** Phones and ID numbers in full; each call creates a journal entry. */
  'privacy.reveal': post('/privacy/reveal', 'clerk', { body: RevealRequest, response: Revealed, scope: 'revealed', isRepeatable: true }),
} as const satisfies Endpoints
