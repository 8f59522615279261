import { RightOutlined } from '@ant-design/icons'
import { Cascader } from 'antd'
import { PATH_SEPARATOR } from '#shared/place/placeText.ts'
import { searchKey } from '#shared/text/normalise.ts'
import { useEndpoint } from '../../../../bridge/useEndpoint.ts'
import { unitOptions, type PlaceOption } from './unitCascade.ts'
import styles from '../../delivery.module.css'

interface UnitCascaderProps {
  readonly activityId: string
  /** The paths from the period down; empty for all. */
  readonly value: readonly string[]
  readonly onChange: (picked: string[]) => void
}

/** Selects a building or unit of the activity's roster. */
export function UnitCascader({ activityId, value, onChange }: UnitCascaderProps) {
  const query = useEndpoint('voting.unitPaths', { query: { activityId } })
  return (
    <Cascader<PlaceOption>
      className={styles.unitCascader}
      aria-label="楼栋或单元"
      placeholder="楼栋 / 单元"
      value={[...value]}
      options={unitOptions(query.data ?? [])}
      loading={query.isPending}
      changeOnSelect
      showSearch={{ filter: (typed, path) => path.some(({ label }) => searchKey(label).includes(searchKey(typed))) }}
      displayRender={(labels) => labels.join(PATH_SEPARATOR)}
      expandIcon={<RightOutlined aria-hidden />}
      notFoundContent={query.error ? `楼栋未能加载：${query.error.message}` : '没有楼栋'}
      onOpenChange={(isOpen) => {
        if (isOpen && query.error) void query.refetch()
      }}
      onChange={(picked) => onChange((picked ?? []).map(String))}
    />
  )
}
