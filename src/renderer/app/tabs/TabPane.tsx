import { useQueryClient } from '@tanstack/react-query'
import { Activity, memo, Suspense, useLayoutEffect, useMemo, useRef, useState, type Dispatch, type ReactNode } from 'react'
import { NavigationType, parsePath, UNSAFE_LocationContext as LocationContext } from 'react-router-dom'
import { TabActiveContext, TabContext, type Tab } from '../../widgets/tab.ts'
import { ErrorBoundary } from '../ErrorBoundary.tsx'
import { routeOf } from '../routes.ts'
import { Waiting } from '../Waiting.tsx'
import type { OpenTab, TabAction } from './model.ts'
import { panelId, tabId } from './TabBar.tsx'

interface TabPaneProps {
  readonly tab: OpenTab
  readonly isActive: boolean
  readonly dispatch: Dispatch<TabAction>
  readonly onClose: (key: string) => void
}

/** One visited page: hidden while another is shown, as it was left when it comes back. */
export function TabPane({ tab, isActive, dispatch, onClose }: TabPaneProps) {
  const cache = useQueryClient()
  const reload = () => {
    // What the server answered may be what broke it: no screen that is not shown keeps an answer.
    cache.removeQueries({ type: 'inactive' })
    dispatch({ type: 'refreshed', key: tab.key })
  }
  return (
    <Activity mode={isActive ? 'visible' : 'hidden'} name={tab.title}>
      <ScrollPlace key={tab.round} tab={tab}>
        <TabScope tab={tab} isActive={isActive} dispatch={dispatch} onClose={onClose}>
          <ErrorBoundary onReload={reload}>
            <Suspense fallback={<Waiting />}>
              <ScreenAt address={tab.key} />
            </Suspense>
          </ErrorBoundary>
        </TabScope>
      </ScrollPlace>
    </Activity>
  )
}

/**
 * The screen of an address, which reads that address whatever the window shows now.
 *
 * It stands in a location of its own: where the window goes to another tab, nothing of this one is drawn anew, and a tab that
 * comes back is laid out and no more.
 */
const ScreenAt = memo(function ScreenAt({ address }: { readonly address: string }) {
  const Screen = routeOf(pathOf(address))?.Screen
  const place = useMemo(
    () => ({
      location: { pathname: '/', search: '', hash: '', state: null, key: 'default', unstable_mask: undefined, ...parsePath(address) },
      navigationType: NavigationType.Pop,
    }),
    [address],
  )
  return <LocationContext value={place}>{Screen ? <Screen /> : null}</LocationContext>
})

function pathOf(key: string): string {
  return key.split('?')[0] ?? key
}

/** What the screen inside may ask of its tab. */
function TabScope({ tab, isActive, dispatch, onClose, children }: TabPaneProps & { readonly children: ReactNode }) {
  const { key } = tab
  const [memory] = useState(() => new Map<string, unknown>())
  const marks = useMemo(
    () => ({
      markUnsaved: (part: string, isUnsaved: boolean) => dispatch({ type: 'marked', key, part, isUnsaved }),
      rename: (title: string) => dispatch({ type: 'named', key, title }),
      partGone: (part: string) => dispatch({ type: 'partGone', key, part }),
    }),
    [key, dispatch],
  )
  const closing = useRef(onClose)
  useLayoutEffect(() => {
    closing.current = onClose
  })
  const scope = useMemo<Tab>(() => ({ key, memory, ...marks, close: () => closing.current(key) }), [key, memory, marks])
  return (
    <TabContext value={scope}>
      <TabActiveContext value={isActive}>{children}</TabActiveContext>
    </TabContext>
  )
}

/** The page's own scroll bar: it stands where it stood when the tab comes back. */
function ScrollPlace({ tab, children }: { readonly tab: OpenTab; readonly children: ReactNode }) {
  const pane = useRef<HTMLDivElement>(null)
  const place = useRef(0)
  useLayoutEffect(() => {
    // Only where there is something to do: it makes the browser lay the whole page out at once.
    if (pane.current && place.current > 0) pane.current.scrollTop = place.current
  }, [])
  return (
    <div
      ref={pane}
      className="tab-pane"
      role="tabpanel"
      id={panelId(tab)}
      aria-labelledby={tabId(tab)}
      onScroll={(event) => {
        if (event.target === event.currentTarget) place.current = event.currentTarget.scrollTop
      }}
    >
      {children}
    </div>
  )
}
