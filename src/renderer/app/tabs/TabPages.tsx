import { useEffect, type Dispatch } from 'react'
import { NavigateContext, type Navigate } from '../../app-context/navigation.ts'
import { liveKey, pathOf, type TabAction, type Tabs } from './model.ts'
import { TabPane } from './TabPane.tsx'
import type { TabsHandle } from './useTabs.tsx'
import { useCurrentUser } from '../../app-context/currentUser.ts'
import { routeFor } from '../routes.ts'

/** The pages of the tabs that were visited, one of which is shown. */
export function TabPages({ tabs: { state, actions, dispatch }, navigate }: { readonly tabs: TabsHandle; readonly navigate: Navigate }) {
  useTabsOfRole(state, dispatch)
  return (
    <NavigateContext value={navigate}>
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
    </NavigateContext>
  )
}

/** Closes the pages that a lowered role may not see any more; what was typed there could not be saved. */
function useTabsOfRole({ tabs }: Tabs, dispatch: Dispatch<TabAction>): void {
  const { roles } = useCurrentUser()
  const keys = tabs.filter(({ key, isClosing }) => !isClosing && routeFor(pathOf(key), roles) === undefined).map(({ key }) => key)
  const closed = JSON.stringify(keys)
  useEffect(() => {
    const gone = JSON.parse(closed) as string[]
    if (gone.length > 0) dispatch({ type: 'closed', keys: gone })
  }, [closed, dispatch])
}
