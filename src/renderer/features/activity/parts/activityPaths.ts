import type { ActivityRow } from '#shared/features/activity/contract.ts'
import { ActivityStatus } from '#shared/features/activity/rules.ts'
import { NEW_ACTIVITY, withQuery } from '../../../app-context/paths.ts'

type Named = Pick<ActivityRow, 'id' | 'estateId'>

/** What the voting desk is opened for: 1 mark, 2 cast votes, 3 tally (`console.md` section 2). */
export type OperateType = 1 | 2 | 3

const ofEstate =
  (path: string) =>
  ({ id, estateId }: Named): string =>
    withQuery(path, { estateid: estateId, activityid: id })

/** Addresses of an activity's screens, with the specification's parameters. */
export const activityPaths = {
  list: '/voteManage/list',
  create: NEW_ACTIVITY,
  /** An activity's page, on its tab 概况. */
  overview: ({ id }: Pick<Named, 'id'>): string => withQuery('/voteManage/activity', { activityid: id }),
  /** The editor of the activity. */
  edit: ({ id }: Pick<Named, 'id'>): string => withQuery(NEW_ACTIVITY, { activityid: id }),
  desk: ({ id }: Pick<Named, 'id'>, operateType: OperateType): string =>
    withQuery('/voteManage/votedesk', { activityid: id, operatetype: String(operateType) }),
  /** The desk in the mode for the activity's status: tally or vote. */
  deskNow: (activity: Pick<ActivityRow, 'id' | 'status'>): string => activityPaths.desk(activity, activity.status === ActivityStatus.tallying ? 3 : 2),
  importVotes: ofEstate('/voteManage/importvotes'),
  ballots: ofEstate('/voteManage/mngballot'),
  /** The same with 全部合并 opened immediately. */
  mergeAll: ({ id, estateId }: Named): string => withQuery('/voteManage/mngballot', { estateid: estateId, activityid: id, merge: '1' }),
  checkup: ofEstate('/voteManage/checkup'),
  deliveries: ofEstate('/voteManage/notify'),
  /** All deliveries for the ballot of a roster property. */
  deliveryHistory: (rosterPropertyId: string): string => withQuery('/voteManage/notifyhistory', { activitypropertyid: rosterPropertyId }),
  papers: ofEstate('/voteManage/papers'),
  readings: ofEstate('/voteManage/readings'),
  proxies: ofEstate('/voteManage/proxies'),
  documents: ({ id }: Pick<Named, 'id'>): string => withQuery('/voteManage/documents', { activityid: id }),
  /** 公示与异议. */
  publications: ({ id }: Pick<Named, 'id'>): string => withQuery('/voteManage/publications', { activityid: id }),
  route: ofEstate('/voteManage/route'),
  progress: ofEstate('/voteManage/progress'),
  statistics: ofEstate('/voteManage/statistics'),
  /** The activity's journal. */
  journal: ({ id }: Pick<Named, 'id'>): string => withQuery('/voteManage/journal', { activityid: id }),
  /** 结论体检. */
  sensitivity: ofEstate('/voteManage/conclusioncheck'),
} as const
