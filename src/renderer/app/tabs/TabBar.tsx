import { CloseOutlined, DownOutlined, PushpinOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useEffect, useEffectEvent, useRef } from 'react'
import { Dropdown } from '../../ui/popups.tsx'
import { barTitles, HOME_KEY, isUnsaved, keysBeside, type OpenTab, type Tabs } from './model.ts'
import type { TabActions } from './useTabs.tsx'

/** The visited pages: a click shows one, a double click refreshes it, the right button has the menu, the middle one closes. */
export function TabBar({ state, actions }: { readonly state: Tabs; readonly actions: TabActions }) {
  const { tabs, activeKey, paintedKey } = state
  const open = openTabs(tabs)
  const titles = barTitles(open)
  const bringIntoSight = useEffectEvent((shown: string | null) => {
    const active = open.find(({ key }) => key === shown)
    if (active) document.getElementById(tabId(active))?.parentElement?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  })
  const names = open.map(({ title }) => title).join(' ')
  useEffect(() => {
    // Once the page is painted, and again when a screen names its tab, once it knows what it shows: longer names push others aside.
    if (names !== '') bringIntoSight(paintedKey)
  }, [paintedKey, names])
  const bar = useRef<HTMLElement>(null)
  useEffect(() => {
    if (!bar.current) return
    // A window that becomes narrower pushes the shown tab out of sight.
    const observer = new ResizeObserver(() => bringIntoSight(paintedKey))
    observer.observe(bar.current)
    return () => observer.disconnect()
  }, [paintedKey])
  return (
    <nav ref={bar} className="tab-bar" aria-label="标签页">
      <div className="tab-strip">
        {/* The tabs are in addition to their own close buttons; the list that they form owns only them. */}
        <div role="tablist" aria-label="已打开的页面" aria-owns={open.map(tabId).join(' ')} />
        {open.map((tab, index) => (
          <TabHandle
            key={tab.id}
            tab={tab}
            shownTitle={titles[index] ?? tab.title}
            isActive={tab.key === activeKey}
            isAlone={open.length < 2}
            isFirst={keysBeside(state, tab.key, 'left').length === 0}
            isLast={keysBeside(state, tab.key, 'right').length === 0}
            actions={actions}
          />
        ))}
      </div>
      {open.length < 2 ? null : <AllTabs tabs={tabs} shownKey={paintedKey} actions={actions} />}
    </nav>
  )
}

interface AllTabsProps {
  readonly tabs: readonly OpenTab[]
  readonly shownKey: string | null
  readonly actions: TabActions
}

/** All pages by their whole names: those that do not fit in the bar are found here. */
function AllTabs({ tabs, shownKey, actions }: AllTabsProps) {
  const menu = {
    selectedKeys: shownKey === null ? [] : [shownKey],
    items: openTabs(tabs).map(({ key, title }) => ({ key, label: title, onClick: () => actions.show(key) })),
  }
  return (
    <Dropdown trigger={['click']} placement="bottomRight" menu={menu}>
      <Button className="tab-all" type="text" size="small" icon={<DownOutlined aria-hidden />} aria-label="全部打开的页面" title="全部打开的页面" />
    </Dropdown>
  )
}

/** Without the one that goes as soon as another page is shown. */
function openTabs(tabs: readonly OpenTab[]): readonly OpenTab[] {
  return tabs.filter((tab) => !tab.isClosing)
}

/** An entry that cannot be chosen says why. */
function offBecause(isOff: boolean, reason: string): { readonly disabled: boolean; readonly title: string } {
  return { disabled: isOff, title: isOff ? reason : '' }
}

/** The id of a tab's element, by the page's address. */
export function tabId(tab: OpenTab): string {
  return `tab:${tab.key}`
}
/** The id of the element that holds the page; its tab names it as what it controls. */
export function panelId(tab: OpenTab): string {
  return `panel:${tab.key}`
}

interface TabHandleProps {
  readonly tab: OpenTab
  /** Its title, short of room. */
  readonly shownTitle: string
  readonly isActive: boolean
  /** True if nothing else could be closed. */
  readonly isAlone: boolean
  /** True if nothing to its left, or to its right, could be closed. */
  readonly isFirst: boolean
  readonly isLast: boolean
  readonly actions: TabActions
}

function TabHandle({ tab, shownTitle, isActive, isAlone, isFirst, isLast, actions }: TabHandleProps) {
  const isHome = tab.key === HOME_KEY
  const menu = {
    items: [
      { key: 'refresh', label: '刷新', onClick: () => actions.refresh(tab.key) },
      { key: 'close', label: '关闭', ...offBecause(isHome, '首页固定，不能关闭'), onClick: () => actions.close([tab.key]) },
      { key: 'closeLeft', label: '关闭左侧', ...offBecause(isFirst, '左侧没有可以关闭的页面'), onClick: () => actions.closeLeft(tab.key) },
      { key: 'closeRight', label: '关闭右侧', ...offBecause(isLast, '右侧没有可以关闭的页面'), onClick: () => actions.closeRight(tab.key) },
      { key: 'closeOthers', label: '关闭其他', ...offBecause(isAlone, '没有其他可以关闭的页面'), onClick: () => actions.closeOthers(tab.key) },
      { key: 'closeAll', label: '关闭所有', ...offBecause(isAlone, '没有其他可以关闭的页面'), onClick: () => actions.closeAll() },
    ],
  }
  return (
    <Dropdown trigger={['contextMenu']} menu={menu}>
      <div
        className={`tab${isActive ? ' tab-active' : ''}${isHome ? ' tab-home' : ''}`}
        onAuxClick={(event) => {
          if (event.button === 1 && !isHome) actions.close([tab.key])
        }}
      >
        <button
          type="button"
          role="tab"
          id={tabId(tab)}
          className="tab-title"
          aria-selected={isActive}
          aria-controls={panelId(tab)}
          title={tab.title}
          onClick={() => actions.show(tab.key)}
          onDoubleClick={() => actions.refresh(tab.key)}
        >
          <span className="tab-name">{shownTitle}</span>
          {isUnsaved(tab) ? <span className="tab-unsaved" role="img" aria-label="未保存" title="有未保存的内容" /> : null}
          {isHome ? <PushpinOutlined className="tab-pin" aria-hidden /> : null}
        </button>
        {isHome ? null : (
          <button type="button" className="tab-close" aria-label={`关闭 ${tab.title}`} onClick={() => actions.close([tab.key])}>
            <CloseOutlined aria-hidden />
          </button>
        )}
      </div>
    </Dropdown>
  )
}
