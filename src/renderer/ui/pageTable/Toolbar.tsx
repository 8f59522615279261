import { SettingOutlined } from '@ant-design/icons'
import { Button, Checkbox, Flex, Radio } from 'antd'
import { useLayoutEffect, useRef, type ReactNode, type RefObject } from 'react'
import type { Preferences } from '#shared/bridge/commands.ts'
import { ROWS_AT_FIRST } from '#shared/contract/page.ts'
import { usePreferences } from '../../bridge/computer.tsx'
import { Popover } from '../popups.tsx'
import { hiddenColumnsOf } from './hiddenColumns.ts'

/** The PageTable props that its toolbar uses. */
interface ToolbarProps extends TableSettingsProps {
  readonly filters?: ReactNode
  readonly tools?: ReactNode
  readonly toolbar?: ReactNode
}

/** Filters, actions for the selected rows and for the whole table. */
export function Toolbar({ name, columns, filters, tools, toolbar }: ToolbarProps) {
  const line = useRef<HTMLDivElement>(null)
  useNarrowing(line)
  return (
    <Flex className="page-table-toolbar" align="center" gap="small" wrap ref={line}>
      {filters}
      <Flex className="page-table-acts" align="center" gap="small" wrap>
        {toolbar}
        <Flex className="page-table-tools" align="center" gap="small">
          {tools}
          <TableSettings name={name} columns={columns} />
        </Flex>
      </Flex>
    </Flex>
  )
}

/**
 * Where a line has no room for all that is on it as it is, its fields and buttons become narrower (`ui.css`).
 *
 * What is on it can change with any render, and its room with the window: both ask again.
 */
function useNarrowing(line: RefObject<HTMLElement | null>) {
  useLayoutEffect(() => {
    if (line.current) narrow(line.current)
  })
  useLayoutEffect(() => {
    const element = line.current
    if (!element) return undefined
    let { clientWidth: room } = element
    const observer = new ResizeObserver(() => {
      if (element.clientWidth === room) return
      room = element.clientWidth
      narrow(element)
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [line])
}

function narrow(line: HTMLElement): void {
  line.removeAttribute('data-narrow')
  const tools = line.querySelector('.page-table-tools')?.clientHeight ?? 0
  line.toggleAttribute('data-narrow', line.clientHeight > 1.5 * tools)
}

const densities = [
  { value: 'compact', label: '紧凑' },
  { value: 'standard', label: '标准' },
  { value: 'roomy', label: '宽松' },
] as const satisfies readonly { readonly value: Preferences['tableDensity']; readonly label: string }[]

interface TableSettingsProps {
  /** The table's name, under which its hidden columns are saved. */
  readonly name: string
  readonly columns: readonly { readonly key: string; readonly title: string; readonly isAlwaysShown?: boolean; readonly isHiddenAtFirst?: boolean }[]
}

/** 列设置: the visible columns of a table, and the row height of all tables. */
function TableSettings({ name, columns }: TableSettingsProps) {
  const [preferences, remember] = usePreferences()
  const table = preferences.tables[name]
  const hidden = hiddenColumnsOf(table, columns)
  const hide = (hiddenColumns: string[]) =>
    remember({ tables: { ...preferences.tables, [name]: { pageSize: table?.pageSize ?? ROWS_AT_FIRST, hiddenColumns } } })
  const choices = (
    <Flex vertical gap={4}>
      {columns.map(({ key, title, isAlwaysShown = false }) => (
        <Checkbox
          key={key}
          disabled={isAlwaysShown}
          checked={isAlwaysShown || !hidden.includes(key)}
          onChange={(event) => hide(event.target.checked ? hidden.filter((other) => other !== key) : [...hidden, key])}
        >
          {title}
        </Checkbox>
      ))}
      <b className="table-settings-title">行高（所有列表）</b>
      <Radio.Group
        aria-label="行高"
        optionType="button"
        size="small"
        value={preferences.tableDensity}
        options={densities.map(({ value, label }) => ({ value, label }))}
        onChange={(event) => remember({ tableDensity: event.target.value as Preferences['tableDensity'] })}
      />
    </Flex>
  )
  return (
    <Popover trigger="click" placement="bottomRight" title="显示的列" content={choices}>
      <Button type="text" icon={<SettingOutlined />} aria-label="列设置" title="列设置：显示的列、行高">
        <span className="spare-word">列设置</span>
      </Button>
    </Popover>
  )
}
