/** The subject of a check-up: the registry of an estate, or an activity's roster with its estate; by database key. */
export type CheckSubject = { readonly kind: 'estate'; readonly key: number } | { readonly kind: 'roster'; readonly key: number; readonly estateKey: number }
