/** A SHA-256 of a certificate's DER: 64 lower-case hexadecimal digits. */
export const FINGERPRINT = /^[0-9a-f]{64}$/

/** A fingerprint as Node tells it (`AB:CD:…`) in the form of {@link FINGERPRINT}. */
export const fingerprintFrom = (withColons: string): string => withColons.replaceAll(':', '').toLowerCase()

const GROUPS = 5
const DIGITS_OF_GROUP = 3

/**
 * What two people compare of a fingerprint: its first 15 digits, three a group, each as a decimal number of four digits.
 *
 * Five groups of 0000–4095 with a blank between: `0257 4094 …`. 60 bits: nobody finds another certificate for them.
 */
export function pairingOf(fingerprint: string): string {
  const group = (index: number) => Number.parseInt(fingerprint.slice(index * DIGITS_OF_GROUP, (index + 1) * DIGITS_OF_GROUP), 16)
  return Array.from({ length: GROUPS }, (_, index) => String(group(index)).padStart(4, '0')).join(' ')
}
