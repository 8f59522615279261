import { useEffect, type Dispatch } from 'react'
import { NavigateContext, type Navigate } from '../../app-context/navigation.ts'
import { ActivityTabsContext, type ActivityTabs } from '../../app-context/activityTabs.ts'
import { useStableHandlers } from '../../ui/useStableHandlers.ts'
import { groupKeyOf, groupsOf, liveKey, pathOf, type TabAction, type Tabs } from './model.ts'
import { TabPane } from './TabPane.tsx'
import type { TabsHandle } from './useTabs.tsx'
import { useCurrentUser } from '../../app-context/currentUser.ts'
import { activityTabOf, activityTabRoutes, routeFor } from '../routes.ts'

/** The pages of the visited tabs; only one is shown. */
export function TabPages({ tabs: { state, actions, dispatch }, navigate }: { readonly tabs: TabsHandle; readonly navigate: Navigate }) {
  useTabsOfRole(state, dispatch)
  const activityTabs = useTabsOfActivities(state, navigate)
  return (
    <NavigateContext value={navigate}>
      <ActivityTabsContext value={activityTabs}>
        {state.tabs.map((tab) =>
          tab.wasVisited ? (
            <TabPane
              key={tab.id}
              tab={tab}
              isActive={tab.key === state.activeKey}
              isLive={tab.key === liveKey(state)}
              dispatch={dispatch}
              onClose={actions.closeSaved}
              onMove={actions.move}
            />
          ) : null,
        )}
      </ActivityTabsContext>
    </NavigateContext>
  )
}

/** Closes the pages that a lowered role may no longer see; unsaved input there could not be saved anyway. */
function useTabsOfRole({ tabs }: Tabs, dispatch: Dispatch<TabAction>): void {
  const { roles } = useCurrentUser()
  const keys = tabs.filter(({ key, isClosing }) => !isClosing && routeFor(pathOf(key), roles) === undefined).map(({ key }) => key)
  const closed = JSON.stringify(keys)
  useEffect(() => {
    const gone = JSON.parse(closed) as string[]
    if (gone.length > 0) dispatch({ type: 'closed', keys: gone })
  }, [closed, dispatch])
}

/** The tabs of an activity's page, each with its currently open screen. */
function useTabsOfActivities(state: Tabs, navigate: Navigate): ActivityTabs {
  const { roles } = useCurrentUser()
  const routes = activityTabRoutes(roles)
  const { open } = useStableHandlers<Pick<ActivityTabs, 'open'>>({
    open: (tab, activity) => {
      const own = routes.find((route) => route.tab === tab)?.addressFor(activity)
      if (own === undefined) return
      const pages = state.tabs.filter(({ key }) => groupKeyOf(key) === groupKeyOf(own) && activityTabOf(pathOf(key)) === tab)
      const [last] = groupsOf({ ...state, tabs: pages })
      navigate(last === undefined || last.shown.key === state.activeKey ? own : last.shown.key)
    },
  })
  return { shown: routes.map(({ tab }) => tab), tabOf: activityTabOf, open }
}
