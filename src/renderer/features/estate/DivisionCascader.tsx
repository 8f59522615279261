import { RightOutlined } from '@ant-design/icons'
import { Cascader } from 'antd'
import { useState, type ReactElement } from 'react'
import { useEndpoint } from '../../bridge/useEndpoint.ts'
import { useEndpoints } from '../../bridge/useEndpoints.ts'
import { divisionTree, foundTree, type DivisionOption } from './divisionTree.ts'
import { useDebounced } from '../../ui/useDebounced.ts'

interface DivisionCascaderProps {
  /** The codes from the province down, 0 to 5. */
  readonly value?: readonly string[]
  readonly onChange?: (codes: string[]) => void
  /** From Form.Item, which labels the field. */
  readonly id?: string
}

const MAX_SEARCH = 50

/**
 * Selects an administrative division: level by level, each loaded when its parent is opened, or by name or pinyin.
 *
 * A control for Form.Item.
 */
export function DivisionCascader({ value = [], onChange, id }: DivisionCascaderProps) {
  const [opened, setOpened] = useState<readonly string[]>([])
  const parents = [...new Set(['', ...value.slice(0, -1), ...opened])]
  const levels = useEndpoints(
    'dictionary.divisions',
    parents.map((parentCode) => ({ query: { parentCode } })),
    { staleTime: Number.POSITIVE_INFINITY, toastsErrors: true },
  )
  const levelOf = (code: string) => levels[parents.indexOf(code)]
  const loaded = divisionTree(
    (code) => levelOf(code)?.data,
    (code) => levelOf(code)?.isFetching ?? false,
  )
  const search = useDivisionSearch(value.at(-1) ?? '')
  return (
    <Cascader<DivisionOption>
      // The library's field references a list with that id, which its cascader does not render.
      {...(id === undefined ? {} : { id, popupRender: inListOf(id) })}
      placeholder="请选择省 / 市 / 区县 / 街道 / 社区，或输入名称查找"
      value={[...value]}
      options={search.isSearching ? search.options : loaded}
      loading={levelOf('')?.isFetching ?? false}
      changeOnSelect
      expandIcon={<RightOutlined aria-hidden />}
      showSearch={{
        searchValue: search.typed,
        onSearch: search.type,
        filter: (_typed, path) => search.ranks.has(codeOf(path)),
        sort: (one, other) => (search.ranks.get(codeOf(one)) ?? 0) - (search.ranks.get(codeOf(other)) ?? 0),
        limit: false,
      }}
      // The selection keeps its name during a search.
      displayRender={(names) => names.join(' / ')}
      loadData={(path) => {
        const code = path.at(-1)?.value
        if (code === undefined) return
        if (opened.includes(code)) void levelOf(code)?.refetch()
        else setOpened([...opened, code])
      }}
      onOpenChange={(isOpen) => {
        // A search text without selection is discarded.
        if (!isOpen) search.type('')
      }}
      onChange={(codes) => {
        search.type('')
        onChange?.((codes ?? []).map(String))
      }}
      notFoundContent={search.isSearching ? search.nothing : '没有区划数据'}
    />
  )
}

function codeOf(path: readonly DivisionOption[]): string {
  return path.at(-1)?.value ?? ''
}

/** The server's division search for the typed text. */
function useDivisionSearch(withinCode: string) {
  const [typed, setTyped] = useState('')
  const condition = useDebounced(typed.trim())
  const { data, error } = useEndpoint(
    'dictionary.findDivisions',
    { query: { condition, withinCode } },
    { enabled: condition !== '', keepsPrevious: true, staleTime: Number.POSITIVE_INFINITY, keptMs: 60_000 },
  )
  const isSearching = typed.trim() !== ''
  const found = isSearching && data !== undefined ? data : []
  return {
    typed,
    type: (text: string) => setTyped(text.slice(0, MAX_SEARCH)),
    isSearching,
    options: foundTree(found),
    ranks: new Map(found.map(({ path }, rank) => [path.at(-1)?.code ?? '', rank])),
    nothing: error ? error.message : condition === typed.trim() && data !== undefined ? `没有找到“${condition}”。查找社区请先选择城市` : '正在查找…',
  }
}

function inListOf(id: string) {
  return (menus: ReactElement) => <div id={`${id}_list`}>{menus}</div>
}
