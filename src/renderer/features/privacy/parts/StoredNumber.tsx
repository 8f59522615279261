import type { RevealKind } from '#shared/features/privacy/contract.ts'
import type { MaskedKind } from '#shared/owner/masking.ts'
import { useMay } from '../../../app-context/may.ts'
import { useSend } from '../../../bridge/useSend.ts'
import { Masked, type MaskedProps } from '../../../ui/Masked.tsx'

/** Whose number it is: what privacy.reveal is asked about; of a property change also which side of it. */
export type NumberOf =
  | { readonly kind: Exclude<RevealKind, 'change'>; readonly id: string }
  | { readonly kind: 'change'; readonly id: string; readonly side: 'before' | 'after' }

/** A phone or ID number of something stored: the eye asks the server for it, and the journal keeps who looked. */
export function StoredNumber({ of, ...shown }: Omit<MaskedProps, 'reveal'> & { readonly of: NumberOf }) {
  const mayLook = useMay('privacy.reveal')
  const { send } = useSend('privacy.reveal', { refreshes: [] })
  const reveal = async (): Promise<string | null> => {
    const sent = await send({ body: { kind: of.kind, id: of.id } })
    if (!sent.ok) return null
    // What it asks for is chosen by hand: it may be less than what is masked.
    const numbers: { readonly [Kind in MaskedKind]?: string | undefined } | undefined = of.kind === 'change' ? sent.value[of.side] : sent.value
    return numbers?.[shown.kind] ?? null
  }
  return <Masked {...shown} reveal={mayLook ? reveal : null} />
}
