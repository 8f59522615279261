/** Of every test's account. */
export const PASSWORD = 'pine4827'

/** Hashing a thousand test accounts' passwords must not be most of what the tests do. */
export const CHEAP_PASSWORDS = { log2N: 4, r: 8, p: 1 } as const
