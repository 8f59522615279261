/** A field of a file of the bundle, as the readme explains it. */
export interface LineField {
  /** Its name; of what a list holds `houses[].place`. */
  readonly field: string
  readonly meaning: string
  /** What else is true of it in the owners' edition. */
  readonly owners?: string
  /** `court`: left out of the owners' edition. */
  readonly editions: 'both' | 'court'
}

export const both = (field: string, meaning: string): LineField => ({ field, meaning, editions: 'both' })
export const court = (field: string, meaning: string): LineField => ({ field, meaning, editions: 'court' })
