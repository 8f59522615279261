import { pairingOf } from '#shared/network/pairing.ts'
import styles from '../connection.module.css'

/** The five groups of a certificate's pairing code, to be read aloud; large to be legible across a room. */
export function PairingGroups({ fingerprint, isLarge = false }: { readonly fingerprint: string; readonly isLarge?: boolean }) {
  return (
    <div className={styles[isLarge ? 'largeGroups' : 'groups']} role="group" aria-label="配对码">
      {pairingOf(fingerprint)
        .split(' ')
        .map((group, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- the groups have an order and may be equal: their place is what they are
          <span key={index}>{group}</span>
        ))}
    </div>
  )
}
