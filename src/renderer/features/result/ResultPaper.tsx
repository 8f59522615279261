import { Fragment } from 'react'
import type { Activity } from '#shared/features/activity/contract.ts'
import { ActivityStatus, statusName } from '#shared/features/activity/rules.ts'
import { CODE_ON_PAPER } from '#shared/features/journal/checkpoint.ts'
import type { Statistics } from '#shared/features/result/contract.ts'
import { pathInWords } from '#shared/place/placeText.ts'
import { rateInWords } from '../activity/parts/fractions/fractions.ts'
import { judgedOf, type Judged } from '../activity/parts/judged.ts'
import { minutesOf } from '../../ui/moments.ts'
import { formatArea, formatCount } from '../../ui/numbers.ts'
import { PrintedPage, Signatures } from '../../ui/print/PrintedPage.tsx'
import { ruleName } from '../activity/parts/countingRules.ts'
import { ElectionPanel } from './ElectionPanel.tsx'
import { VerdictRow } from './VerdictSheet.tsx'
import styles from './result.module.css'

interface ResultPaperProps {
  readonly activity: Activity
  readonly statistics: Statistics
}

/** The signatories, as in the report (`workbooks.md` section 3). */
const signers = ['监票人', '唱票人', '计票人', '记录人', '业主代表', '居（村）委会代表']

/** The result as a document: the vote and its rules, each conclusion with its reasons, space for signatures and seal. */
export function ResultPaper({ activity, statistics }: ResultPaperProps) {
  const isFinished = activity.status === ActivityStatus.finished
  const judgedOnes = judgedOf(statistics, activity.topics)
  const { totalCount, totalAreaHundredths, votedCount, votedAreaHundredths } = statistics
  const scope = activity.scopePaths.length === 0 ? '全体业主' : activity.scopePaths.map(pathInWords).join('、')
  return (
    <PrintedPage
      title={activity.title}
      kind="表决结果"
      {...(isFinished ? {} : { mark: '过程稿，不作为表决结论' })}
      facts={[
        { name: '小区', value: activity.estateName },
        { name: '活动状态', value: statusName(activity.status) },
        { name: '表决时间', value: `${minutesOf(activity.startsAt)} 至 ${minutesOf(activity.endsAt)}`, isWide: true },
        { name: '表决范围', value: scope, isWide: true },
        { name: '计票规则', value: ruleName(activity.countingRule), isWide: true },
        ...(activity.ruleBasis === '' ? [] : [{ name: '规则依据', value: activity.ruleBasis, isWide: true }]),
        { name: '应参与', value: `${formatCount(totalCount)} 人，${formatArea(totalAreaHundredths)}㎡` },
        { name: '收回', value: `${formatCount(votedCount)} 人，${formatArea(votedAreaHundredths)}㎡` },
      ]}
    >
      <PublishedSentence judged={judgedOnes} statistics={statistics} />
      {statistics.topics.map((topic) => (
        <Fragment key={topic.id}>
          {topic.election === null ? null : <ElectionPanel topic={topic} election={topic.election} activity={activity} isFinished={isFinished} />}
          {judgedOf({ topics: [topic] }, activity.topics).map((judged) => (
            <VerdictRow key={judged.id} judged={judged} {...{ activity, statistics, isFinished }} isOpen isOnPaper />
          ))}
        </Fragment>
      ))}
      {statistics.checkCode === '' ? null : (
        <section className={styles.paperCode}>
          <p>
            核验码：<b>{statistics.checkCode}</b>
          </p>
          <p>{CODE_ON_PAPER}</p>
        </section>
      )}
      <Signatures names={signers} seal="业主委员会" />
    </PrintedPage>
  )
}

/** The sentence for publication (`workbooks.md` section 3); omitted if topics differ in their participants. */
function PublishedSentence({ judged, statistics }: { readonly judged: readonly Judged[]; readonly statistics: Statistics }) {
  const [first, ...others] = judged
  if (!first) return null
  const { participants, isQuorumMet } = first.conclusion
  const isCommon = others.every(
    ({ conclusion }) => conclusion.participants.count === participants.count && conclusion.participants.areaHundredths === participants.areaHundredths,
  )
  if (!isCommon) return null
  const { totalCount, totalAreaHundredths } = statistics
  return (
    <p className={styles.paperSentence}>
      本次表决应参与 {formatCount(totalCount)} 人 {formatArea(totalAreaHundredths)} ㎡，实际参与 {formatCount(participants.count)} 人（
      {rateInWords(participants.count, totalCount)}）{formatArea(participants.areaHundredths)} ㎡（
      {rateInWords(participants.areaHundredths, totalAreaHundredths)}），{isQuorumMet ? '符合' : '不符合'}《民法典》第二百七十八条关于参与表决的规定。
    </p>
  )
}
