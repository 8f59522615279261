/** What is checked: the registry of an estate, or an activity's roster; by the database's key. */
export interface CheckSubject {
  readonly kind: 'estate' | 'roster'
  readonly key: number
}
