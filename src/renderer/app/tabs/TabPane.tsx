import { useQueryClient } from '@tanstack/react-query'
import { ConfigProvider } from 'antd'
import { Activity, Suspense, useLayoutEffect, useRef, useState, type Dispatch, type ReactNode } from 'react'
import { TabContext, TabLiveContext, type Tab } from '../../app-context/tab.ts'
import { usePreferences } from '../../bridge/computer.tsx'
import { UnsavedContext, type UnsavedMarks } from '../../ui/unsaved.ts'
import { ErrorBoundary } from '../ErrorBoundary.tsx'
import { routeOf, titleAt } from '../routes.ts'
import { LoadingScreen } from '../LoadingScreen.tsx'
import { themeOf } from '../theme.ts'
import { pathOf, type OpenTab, type TabAction } from './model.ts'
import { panelId, tabId } from './TabBar.tsx'

interface TabPaneProps {
  readonly tab: OpenTab
  /** Whether this page is shown. */
  readonly isActive: boolean
  /** Whether its effects run; true from its first paint on. */
  readonly isLive: boolean
  readonly dispatch: Dispatch<TabAction>
  readonly onClose: (key: string) => void
  readonly onMove: (from: string, to: string) => boolean
}

/** One visited page: hidden while another is shown, its state kept. */
export function TabPane({ tab, isActive, ...page }: TabPaneProps) {
  return (
    <Pane key={tab.round} tab={tab} isActive={isActive}>
      <LivePage tab={tab} {...page} />
    </Pane>
  )
}

/** Separate from its pane, so that showing a page again does not re-render it. */
function LivePage({ tab, isLive, dispatch, onClose, onMove }: Omit<TabPaneProps, 'isActive'>) {
  const cache = useQueryClient()
  const reload = () => {
    // A server answer may have caused the error: drop the answers that no visible screen uses.
    cache.removeQueries({ type: 'inactive' })
    dispatch({ type: 'refreshed', key: tab.key })
  }
  return (
    <Activity mode={isLive ? 'visible' : 'hidden'} name={tab.title}>
      <KeptLayout>
        <TabLook isLive={isLive}>
          <TabScope tab={tab} isLive={isLive} dispatch={dispatch} onClose={onClose} onMove={onMove}>
            <ErrorBoundary onReload={reload}>
              <Suspense fallback={<LoadingScreen />}>
                <ScreenAt address={tab.key} />
              </Suspense>
            </ErrorBoundary>
          </TabScope>
        </TabLook>
      </KeptLayout>
    </Activity>
  )
}

/**
 * The size of a page's letters; of a hidden page the former, until it is shown.
 *
 * A change of the context above does not reach every component in a hidden `Activity`: some would keep the former size for good.
 */
function TabLook({ isLive, children }: { readonly isLive: boolean; readonly children: ReactNode }) {
  const [{ fontSize }] = usePreferences()
  const [shown, setShown] = useState(fontSize)
  if (isLive && shown !== fontSize) setShown(fontSize)
  return <ConfigProvider theme={themeOf(shown)}>{children}</ConfigProvider>
}

/** The screen at an address; not re-rendered when its tab is only shown, hidden or renamed. */
function ScreenAt({ address }: { readonly address: string }) {
  const Screen = routeOf(pathOf(address))?.Screen
  return Screen ? <Screen /> : null
}

/** Provides the tab API to the screen inside. */
function TabScope({ tab, isLive, dispatch, onClose, onMove, children }: Omit<TabPaneProps, 'isActive'> & { readonly children: ReactNode }) {
  const { key } = tab
  const [memory] = useState(() => new Map<string, unknown>())
  const unsaved: UnsavedMarks = {
    mark: (part, isUnsaved) => dispatch({ type: 'marked', key, part, isUnsaved }),
    partRemoved: (part) => dispatch({ type: 'partRemoved', key, part }),
  }
  const scope: Tab = {
    key,
    page: titleAt(key) ?? { title: '' },
    memory,
    rename: (title) => dispatch({ type: 'named', key, title }),
    close: () => onClose(key),
    moveTo: (to) => onMove(key, to),
  }
  return (
    <TabContext value={scope}>
      <TabLiveContext value={isLive}>
        <UnsavedContext value={unsaved}>{children}</UnsavedContext>
      </TabLiveContext>
    </TabContext>
  )
}

/** A page's scroll container; keeps its position while the tab is hidden. */
function Pane({ tab, isActive, children }: { readonly tab: OpenTab; readonly isActive: boolean; readonly children: ReactNode }) {
  const pane = useRef<HTMLDivElement>(null)
  const place = useRef(0)
  useLayoutEffect(() => {
    // Skipped if not needed, since it forces a synchronous layout of the whole page.
    if (isActive && pane.current && place.current > 0) pane.current.scrollTop = place.current
  }, [isActive])
  return (
    <div
      ref={pane}
      className={isActive ? 'tab-pane' : 'tab-pane tab-pane-hidden'}
      role="tabpanel"
      aria-hidden={!isActive}
      id={panelId(tab)}
      aria-labelledby={tabId(tab.key)}
      onScroll={(event) => {
        if (isActive && event.target === event.currentTarget) place.current = event.currentTarget.scrollTop
      }}
    >
      {children}
    </div>
  )
}

/**
 * Keeps the layout of a page while React's `Activity` hides it.
 *
 * `Activity` sets `display: none`, which discards the layout: the browser would lay out the whole page again whenever its tab is
 * shown. This removes that style before the next paint; the style sheet hides the box by `content-visibility` instead. The page
 * is then in the first frame after its tab was chosen, before `Activity` runs its effects; otherwise that frame is empty and a
 * switch takes 8 to 12 ms longer. `tests/e2e/navigation.spec.ts` fails if `Activity` hides in another way, or if a returning
 * page is missing from that frame.
 */
function KeptLayout({ children }: { readonly children: ReactNode }) {
  const page = useRef<HTMLDivElement>(null)
  const [observer] = useState(
    () =>
      new MutationObserver((changes) => {
        for (const { target } of changes) if (target instanceof HTMLElement) target.style.removeProperty('display')
      }),
  )
  useLayoutEffect(() => {
    // Never disconnected: it is needed while the page is hidden, when no effects run. It is collected with its element.
    if (page.current) observer.observe(page.current, { attributeFilter: ['style'] })
  }, [observer])
  return (
    <div ref={page} className="tab-page">
      {children}
    </div>
  )
}
