import { Collapse, Pagination, Switch } from 'antd'
import { useState } from 'react'
import type { Activity } from '#shared/features/activity/contract.ts'
import { ActivityStatus } from '#shared/features/activity/rules.ts'
import type { SensitivityItem } from '#shared/features/sensitivity/contract.ts'
import { StateTag, type Tone } from '../../ui/StateTag.tsx'
import { formatCount } from '../../ui/numbers.ts'
import { CellTable } from './CellTable.tsx'
import { FlipList } from './FlipList.tsx'
import styles from './sensitivity.module.css'

/** So many stand open from the start; of more than that only those that are opened. */
const OPEN = 3
const PAGE = 20

/** Whether any other convention has another outcome. */
const isShaky = ({ cells, others }: SensitivityItem): boolean => others.different > 0 || cells.some(({ isChanged }) => isChanged)
const keyOf = ({ topicId, optionId }: SensitivityItem): string => `${topicId} ${optionId ?? ''}`

interface ItemListProps {
  readonly activity: Activity
  readonly items: readonly SensitivityItem[]
}

/** Topics, options and elections, each with what other conventions make of it; many of them a page at a time. */
export function ItemList({ activity, items }: ItemListProps) {
  const [showsShaky, setShowsShaky] = useState(false)
  const [pageNo, setPageNo] = useState(1)
  const shaky = items.filter(isShaky)
  const chosen = showsShaky ? shaky : items
  const page = Math.min(pageNo, Math.max(1, Math.ceil(chosen.length / PAGE)))
  const shown = chosen.slice((page - 1) * PAGE, page * PAGE)
  return (
    <>
      {items.length > OPEN ? (
        <label className={styles.filter}>
          <Switch
            checked={showsShaky}
            onChange={(checked) => {
              setShowsShaky(checked)
              setPageNo(1)
            }}
          />
          只看换口径结论会变的（{formatCount(shaky.length)} 项，共 {formatCount(items.length)} 项）
        </label>
      ) : null}
      {shown.length === 0 ? <p className={styles.nothing}>换任何一种口径，各项结论都不变。</p> : null}
      <Collapse
        key={`${page} ${String(showsShaky)}`}
        defaultActiveKey={items.length > OPEN ? [] : items.map(keyOf)}
        items={shown.map((item) => ({
          key: keyOf(item),
          label: <Head activity={activity} item={item} />,
          children: (
            <div className={styles.body}>
              <CellTable item={item} />
              <FlipList activity={activity} item={item} />
            </div>
          ),
        }))}
      />
      {chosen.length > PAGE ? (
        <Pagination className={styles.pages} current={page} pageSize={PAGE} total={chosen.length} onChange={setPageNo} showSizeChanger={false} />
      ) : null}
    </>
  )
}

const tones: Readonly<Record<string, Tone>> = { 通过: 'green', 不通过: 'red', 未成立: 'orange', 不作结论: 'grey' }

/** Before the end no word that somebody takes for the result. */
const soFar: Readonly<Record<string, string>> = { 不通过: '目前未通过', 不作结论: '不作结论' }

/** The outcome as a tag, before the end grey and in other words; who is elected in plain words. */
function OutcomeTag({ outcome, isFinished }: { readonly outcome: string; readonly isFinished: boolean }) {
  const tone = tones[outcome]
  const words = isFinished ? outcome : (soFar[outcome] ?? `目前${outcome}`)
  return tone === undefined ? <span>{words}</span> : <StateTag tone={isFinished ? tone : 'grey'}>{words}</StateTag>
}

function Head({ activity: { topics, status }, item }: { readonly activity: Activity; readonly item: SensitivityItem }) {
  const topic = topics.find(({ id }) => id === item.topicId)
  const changed = item.cells.filter(({ isChanged }) => isChanged).length
  const name = topic === undefined ? item.title : `${topic.sortNo}. ${topic.title}${item.optionId === null ? '' : `：${item.title}`}`
  return (
    <div className={styles.head}>
      <h3 title={name}>{name}</h3>
      <OutcomeTag outcome={item.outcome} isFinished={status === ActivityStatus.finished} />
      {item.cells.length === 0 ? null : (
        <span className={`${styles.counts} tabular`}>
          只改一项 {formatCount(item.cells.length)} 种中 <b className={changed > 0 ? styles.changed : undefined}>{formatCount(changed)} 种</b>结论不同
        </span>
      )}
    </div>
  )
}
