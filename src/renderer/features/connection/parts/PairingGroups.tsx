import { pairingOf } from '#shared/network/pairing.ts'
import styles from '../connection.module.css'

/** The five groups of a certificate, large enough to be read aloud and across a room. */
export function PairingGroups({ fingerprint }: { readonly fingerprint: string }) {
  return (
    <div className={styles['groups']} role="group" aria-label="配对码">
      {pairingOf(fingerprint)
        .split(' ')
        .map((group, index) => (
          // The groups have an order and may be equal: their place is what they are.
          // oxlint-disable-next-line react/no-array-index-key
          <span key={index}>{group}</span>
        ))}
    </div>
  )
}
