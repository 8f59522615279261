import { RightOutlined } from '@ant-design/icons'
import { Cascader } from 'antd'
import { useState } from 'react'
import { useEndpoints } from '../bridge/useEndpoints.ts'
import { divisionTree, type DivisionOption } from './divisionTree.ts'

interface DivisionCascaderProps {
  /** The codes from the province down, 0 to 5 of them. */
  readonly value?: readonly string[]
  readonly onChange?: (codes: string[]) => void
  /** Given by Form.Item, which labels it. */
  readonly id?: string
}

/** Chooses an administrative division; every level is loaded when the one above is opened. A control for Form.Item. */
export function DivisionCascader({ value = [], onChange, id }: DivisionCascaderProps) {
  const [opened, setOpened] = useState<readonly string[]>([])
  const parents = [...new Set(['', ...value.slice(0, -1), ...opened])]
  const levels = useEndpoints(
    'dictionary.divisions',
    parents.map((parentCode) => ({ query: { parentCode } })),
    { staleTime: Number.POSITIVE_INFINITY },
  )
  const levelOf = (code: string) => levels[parents.indexOf(code)]
  const options = divisionTree(
    (code) => levelOf(code)?.data,
    (code) => levelOf(code)?.isFetching ?? false,
  )
  return (
    <Cascader<DivisionOption>
      {...(id === undefined ? {} : { id })}
      placeholder="请选择省 / 市 / 区县 / 街道 / 社区"
      value={[...value]}
      options={options}
      loading={levelOf('')?.isFetching ?? false}
      changeOnSelect
      expandIcon={<RightOutlined aria-hidden />}
      loadData={(path) => {
        const code = path.at(-1)?.value
        if (code === undefined) return
        if (opened.includes(code)) void levelOf(code)?.refetch()
        else setOpened([...opened, code])
      }}
      onChange={(codes) => onChange?.((codes ?? []).map(String))}
      notFoundContent="没有区划数据"
    />
  )
}
