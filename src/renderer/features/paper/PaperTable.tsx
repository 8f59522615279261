import { Button } from 'antd'
import { useMemo, useState } from 'react'
import type { Activity } from '#shared/features/activity/contract.ts'
import { whyNot } from '#shared/features/activity/refusals.ts'
import { BallotState } from '#shared/features/ballot/rules.ts'
import type { ListedPaper } from '#shared/features/paper/contract.ts'
import { isAllowedIn, paperActNames, PaperState, paperStateNames, type PaperAct } from '#shared/features/paper/rules.ts'
import { Allowed } from '../../app-context/Allowed.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { PageTable } from '../../ui/PageTable.tsx'
import { ReasonedButton } from '../../ui/ReasonedButton.tsx'
import type { Selection } from '../../ui/useSelection.ts'
import { paperColumns } from './paperColumns.tsx'
import type { PaperActs } from './usePaperActs.ts'
import { TABLE, type PaperPage } from './usePaperPage.ts'

interface PaperTableProps {
  readonly activity: Activity
  readonly page: PaperPage
  readonly selection: Selection<ListedPaper>
  readonly acts: PaperActs
  readonly onIssue: () => void
  readonly onPrint: (codes: readonly string[]) => void
}

const stepOf = { out: 'handOutPapers', receive: 'receivePapers', spoil: 'spoilPapers', replace: 'replacePaper' } as const

/** Why something cannot be registered of papers now, in words; null where it can. */
function refusalOf({ status }: Activity, act: PaperAct, papers: readonly ListedPaper[]): string | null {
  if (papers.length === 0) return '请先勾选选票'
  const wrong = papers.find(({ state }) => !isAllowedIn(act, state))
  if (wrong) return `选票 ${wrong.code} ${paperStateNames[wrong.state]}，不能登记${paperActNames[act]}`
  const isEnding = act === 'spoil' || act === 'replace'
  const voted = isEnding ? papers.find(({ ballotState }) => ballotState === BallotState.voted) : undefined
  return voted ? `选票 ${voted.code} 的票权已投票，请先作废该投票` : whyNot(status, stepOf[act])
}

/** Why papers cannot be printed again, in words; null where they can. */
function printRefusal({ status }: Activity, papers: readonly ListedPaper[]): string | null {
  if (papers.length === 0) return '请先勾选选票'
  const ended = papers.find(({ state }) => state === PaperState.received || state === PaperState.spoiled)
  return ended ? `选票 ${ended.code} ${paperStateNames[ended.state]}，不能再打印` : whyNot(status, 'issuePapers')
}

/** The papers with what has become of them, and what can be done with one or many of them. */
export function PaperTable({ activity, page, selection, acts, onIssue, onPrint }: PaperTableProps) {
  const { query, paging, isFiltered, showAll } = page
  const chosen = selection.rows
  const [now] = useState(() => Date.now())
  const columns = useMemo(() => paperColumns(now), [now])
  const issueRefusal = whyNot(activity.status, 'issuePapers')
  return (
    <PageTable
      name={TABLE}
      label="选票列表"
      columns={columns}
      query={query}
      paging={paging}
      rowKey={({ code }) => code}
      rowName={({ code }) => code}
      selection={selection}
      actionsWidth={112}
      actions={(paper) => <RowActions activity={activity} paper={paper} acts={acts} />}
      toolbar={
        <Allowed call="paper.out">
          <ReasonedButton reason={refusalOf(activity, 'out', chosen)} loading={acts.isActing} onClick={() => acts.out(chosen)}>
            登记发出
          </ReasonedButton>
          <ReasonedButton reason={refusalOf(activity, 'receive', chosen)} loading={acts.isActing} onClick={() => acts.receive(chosen)}>
            登记收回
          </ReasonedButton>
          <ReasonedButton reason={printRefusal(activity, chosen)} onClick={() => onPrint(chosen.map(({ code }) => code))}>
            打印
          </ReasonedButton>
          <ReasonedButton danger reason={refusalOf(activity, 'spoil', chosen)} onClick={() => acts.spoil(chosen)}>
            作废选票
          </ReasonedButton>
        </Allowed>
      }
      empty={
        isFiltered ? (
          <EmptyState text="没有符合条件的选票" action={<Button onClick={showAll}>查看全部选票</Button>} />
        ) : issueRefusal === null ? (
          <EmptyState
            text="还没有印制选票。选择楼栋单元印制后，再打印、发出"
            action={
              <Allowed call="paper.issue">
                <Button type="primary" onClick={onIssue}>
                  印制选票
                </Button>
              </Allowed>
            }
          />
        ) : (
          <EmptyState text={`没有选票：${issueRefusal}`} />
        )
      }
    />
  )
}

function RowActions({ activity, paper, acts }: Pick<PaperTableProps, 'activity' | 'acts'> & { readonly paper: ListedPaper }) {
  return (
    <div className="row-actions">
      <Allowed call="paper.replace">
        <ReasonedButton
          type="link"
          size="small"
          reason={refusalOf(activity, 'replace', [paper])}
          aria-label={`换发 ${paper.code}`}
          onClick={() => acts.replace(paper)}
        >
          换发
        </ReasonedButton>
      </Allowed>
      <Allowed call="paper.spoil">
        <ReasonedButton
          type="link"
          size="small"
          danger
          reason={refusalOf(activity, 'spoil', [paper])}
          aria-label={`作废 ${paper.code}`}
          onClick={() => acts.spoil([paper])}
        >
          作废
        </ReasonedButton>
      </Allowed>
    </div>
  )
}
