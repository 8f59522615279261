import type { ActivityRow } from '#shared/features/activity/contract.ts'
import { createContext, useContext } from 'react'

/** The tabs of an activity's page, in display order; some screens lead to others within the same tab (进度: 补票路线). */
export const activityTabNames = {
  overview: '概况',
  ballots: '票权',
  papers: '选票',
  deliveries: '送达',
  desk: '投票台',
  readings: '读数',
  progress: '进度',
  proxies: '委托',
  documents: '文书',
  result: '结果',
  publications: '公示与异议',
  journal: '记录',
} as const
export type ActivityTab = keyof typeof activityTabNames

/** The tabs of an activity's page, provided by app. */
export interface ActivityTabs {
  /** Those visible to the user, in display order. */
  readonly shown: readonly ActivityTab[]
  /** The tab that the screen at a path belongs to. */
  readonly tabOf: (path: string) => ActivityTab | undefined
  /** Opens a tab as it was left; its own screen if it was not open or is already the current tab. */
  readonly open: (tab: ActivityTab, activity: ActivityRow) => void
}

export const ActivityTabsContext = createContext<ActivityTabs>({ shown: [], tabOf: () => undefined, open: () => undefined })

export function useActivityTabs(): ActivityTabs {
  return useContext(ActivityTabsContext)
}
