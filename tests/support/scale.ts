/** Full size on both databases, as required for the main branch (`CI=true npm test`); else samples. */
export const isFull = process.env['CI'] === 'true'

/** The number of tries of a test: all in a full run, a sample otherwise. */
export const atScale = (full: number, sample: number): number => (isFull ? full : sample)

/** The tag of tests in these specs that vary what another one holds: a size, letters, wordings, an order, a late answer. */
export const FULL_TAG = '@full'

/**
 * The end-to-end specs of a sample: a vote from the first start to its result and its bundle, lost connections, a restored backup,
 * and axe over the screens. All others are for a full run, and for who works on what they hold.
 */
export const sampleSpecs = [
  'start',
  'first-run',
  'session',
  'import',
  'ballot',
  'delivery',
  'desk',
  'whole-vote',
  'statistics',
  'scan-confirm',
  'bundle',
  'restore',
  'axe',
] as const
