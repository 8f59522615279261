/** The password of every test account. */
export const PASSWORD = 'pine4827'

/** Cheap parameters: hashing a thousand passwords must not dominate the tests. */
export const CHEAP_PASSWORDS = { log2N: 4, r: 8, p: 1 } as const
