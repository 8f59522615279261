/** Full size on both databases, as required for the main branch (`CI=true npm test`); else samples. */
export const isFull = process.env['CI'] === 'true'

/** The number of tries of a test: all in a full run, a sample otherwise. */
export const atScale = (full: number, sample: number): number => (isFull ? full : sample)
