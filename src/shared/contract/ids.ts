import { id } from './values.ts'

/** The ids by which calls name what they are about. */
export const activityId = id('投票活动编号')
export const estateId = id('小区编号')
export const ballotId = id('票权编号')
export const rosterPropertyId = id('清册房产编号')

/** The activity that a call is about. */
export const ofActivity = { activityId: ['voteactivityid', activityId] } as const

/**
 * What the ids in an input identify, at any depth: an endpoint's estate is found by them (`after.md` section 6). What its `id`
 * or `ids` are, the endpoint says.
 */
export const idKinds = {
  estateId: 'estate',
  rulesId: 'estateRules',
  propertyId: 'property',
  propertyIds: 'property',
  activityId: 'activity',
  activityIds: 'activity',
  voteActivityId: 'activity',
  rosterPropertyId: 'rosterProperty',
  rosterPropertyIds: 'rosterProperty',
  ballotId: 'ballot',
  ballotIds: 'ballot',
  mergedIds: 'ballot',
  recordId: 'record',
  deliveryId: 'delivery',
  proxyId: 'proxy',
  publicationId: 'publication',
  objectionId: 'objection',
  readingId: 'reading',
  sampleId: 'sample',
} as const
/** `revealed`: named by its sibling field `kind`. */
export type IdKind = (typeof idKinds)[keyof typeof idKinds] | 'contact' | 'propertyChange' | 'page' | 'file' | 'revealed'
