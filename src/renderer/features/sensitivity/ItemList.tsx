import { Collapse, Pagination, Switch } from 'antd'
import { useState } from 'react'
import type { Activity } from '#shared/features/activity/contract.ts'
import { ActivityStatus } from '#shared/features/activity/rules.ts'
import type { SensitivityItem } from '#shared/features/sensitivity/contract.ts'
import { StateTag, type Tone } from '../../ui/StateTag.tsx'
import { formatCount, formatArea } from '../../ui/numbers.ts'
import styles from './sensitivity.module.css'
import type { Share } from '#shared/features/result/rules.ts'

/** Up to this many are expanded initially; of more, none. */
const OPEN = 3
const PAGE = 20

/** Whether any other convention has another outcome. */
const isShaky = ({ cells, others }: SensitivityItem): boolean => others.different > 0 || cells.some(({ isChanged }) => isChanged)
const keyOf = ({ topicId, optionId }: SensitivityItem): string => `${topicId} ${optionId ?? ''}`

interface ItemListProps {
  readonly activity: Activity
  readonly items: readonly SensitivityItem[]
}

/** Topics, options and elections, each with its outcome under other conventions; paged. */
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

/** Before the end, words that are not mistaken for the result. */
const soFar: Readonly<Record<string, string>> = { 不通过: '目前未通过', 不作结论: '不作结论' }

/** The outcome as a tag; before the end in grey and with different words. Elected candidates as plain text. */
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

/** 最少几票改变结论: a sentence for each change of votes that turns the outcome. */
function FlipList({ activity, item }: { readonly activity: Activity; readonly item: SensitivityItem }) {
  return (
    <section aria-label={`${item.title} 最少几票改变结论`}>
      <h4>最少几票改变结论</h4>
      {item.flips.length === 0 ? (
        <p className={styles.nothing}>{reasonWithout(activity, item)}</p>
      ) : (
        <ul className={`${styles.flips} tabular`}>
          {item.flips.map(({ move, text }) => (
            <li key={move}>{text}</li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** Why there is no such number. */
function reasonWithout({ countingRule, topics }: Activity, { topicId }: SensitivityItem): string {
  if (countingRule === 6) return '本次仅统计，不作结论。'
  if (topics.find(({ id }) => id === topicId)?.seats != null) return '选举不作这项试算，各口径下的当选人见左表。'
  return '把反对票或未投票按同意计，任何张数都不能使结论变为通过。'
}

const inWords = (share: Share | null): string => (share === null ? '—' : `${formatCount(share.count)} 人 / ${formatArea(share.areaHundredths)}㎡`)

/** 只改一项口径: one row per other value on one axis, changed outcomes in red; the other combinations on one line. */
function CellTable({ item: { title, cells, others } }: { readonly item: SensitivityItem }) {
  if (cells.length === 0) {
    return (
      <section>
        <h4>只改一项口径</h4>
        <p className={styles.nothing}>没有可以换的口径：没有送达未反馈、作废未重投、车位、疑似同一人、截止后录入或延期后收到的票。</p>
      </section>
    )
  }
  const hasApproval = cells.some(({ approve }) => approve !== null)
  return (
    <section>
      <table className={`${styles.cells} tabular`} aria-label={`${title} 只改一项口径`}>
        <caption>只改一项口径</caption>
        <thead>
          <tr>
            <th scope="col">口径</th>
            <th scope="col">改为</th>
            <th scope="col">结论</th>
            <th scope="col">参加表决</th>
            {hasApproval ? <th scope="col">同意</th> : null}
          </tr>
        </thead>
        <tbody>
          {cells.map(({ axis, value, outcome, isChanged, participants, approve }, index) => (
            <tr key={`${axis} ${value}`} className={isChanged ? styles.changed : undefined}>
              <th scope="row">{cells[index - 1]?.axis === axis ? '' : axis}</th>
              <td>{value}</td>
              <td>
                {outcome}
                {isChanged ? <span className={styles.mark}>结论改变</span> : null}
              </td>
              <td>{inWords(participants)}</td>
              {hasApproval ? <td>{inWords(approve)}</td> : null}
            </tr>
          ))}
        </tbody>
      </table>
      {others.total === 0 ? null : (
        <p className={`${styles.others} tabular`}>
          其余组合 {formatCount(others.total)} 种中 <b className={others.different > 0 ? styles.changed : undefined}>{formatCount(others.different)} 种</b>
          结论不同
        </p>
      )}
    </section>
  )
}
