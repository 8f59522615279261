import { DownOutlined, UpOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import type { Activity } from '#shared/features/activity/contract.ts'
import type { CountingRule } from '#shared/features/activity/rules.ts'
import type { Statistics, Conclusion, DeliveryOutcomes } from '#shared/features/result/contract.ts'
import { majorityOf, missingTo, missingToQuorum, NO_SHARE, plus } from '#shared/features/result/rules.ts'
import { Act } from '../../app-context/Act.tsx'
import { TableHead } from '../../ui/TableHead.tsx'
import { majorityFractions, quorumFractions, type Fraction } from '../activity/parts/fractions/fractions.ts'
import { FractionList } from '../activity/parts/fractions/FractionList.tsx'
import { judgedOf, type Judged } from '../activity/parts/judged.ts'
import { formatArea, formatCount } from '../../ui/numbers.ts'
import { missingWords } from '../activity/parts/turnout/quorum.ts'
import { ElectionPanel } from './ElectionPanel.tsx'
import { classKinds, formatRate, meaningOf, outcomeInWords, outcomeLooks } from './figures.ts'
import { countedDelivered, segmentKinds, wholeOf } from './segments.ts'
import { ShareBars } from './ShareBars.tsx'
import styles from './result.module.css'

interface SheetProps {
  readonly activity: Activity
  readonly statistics: Statistics
  /** Before the end there is no verdict, only the current standing: in grey, with different words. */
  readonly isFinished: boolean
}

/** The verdicts in agenda order, one expandable row each; an election with its candidates in order. */
export function VerdictSheet({ activity, statistics, isFinished }: SheetProps) {
  const ids = statistics.topics.flatMap((topic) => (topic.election === null ? judgedOf({ topics: [topic] }).map(({ id }) => id) : [topic.id]))
  // A single row is expanded.
  const [opened, setOpened] = useState<ReadonlySet<string>>(() => new Set(ids.length === 1 ? ids : []))
  const isAllOpen = ids.every((id) => opened.has(id))
  const toggle = (id: string) => setOpened(opened.has(id) ? new Set([...opened].filter((each) => each !== id)) : new Set([...opened, id]))
  return (
    <section className={styles.sheet} aria-label="表决结论">
      {ids.length > 1 ? (
        <p className={styles.foldAll}>
          <Act text={isAllOpen ? '全部收起' : '全部展开'} type="link" onClick={() => setOpened(new Set(isAllOpen ? [] : ids))} />
        </p>
      ) : null}
      {statistics.topics.map((topic) => {
        const judgedOnes = judgedOf({ topics: [topic] }, activity.topics)
        if (topic.election === null)
          return judgedOnes.map((judged) => (
            <VerdictRow
              key={judged.id}
              judged={judged}
              {...{ activity, statistics, isFinished }}
              isOpen={opened.has(judged.id)}
              onToggle={() => toggle(judged.id)}
            />
          ))
        return (
          <ElectionPanel key={topic.id} topic={topic} election={topic.election} activity={activity} isFinished={isFinished}>
            <FoldButton name={`${topic.sortNo}. ${topic.title}`} words="各候选人明细" isOpen={opened.has(topic.id)} onToggle={() => toggle(topic.id)} />
            {opened.has(topic.id)
              ? judgedOnes.map((judged) => <VerdictRow key={judged.id} judged={judged} {...{ activity, statistics, isFinished }} isOpen />)
              : null}
          </ElectionPanel>
        )
      })}
    </section>
  )
}

interface VerdictRowProps extends SheetProps {
  readonly judged: Judged
  readonly isOpen: boolean
  /** Absent if always expanded: on paper, and within an expanded election. */
  readonly onToggle?: () => void
  /** The paper is signed, so it contains nothing hypothetical. */
  readonly isOnPaper?: boolean
}

/** A conclusion: title, verdict, deciding figures and what is missing; expanded, all details. */
export function VerdictRow({ judged, activity, statistics, isFinished, isOpen, onToggle, isOnPaper = false }: VerdictRowProps) {
  const { title, conclusion } = judged
  const { outcome, strictOutcome } = conclusion
  const look = isFinished ? outcomeLooks[outcome] : 'open'
  const rule = activity.countingRule
  return (
    <article className={styles.verdictRow} aria-label={`${title} 的结论`}>
      <div className={styles.verdictHead}>
        <div>
          <h2 className={styles.verdictTitle} title={title}>
            {title}
          </h2>
          {[lackingWords(judged, statistics, rule), conclusion.note].map((words) =>
            words === '' ? null : (
              <p key={words} className={styles.lacking}>
                <WithWholeAreas words={words} />
              </p>
            ),
          )}
        </div>
        <div>
          <span className={`${styles.outcome} ${styles[look]}`} data-outcome={look}>
            {outcomeInWords(outcome, isFinished)}
          </span>
          {strictOutcome === outcome ? null : (
            <p className={styles.strict}>
              仅计收回票时：<span>{outcomeInWords(strictOutcome, isFinished)}</span>
            </p>
          )}
        </div>
        <FractionList fractions={isOpen ? allFractions(judged, statistics, rule) : decidingFractions(judged, statistics, rule)} label={`${title} 的依据`} />
        {onToggle ? <FoldButton name={title} words="明细" isOpen={isOpen} onToggle={onToggle} /> : null}
      </div>
      {isOpen ? <Details judged={judged} statistics={statistics} rule={rule} isFinished={isFinished} isOnPaper={isOnPaper} /> : null}
    </article>
  )
}

/** A line may break before ㎡; this keeps an area with its unit. */
function WithWholeAreas({ words }: { readonly words: string }) {
  return words.split(/([\d,.]+㎡)/).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <span key={index} className={styles.area}>
        {part}
      </span>
    ),
  )
}

function FoldButton({
  name,
  words,
  isOpen,
  onToggle,
}: {
  readonly name: string
  readonly words: string
  readonly isOpen: boolean
  readonly onToggle: () => void
}) {
  return (
    <Button
      type="link"
      className={styles.fold}
      aria-expanded={isOpen}
      aria-label={`${name} ${words}`}
      icon={isOpen ? <UpOutlined /> : <DownOutlined />}
      onClick={onToggle}
    >
      {words}
    </Button>
  )
}

const allFractions = (judged: Judged, statistics: Statistics, rule: CountingRule): Fraction[] => [
  ...quorumFractions(judged.conclusion.participants, wholeOf(statistics), rule),
  ...majorityOfJudged(judged, rule),
]
const majorityOfJudged = ({ conclusion, lawItem }: Judged, rule: CountingRule): Fraction[] =>
  majorityFractions(conclusion.approve, conclusion.participants, { rule, lawItem })

/** The deciding inequalities: the quorum's if missed, else the majority's. */
function decidingFractions(judged: Judged, statistics: Statistics, rule: CountingRule): Fraction[] {
  const isOfQuorum = rule !== 6 && !judged.conclusion.isQuorumMet
  return isOfQuorum ? quorumFractions(judged.conclusion.participants, wholeOf(statistics), rule) : majorityOfJudged(judged, rule)
}

/** What is missing to the quorum, or to the majority of participants; `''` if nothing. */
function lackingWords({ conclusion, lawItem }: Judged, statistics: Statistics, rule: CountingRule): string {
  const { approve, participants, isQuorumMet } = conclusion
  if (rule === 6) return ''
  if (!isQuorumMet) return missingWords(missingToQuorum(participants, wholeOf(statistics)))
  const majority = majorityOf({ rule, lawItem })
  const words = majority === null ? '' : missingWords(missingTo(majority, approve, participants))
  return words === '' ? '' : `同意${words}`
}

interface DetailsProps {
  readonly judged: Judged
  readonly statistics: Statistics
  readonly rule: CountingRule
  readonly isFinished: boolean
  readonly isOnPaper: boolean
}

/** The outcome's meaning and rule, what was counted besides votes, and all figures. */
function Details({ judged, statistics, rule, isFinished, isOnPaper }: DetailsProps) {
  const { title, conclusion } = judged
  const delivered = countedDelivered(judged, statistics, rule)
  return (
    <section className={styles.details} aria-label={title}>
      <p>{meaningOf(conclusion.outcome)}</p>
      <p>规则：{conclusion.rule}</p>
      {delivered === null ? null : (
        <p>
          其中登记为已送达、未反馈 {formatCount(delivered.count)} 人、{formatArea(delivered.areaHundredths)}㎡，计为{segmentKinds[delivered.as].name}
        </p>
      )}
      {isOnPaper ? null : <DeliveryBases conclusion={conclusion} title={title} isFinished={isFinished} />}
      <div className={styles.detailFigures}>
        <ShareBars judged={judged} statistics={statistics} rule={rule} />
        <ClassTable judged={judged} />
      </div>
    </section>
  )
}

/** The delivery bases and their labels. */
const bases = [
  ['registered', '登记为已送达'],
  ['accepted', '方式认可'],
  ['complete', '凭证齐全'],
] as const satisfies readonly (readonly [keyof DeliveryOutcomes, string])[]

interface DeliveryBasesProps {
  readonly conclusion: Conclusion
  readonly title: string
  readonly isFinished: boolean
}

/** The outcome by all deliveries, by those with an accepted method, and by complete ones; nothing if the activity lists no methods. */
function DeliveryBases({ conclusion: { deliveries, outcome }, title, isFinished }: DeliveryBasesProps) {
  if (deliveries === null) return null
  const isCounted = bases.some(([basis]) => deliveries[basis].count > 0)
  return (
    <section className={styles.deliveryBases} aria-label={`${title} 的送达口径`}>
      <p className={styles.deliveryBasesHead}>已送达未反馈的票按不同口径试算，供核对</p>
      {isCounted ? (
        <dl>
          {bases.map(([basis, name]) => (
            <div key={basis} className={deliveries[basis].outcome === outcome ? '' : styles.deliveryBasisChanged}>
              <dt>{name}</dt>
              <dd className="tabular">
                {formatCount(deliveries[basis].count)} 票 {formatArea(deliveries[basis].areaHundredths)}㎡
              </dd>
              <dd className={styles.deliveryBasisOutcome}>{outcomeInWords(deliveries[basis].outcome, isFinished)}</dd>
            </div>
          ))}
        </dl>
      ) : (
        <p className={styles.deliveryBasesNone}>没有已送达而未反馈的票，三种口径结论相同</p>
      )}
    </section>
  )
}

/** The five classes by heads and area, which add up to the whole. */
function ClassTable({ judged: { title, classes } }: { readonly judged: Judged }) {
  const total = classKinds.map(({ key }) => classes[key]).reduce(plus, NO_SHARE)
  return (
    <div>
      <table className={`${styles.judgedTable} tabular`} aria-label={`${title} 的统计`}>
        <TableHead columns={['意见', '人数', '占全体人数', '面积(㎡)', '占全体面积']} />
        <tbody>
          {classKinds.map(({ key, name, color }) => (
            <tr key={key}>
              <th scope="row">
                <span className={styles.judgedSwatch} style={{ background: color }} aria-hidden />
                {name}
              </th>
              <td>{formatCount(classes[key].count)}</td>
              <td>{formatRate(classes[key].countRate)}</td>
              <td>{formatArea(classes[key].areaHundredths)}</td>
              <td>{formatRate(classes[key].areaRate)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">合计</th>
            <td>{formatCount(total.count)}</td>
            <td>{formatRate(total.count === 0 ? 0 : 100)}</td>
            <td>{formatArea(total.areaHundredths)}</td>
            <td>{formatRate(total.areaHundredths === 0 ? 0 : 100)}</td>
          </tr>
        </tfoot>
      </table>
      {/* A voided ballot is not one that has voted: only with its note do the figures add up. */}
      {classes.invalid.count > 0 ? (
        <p className={styles.judgedNote}>无效：已投票但这一项没有选的，或投票作废后没有再投的。作废后没有再投的不算已投票，在图中归入“未参与”。</p>
      ) : null}
    </div>
  )
}
