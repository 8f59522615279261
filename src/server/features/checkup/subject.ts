/** What is checked: the registry of an estate, or an activity's roster with its estate; by the database's keys. */
export type CheckSubject = { readonly kind: 'estate'; readonly key: number } | { readonly kind: 'roster'; readonly key: number; readonly estateKey: number }
