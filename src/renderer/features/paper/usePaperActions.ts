import { useState } from 'react'
import type { ListedPaper } from '#shared/features/paper/contract.ts'
import { paperLimits, PaperState, replaceReasons, spoilReasons, type RegisteredState } from '#shared/features/paper/rules.ts'
import { useSend } from '../../bridge/useSend.ts'
import { useUndo } from '../../bridge/useUndo.ts'
import { formatCount } from '../../ui/numbers.ts'
import { useQuestions } from '../../ui/question.tsx'
import type { Selection } from '../../ui/useSelection.ts'
import { paperMakingReads, paperReads } from './paperReads.ts'

/** A replacement paper; shown until dismissed. */
export interface Replaced {
  readonly oldCode: string
  readonly newCode: string
  readonly place: string
  readonly ownerName: string
}

const named = ({ code, place, ownerName }: ListedPaper): string => `${code}（${place} ${ownerName}）`

/** Handing out, receiving, spoiling and replacing papers selected in the list. */
export function usePaperActions(activityId: string, selection: Selection<ListedPaper>, onReplaced: (replaced: Replaced) => void) {
  const { ask } = useQuestions()
  const counted = ({ papers }: { readonly papers: readonly unknown[] }) => `${formatCount(papers.length)} 份`
  const out = useSend('paper.out', { refreshes: paperReads })
  const receive = useSend('paper.receive', { refreshes: paperReads })
  const tell = useUndo('paper.takeBack', paperReads)
  const spoil = useSend('paper.spoil', { refreshes: paperMakingReads, success: (answer) => `已作废 ${counted(answer)}` })
  const replace = useSend('paper.replace', { refreshes: paperReads })
  const [isActing, setIsActing] = useState(false)
  const codesOf = (papers: readonly ListedPaper[]) => papers.map(({ code }) => code)
  const register = async (state: RegisteredState, papers: readonly ListedPaper[]) => {
    const codes = codesOf(papers)
    setIsActing(true)
    const sent = await (state === PaperState.out ? out : receive).send({ body: { activityId, codes } })
    setIsActing(false)
    if (!sent.ok) return
    selection.clear()
    const title = `已登记${state === PaperState.out ? '发出' : '收回'} ${counted(sent.value)}`
    tell({ title, detail: '', inverse: { body: { activityId, codes, state } } })
  }
  return {
    isActing,
    out: (papers: readonly ListedPaper[]) => void register(PaperState.out, papers),
    receive: (papers: readonly ListedPaper[]) => void register(PaperState.received, papers),
    spoil: (papers: readonly ListedPaper[]) => {
      const [first] = papers
      if (!first) return
      ask({
        title: papers.length === 1 ? `确认作废选票 ${first.code} 吗?` : `确认作废这 ${formatCount(papers.length)} 份选票吗?`,
        detail: `${named(first)}${papers.length > 1 ? ' 等' : ''}作废后不能恢复，编号不再使用；${papers.length > 1 ? '这些票' : '这一票'}可以重新生成选票。`,
        confirmText: '作废',
        isDangerous: true,
        reason: { ...paperLimits.reason, label: '作废原因', ready: spoilReasons },
        onConfirm: async (reason) => {
          if ((await spoil.send({ body: { activityId, codes: codesOf(papers), reason } })).ok) selection.clear()
        },
      })
    },
    replace: (paper: ListedPaper) =>
      ask({
        title: `确认换发选票 ${paper.code} 吗?`,
        detail: `${named(paper)}作废，同时生成一张新编号的选票；再扫到旧选票时会提示新编号。`,
        confirmText: '换发',
        reason: { ...paperLimits.reason, label: '换发原因', ready: replaceReasons },
        onConfirm: async (reason) => {
          const sent = await replace.send({ body: { activityId, code: paper.code, reason } })
          if (sent.ok) onReplaced({ oldCode: paper.code, newCode: sent.value.code, place: paper.place, ownerName: paper.ownerName })
        },
      }),
  }
}
export type PaperActions = ReturnType<typeof usePaperActions>
