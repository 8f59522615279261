import { useState, type ReactNode } from 'react'
import { comparisonNamedFields } from '#shared/features/checkup/sheet.ts'
import type { Finding } from '#shared/features/checkup/contract.ts'
import { Act } from '../../app-context/Act.tsx'
import { useCurrentUser } from '../../app-context/currentUser.ts'
import { useLive } from '../../app-context/tab.ts'
import { useEndpoint } from '../../bridge/useEndpoint.ts'
import { FailureState } from '../../ui/FailureState.tsx'
import { PageFrame } from '../../app-context/PageFrame.tsx'
import { formatCount } from '../../ui/numbers.ts'
import { useQuestions } from '../../ui/question.tsx'
import { ColumnsDialog } from '../job/parts/ColumnsDialog/ColumnsDialog.tsx'
import { ExportButton } from '../job/parts/ExportButton.tsx'
import { useFileDrop } from '../job/parts/ImportPanel/useFileDrop.ts'
import { CheckupBody, CheckupWaiting } from './CheckupBody.tsx'
import { type CheckedSubject, checkupReads } from './checkupReads.ts'
import type { FindingActions } from './FindingCard.tsx'
import { useComparison } from './useComparison.ts'
import styles from './checkup.module.css'
import { checkRuleNames, checkupLimits, dismissReasons } from '#shared/features/checkup/rules.ts'
import { useSend } from '../../bridge/useSend.ts'
import { dismissName } from './findingWords.ts'

interface CheckupPageProps {
  readonly subject: CheckedSubject
  /** The estate's name or activity's title. */
  readonly of: string
  readonly filters?: ReactNode
  readonly acts: Pick<FindingActions, 'onEdit' | 'onMerge' | 'notNow'>
  /** Dialogs over the page; files are not accepted while one is open. */
  readonly dialogs: ReactNode
  readonly isDialogOpen: boolean
  /** Shown if there are no properties yet. */
  readonly empty: ReactNode
}

/** 名册体检 of an estate or roster: the findings, and their remedies. */
export function CheckupPage({ subject, of, filters, acts, dialogs, isDialogOpen, empty }: CheckupPageProps) {
  const query = useEndpoint('checkup.get', { query: subject })
  const comparison = useComparison(subject)
  const { nickName } = useCurrentUser()
  const isLive = useLive()
  const { isAsking } = useQuestions()
  const [now] = useState(() => Date.now())
  const dismissing = useDismissal(subject, (finding, reason) =>
    comparison.replace({ ...finding, dismissed: reason === null ? null : { by: nickName, at: now, reason } }),
  )
  const isDragged = useFileDrop(isLive && !isDialogOpen && !isAsking && comparison.asked === null, (dropped) => void comparison.take(dropped))
  const actions: FindingActions = {
    ...acts,
    onDismiss: dismissing.dismiss,
    onDismissMany: dismissing.dismissMany,
    onTakeBack: (finding) => void dismissing.takeBack(finding),
  }
  const { data, error } = query
  const { asked } = comparison
  return (
    <PageFrame
      filters={filters}
      actions={
        <>
          <Act text="与其他名册对照" loading={comparison.isComparing} onClick={() => void comparison.choose()} />
          <ExportButton
            endpoint="checkup.sheet"
            query={subject}
            name="名册体检"
            of={of}
            isPersonal
            count={data?.findings.length === 0 ? 0 : undefined}
            extent="保存全部体检结果，一套房产一行，已处理的也在内。"
            label="保存为 Excel"
          />
          <Act text="重新体检" type="primary" loading={query.isFetching} onClick={() => void query.refetch()} />
        </>
      }
    >
      {data ? (
        data.rowCount === 0 ? (
          empty
        ) : (
          <CheckupBody checkup={data} compared={comparison.compared} actions={actions} onForgetCompared={comparison.forget} />
        )
      ) : error ? (
        <FailureState sentence={error.message} onRetry={() => void query.refetch()} />
      ) : (
        <CheckupWaiting />
      )}
      <ColumnsDialog
        title="指明对照表的列"
        isOpen={asked !== null}
        note={`没有认出“${asked?.file.name ?? ''}”中写位置的列。请指明哪一列是什么；没有的留空。至少要有房屋坐落，或者楼栋和房号。`}
        sheet={{
          headers: asked?.headers ?? [],
          fields: comparisonNamedFields,
          hints: { place: '一列里写着整个位置的，选这一列；分列写的，选下面的楼栋、单元、房号' },
        }}
        submitText="开始对照"
        onSubmit={(mapping) => (asked ? comparison.check(asked.file, mapping) : Promise.resolve(false))}
        onClose={comparison.stopAsking}
      />
      {dialogs}
      {isDragged ? (
        <div className={styles.overlay} role="status">
          松开鼠标，与“{of}”的名册对照
        </div>
      ) : null}
    </PageFrame>
  )
}

/** Dismisses findings with a reason, or undoes it. Calls `onDone` for each. */
function useDismissal(subject: CheckedSubject, onDone: (finding: Finding, reason: string | null) => void) {
  const { ask } = useQuestions()
  const dismiss = useSend('checkup.dismiss', { refreshes: checkupReads, success: '已记录' })
  const dismissMany = useSend('checkup.dismissMany', { refreshes: checkupReads, success: '已记录' })
  const takeBack = useSend('checkup.undismiss', { refreshes: checkupReads, success: '已撤回标记' })
  return {
    dismiss: (finding: Finding) =>
      ask({
        title: `标记“${checkRuleNames[finding.rule]}”这一项为“${dismissName(finding)}”吗?`,
        detail: '登记内容不会改动；谁在什么时候、为什么标记，记入操作日志。有关的登记内容以后变了，这一项会重新出现。',
        confirmText: dismissName(finding),
        reason: { ...checkupLimits.dismissReason, ready: dismissReasons },
        onConfirm: async (reason) => {
          if ((await dismiss.send({ body: { ...subject, findingId: finding.id, reason } })).ok) onDone(finding, reason)
        },
      }),
    dismissMany: (findings: readonly Finding[]) =>
      ask({
        title: `把列出的 ${formatCount(findings.length)} 项都标记为“已核对”吗?`,
        detail: `请确认每一项都看过。谁在什么时候、为什么标记，每项一条记入操作日志；可以逐项撤回。有关的登记内容以后变了，会重新出现。`,
        confirmText: '全部已核对',
        reason: { ...checkupLimits.dismissReason, ready: dismissReasons },
        onConfirm: async (reason) => {
          const { ok } = await dismissMany.send({ body: { ...subject, findingIds: findings.map(({ id }) => id), reason } })
          if (ok) for (const finding of findings) onDone(finding, reason)
        },
      }),
    takeBack: async (finding: Finding) => {
      if ((await takeBack.send({ body: { ...subject, findingId: finding.id } })).ok) onDone(finding, null)
    },
  }
}
