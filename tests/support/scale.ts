/** Everything at its full size and on both databases, as what guards the main branch runs it (`CI=true npm test`); else samples. */
export const isFull = process.env['CI'] === 'true'

/** How often, or how many, a test tries: all in a full run, a sample at a developer's. */
export const atScale = (full: number, sample: number): number => (isFull ? full : sample)
