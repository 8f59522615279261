/** The SHA-256 of a certificate's DER: 64 lower-case hexadecimal digits. */
export const FINGERPRINT = /^[0-9a-f]{64}$/

/** Converts Node's fingerprint format (`AB:CD:…`) to {@link FINGERPRINT}. */
export const fingerprintFrom = (withColons: string): string => withColons.replaceAll(':', '').toLowerCase()

const GROUPS = 5
const DIGITS_OF_GROUP = 3

/**
 * The part of a fingerprint compared by two people: its first 15 digits in groups of three, each as a decimal number of four
 * digits.
 *
 * Five groups of 0000–4095 separated by blanks: `0257 4094 …`. With 60 bits, finding another matching certificate is
 * infeasible.
 */
export function pairingOf(fingerprint: string): string {
  const group = (index: number) => Number.parseInt(fingerprint.slice(index * DIGITS_OF_GROUP, (index + 1) * DIGITS_OF_GROUP), 16)
  return Array.from({ length: GROUPS }, (_, index) => String(group(index)).padStart(4, '0')).join(' ')
}
