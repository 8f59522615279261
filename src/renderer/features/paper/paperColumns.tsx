import { BallotState } from '#shared/features/ballot/rules.ts'
import type { ListedPaper } from '#shared/features/paper/contract.ts'
import { paperStateNames, PaperState } from '#shared/features/paper/rules.ts'
import { formatArea } from '../../ui/numbers.ts'
import { shortMoment } from '../../ui/moments.ts'
import type { PageColumn } from '../../ui/PageTable.tsx'
import { PaperStateTag } from './PaperStateTag.tsx'
import styles from './paper.module.css'

/** What has become of a paper's ballot, as far as its state does not say it. */
function outcomeOf({ state, ballotState, isLate, reason, newCode }: ListedPaper): string {
  if (state === PaperState.spoiled) return newCode === '' ? reason : `换发 ${newCode}，${reason}`
  if (ballotState === BallotState.voted) return state === PaperState.received ? '已录入' : '已用其他方式投票'
  if (isLate) return '逾期收回，不能录入'
  return state === PaperState.received ? '等待录入' : ''
}

/** @param now epoch ms: moments of the present year are told without it */
export const paperColumns = (now: number): readonly PageColumn<ListedPaper>[] => [
  {
    key: 'code',
    title: '选票编号',
    text: ({ code }) => code,
    cell: ({ code }) => <span className={styles.code}>{code}</span>,
    width: 100,
    isAlwaysShown: true,
  },
  {
    key: 'place',
    title: '房屋',
    text: ({ place, propertyCount }) => (propertyCount > 1 ? `${place} 等 ${propertyCount} 套` : place),
    width: 170,
    isStretched: true,
  },
  { key: 'ownerName', title: '产权人', text: ({ ownerName }) => ownerName, width: 107, share: 10 },
  { key: 'area', title: '面积(㎡)', text: ({ areaHundredths }) => formatArea(areaHundredths), kind: 'number', width: 92 },
  {
    key: 'state',
    title: '状态',
    text: ({ state }) => paperStateNames[state],
    cell: ({ state }) => <PaperStateTag state={state} />,
    width: 84,
    isAlwaysShown: true,
  },
  { key: 'outcome', title: '说明', text: outcomeOf, width: 140, share: 14 },
  { key: 'outAt', title: '发出时间', text: ({ outAt }) => momentIn(outAt, now), kind: 'time', width: 104 },
  { key: 'receivedAt', title: '收回时间', text: ({ receivedAt }) => momentIn(receivedAt, now), kind: 'time', width: 104 },
]

const momentIn = (moment: number | null, now: number): string => (moment === null ? '' : shortMoment(moment, now))
