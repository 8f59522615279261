/** A field of a file of the bundle, as explained in the readme. */
export interface LineField {
  /** Its name; within a list `houses[].place`. */
  readonly field: string
  readonly meaning: string
  /** Deviation in the owners' edition. */
  readonly owners?: string
  /** `court`: left out of the owners' edition. */
  readonly editions: 'both' | 'court'
}

export const both = (field: string, meaning: string): LineField => ({ field, meaning, editions: 'both' })
export const court = (field: string, meaning: string): LineField => ({ field, meaning, editions: 'court' })
