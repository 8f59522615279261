import type { Activity } from '#shared/features/activity/contract.ts'
import type { DrawnSample, Sample } from '#shared/features/sample/contract.ts'
import { SampleMode, sampleModeNames } from '#shared/features/sample/rules.ts'
import { minutesOf } from '../../../ui/moments.ts'
import { formatCount } from '../../../ui/numbers.ts'
import { PrintedPage, Signatures } from '../../../ui/print/PrintedPage.tsx'
import { assertionName, digitGroups, inGroups, neededWords, titlesOf, unreadOf } from './sampleWords.ts'
import styles from './sample.module.css'

const signers = ['主持人', '掷骰人', '监票人', '记录人']

interface PaperProps<S> {
  readonly activity: Activity
  readonly sample: S
}

/** The sheet read out before throwing the dice: the list's digest and the 核验码, with space for the digits. */
export function ListPaper({ activity, sample }: PaperProps<Sample>) {
  const { mode, risk, number, digest, checkCode, count, withoutPaper, items, openedAt, openedBy } = sample
  const title = titlesOf(activity.topics)
  return (
    <PrintedPage
      title={activity.title}
      kind="抽样清单"
      facts={[
        { name: '小区', value: activity.estateName },
        { name: '方式', value: `${sampleModeNames[mode]}（第${number}次）` },
        { name: '锁定时间', value: minutesOf(openedAt) },
        { name: '锁定人', value: openedBy },
        { name: '清单', value: `${formatCount(count)} 票${mode === SampleMode.papers ? `，没有选票的 ${formatCount(withoutPaper)} 票不在清单内` : ''}` },
        { name: '风险', value: `不超过 ${risk}%` },
        { name: '首次抽取', value: neededWords(sample) ?? '结论过于接近，抽查不能确认', isWide: true },
      ]}
    >
      <section className={styles.paperDigest}>
        <p>清单摘要（掷骰前宣读）</p>
        <p className={styles.paperCode}>
          {inGroups(digest).map((group) => (
            <span key={group}>{group}</span>
          ))}
        </p>
        <p>核验码（掷骰前宣读）</p>
        <p className={styles.paperCode}>
          <span>{checkCode}</span>
        </p>
      </section>
      <table>
        <thead>
          <tr>
            <th>议题</th>
            <th>记录的结论</th>
            <th>要核对的</th>
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <tr key={`${item.topicId} ${item.optionId}`}>
              <td>{title(item)}</td>
              <td>{item.outcome}</td>
              <td>{item.assertions.map(assertionName).join('；')}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className={styles.paperDigits}>随机数字（当众掷骰，20至40位）：{sample.digits === '' ? <i /> : <b>{digitGroups(sample.digits)}</b>}</p>
      <Signatures names={signers} />
    </PrintedPage>
  )
}

/** The papers to fetch, or owners to ask, in order of receipt. */
export function FetchPaper({ activity, sample }: PaperProps<DrawnSample>) {
  const { mode, number, digits, fetch } = sample
  const unread = unreadOf(sample)
  const isOfPapers = mode === SampleMode.papers
  return (
    <PrintedPage
      title={activity.title}
      kind={isOfPapers ? '取票单' : '回访单'}
      facts={[
        { name: '小区', value: activity.estateName },
        { name: '抽样', value: `第${number}次，${sampleModeNames[mode]}` },
        { name: '随机数字', value: digitGroups(digits), isWide: true },
        { name: '本单', value: `${formatCount(unread.length)} 票待核对，抽出共 ${formatCount(fetch.length)} 票`, isWide: true },
      ]}
    >
      <table className={styles.paperFetch}>
        <thead>
          <tr>
            <th className="printed-page-number">序号</th>
            {isOfPapers ? <th>选票编号</th> : null}
            <th>房屋</th>
            <th>收到日期</th>
            <th>{isOfPapers ? '取出' : '回访结果'}</th>
            <th>备注</th>
          </tr>
        </thead>
        <tbody>
          {unread.map(({ recordId, code, place, receivedAt }, index) => (
            <tr key={recordId}>
              <td className="printed-page-number">{formatCount(index + 1)}</td>
              {isOfPapers ? <td>{code}</td> : null}
              <td>{place}</td>
              <td>{receivedAt === null ? '—' : minutesOf(receivedAt).slice(0, 10)}</td>
              <td>{isOfPapers ? '□' : '□投过 □没有投过 □未联系上'}</td>
              <td />
            </tr>
          ))}
        </tbody>
      </table>
      <Signatures names={isOfPapers ? ['取票人', '核对人'] : ['回访人', '复核人']} />
    </PrintedPage>
  )
}
