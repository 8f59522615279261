import type { ActivityRow } from '#shared/features/activity/contract.ts'
import { createContext, useContext } from 'react'

/** The tabs on the page of a vote, in their order; each is a screen, some with others behind it (进度: 补票路线). */
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

/** The page of a vote, as its tabs see it; given by app. */
export interface ActivityTabs {
  /** Those that the user may see, in their order. */
  readonly shown: readonly ActivityTab[]
  /** The tab that the screen at a path belongs to. */
  readonly tabOf: (path: string) => ActivityTab | undefined
  /** Shows a tab as it was left; its own screen where it was not open, or is what one looks at. */
  readonly open: (tab: ActivityTab, activity: ActivityRow) => void
}

export const ActivityTabsContext = createContext<ActivityTabs>({ shown: [], tabOf: () => undefined, open: () => undefined })

export function useActivityTabs(): ActivityTabs {
  return useContext(ActivityTabsContext)
}
