/** The subject of a check-up; one of the two ids is `''`. */
export interface CheckedSubject {
  readonly estateId: string
  readonly activityId: string
}

/** Endpoints to refetch after dismissing a finding or undoing it. */
export const checkupReads = ['checkup.get'] as const
