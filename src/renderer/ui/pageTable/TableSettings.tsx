import { SettingOutlined } from '@ant-design/icons'
import { Button, Checkbox, Flex, Radio } from 'antd'
import type { Preferences } from '#shared/bridge/commands.ts'
import { ROWS_AT_FIRST } from '#shared/contract/page.ts'
import { usePreferences } from '../../bridge/computer.tsx'
import { Popover } from '../popups.tsx'
import { hiddenColumnsOf } from './hiddenColumns.ts'

const densities = [
  { value: 'compact', label: '紧凑' },
  { value: 'standard', label: '标准' },
  { value: 'roomy', label: '宽松' },
] as const satisfies readonly { readonly value: Preferences['tableDensity']; readonly label: string }[]

interface TableSettingsProps {
  /** The table's, under which its hidden columns are remembered. */
  readonly name: string
  readonly columns: readonly { readonly key: string; readonly title: string; readonly isAlwaysShown?: boolean; readonly isHiddenAtFirst?: boolean }[]
}

/** 列设置: which columns a table shows, and how high the rows of all tables are. */
export function TableSettings({ name, columns }: TableSettingsProps) {
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
      <Button type="text" icon={<SettingOutlined />}>
        列设置
      </Button>
    </Popover>
  )
}
