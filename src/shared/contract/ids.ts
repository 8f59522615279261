import { id } from './values.ts'

/** The ids by which calls name what they are about. */
export const activityId = id('投票活动编号')
export const estateId = id('小区编号')
export const ballotId = id('票权编号')
export const rosterPropertyId = id('清册房产编号')

/** The activity that a call is about. */
export const ofActivity = { activityId: ['voteactivityid', activityId] } as const
