import { useState, type ReactNode } from 'react'
import type { Activity } from '#shared/features/activity/contract.ts'
import { ActivityStatus } from '#shared/features/activity/rules.ts'
import type { ListedPaper } from '#shared/features/paper/contract.ts'
import { EmptyRoster } from '../activity/parts/EmptyRoster.tsx'
import { whyNot } from '../activity/parts/whyNot.ts'
import { Allowed } from '../../app-context/Allowed.tsx'
import { Act, LineAct } from '../../app-context/Act.tsx'
import { useMay } from '../../app-context/may.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { PageTable, type PageColumn } from '../../ui/PageTable.tsx'
import { ReasonedButton } from '../../ui/ReasonedButton.tsx'
import type { Selection } from '../../ui/useSelection.ts'
import { actionRefusalInWords, printInWords } from './paperRefusals.ts'
import type { PaperActions } from './usePaperActions.ts'
import { TABLE, type PaperPage } from './usePaperPage.ts'
import { BallotState } from '#shared/features/ballot/rules.ts'
import { paperStateNames, PaperState } from '#shared/features/paper/rules.ts'
import { formatArea } from '../../ui/numbers.ts'
import { shortMoment } from '../../ui/moments.ts'
import styles from './paper.module.css'
import { StateTag, type Tone } from '../../ui/StateTag.tsx'

interface PaperTableProps {
  readonly activity: Activity
  readonly filters: ReactNode
  readonly page: PaperPage
  readonly selection: Selection<ListedPaper>
  readonly actions: PaperActions
  readonly onIssue: () => void
  readonly onPrint: (codes: readonly string[]) => void
}

/** The papers with their state, and actions on one or several. */
export function PaperTable({ activity, filters, page, selection, actions, onIssue, onPrint }: PaperTableProps) {
  const { query, paging, everyRow, isFiltered, showAll } = page
  const chosen = selection.rows
  // Handing out, receiving, replacing and spoiling require the same role.
  const mayAct = useMay('paper.out')
  const [now] = useState(() => Date.now())
  const columns = paperColumns(now)
  const issueRefusal = whyNot(activity.status, 'issuePapers')
  return (
    <PageTable
      name={TABLE}
      label="选票列表"
      columns={columns}
      filters={filters}
      query={query}
      paging={paging}
      rowKey={({ code }) => code}
      rowName={({ code }) => code}
      selection={mayAct ? selection : undefined}
      everyRow={everyRow}
      actionsWidth={112}
      actions={mayAct ? (paper) => <RowActions activity={activity} paper={paper} actions={actions} /> : undefined}
      toolbar={
        <Allowed call="paper.out">
          <ReasonedButton reason={actionRefusalInWords(activity.status, 'out', chosen)} loading={actions.isActing} onClick={() => actions.out(chosen)}>
            登记发出
          </ReasonedButton>
          <ReasonedButton reason={actionRefusalInWords(activity.status, 'receive', chosen)} loading={actions.isActing} onClick={() => actions.receive(chosen)}>
            登记收回
          </ReasonedButton>
          <ReasonedButton reason={printInWords(activity.status, chosen)} onClick={() => onPrint(chosen.map(({ code }) => code))}>
            打印
          </ReasonedButton>
          <ReasonedButton danger reason={actionRefusalInWords(activity.status, 'spoil', chosen)} onClick={() => actions.spoil(chosen)}>
            作废选票
          </ReasonedButton>
        </Allowed>
      }
      empty={
        isFiltered ? (
          <EmptyState text="没有符合条件的选票" action={<Act text="查看全部选票" onClick={showAll} />} />
        ) : activity.status === ActivityStatus.notStarted && page.balance.data?.unissued === 0 ? (
          <EmptyRoster activity={activity} />
        ) : issueRefusal === null ? (
          <EmptyState
            text="还没有生成选票。选择楼栋单元生成后，再打印、发出"
            action={<Act call="paper.issue" text="生成选票" type="primary" onClick={onIssue} />}
          />
        ) : (
          <EmptyState text={`没有选票：${issueRefusal}`} />
        )
      }
    />
  )
}

function RowActions({ activity, paper, actions }: Pick<PaperTableProps, 'activity' | 'actions'> & { readonly paper: ListedPaper }) {
  return (
    <div className="row-actions">
      <LineAct
        call="paper.replace"
        text="换发"
        reason={actionRefusalInWords(activity.status, 'replace', [paper])}
        of={paper.code}
        onClick={() => actions.replace(paper)}
      />
      <LineAct
        call="paper.spoil"
        text="作废"
        danger
        reason={actionRefusalInWords(activity.status, 'spoil', [paper])}
        of={paper.code}
        onClick={() => actions.spoil([paper])}
      />
    </div>
  )
}

/** What happened to a paper's ballot, beyond the paper's state. */
function outcomeOf({ state, ballotState, isLate, reason, newCode }: ListedPaper): string {
  if (state === PaperState.spoiled) return newCode === '' ? reason : `换发 ${newCode}，${reason}`
  if (ballotState === BallotState.voted) return state === PaperState.received ? '已录入' : '已用其他方式投票'
  if (isLate) return '逾期收回，不能录入'
  return state === PaperState.received ? '等待录入' : ''
}

/** @param now epoch ms: times in the current year are shown without it */
const paperColumns = (now: number): readonly PageColumn<ListedPaper>[] => [
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
  { key: 'ownerName', title: '产权人', text: ({ ownerName }) => ownerName, width: 97, share: 9 },
  { key: 'area', title: '面积(㎡)', text: ({ areaHundredths }) => formatArea(areaHundredths), kind: 'number', width: 92, givesWay: 2 },
  {
    key: 'state',
    title: '状态',
    text: ({ state }) => paperStateNames[state],
    cell: ({ state }) => <PaperStateTag state={state} />,
    width: 84,
    isAlwaysShown: true,
  },
  { key: 'outcome', title: '说明', text: outcomeOf, width: 120, share: 14 },
  { key: 'outAt', title: '发出时间', text: ({ outAt }) => momentIn(outAt, now), kind: 'time', width: 94, givesWay: 1 },
  { key: 'receivedAt', title: '收回时间', text: ({ receivedAt }) => momentIn(receivedAt, now), kind: 'time', width: 94, givesWay: 3 },
]

const momentIn = (moment: number | null, now: number): string => (moment === null ? '' : shortMoment(moment, now))

const tones: Readonly<Record<PaperState, Tone>> = { 0: 'grey', 1: 'orange', 2: 'blue', 3: 'red' }

/** A paper's state as a coloured tag. */
function PaperStateTag({ state }: { readonly state: PaperState }) {
  return <StateTag tone={tones[state]}>{paperStateNames[state]}</StateTag>
}
