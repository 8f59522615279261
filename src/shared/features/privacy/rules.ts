/** How often a user who sees masked data may reveal numbers within {@link REVEALS_WITHIN}. */
export const MAX_REVEALS = 60
/** An hour, in ms. */
export const REVEALS_WITHIN = 3_600_000
