import type { RevealKind } from '#shared/features/privacy/contract.ts'
import type { MaskedKind } from '#shared/owner/masking.ts'
import { useMay } from '../../../app-context/may.ts'
import { useSend } from '../../../bridge/useSend.ts'
import { Masked, type MaskedProps } from '../../../ui/Masked.tsx'

/** Whose number it is, as input for privacy.reveal; for a property change also which side. */
export type NumberOf =
  | { readonly kind: Exclude<RevealKind, 'change'>; readonly id: string }
  | { readonly kind: 'change'; readonly id: string; readonly side: 'before' | 'after' }

/** A stored phone or ID number: the eye button requests it from the server, which records the access in the journal. */
export function StoredNumber({ of, ...shown }: Omit<MaskedProps, 'reveal'> & { readonly of: NumberOf }) {
  const mayLook = useMay('privacy.reveal')
  const { send } = useSend('privacy.reveal', { refreshes: [] })
  const reveal = async (): Promise<string | null> => {
    const sent = await send({ body: { kind: of.kind, id: of.id } })
    if (!sent.ok) return null
    // May contain less than what is masked.
    const numbers: { readonly [Kind in MaskedKind]?: string | undefined } | undefined = of.kind === 'change' ? sent.value[of.side] : sent.value
    return numbers?.[shown.kind] ?? null
  }
  return <Masked {...shown} reveal={mayLook ? reveal : null} />
}
