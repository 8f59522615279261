/** What is checked, as the calls name it: one of the two is `''`. */
export interface CheckedSubject {
  readonly estateId: string
  readonly activityId: string
}

/** The endpoints whose answers are out of date once a finding was put aside or taken back. */
export const checkupReads = ['checkup.get'] as const
