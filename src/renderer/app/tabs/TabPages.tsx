import { NavigateContext, type Navigate } from '../../app-context/navigation.ts'
import { useTabsOfRole } from './useTabsOfRole.ts'
import { liveKey } from './model.ts'
import { TabPane } from './TabPane.tsx'
import type { TabsHandle } from './useTabs.tsx'

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
