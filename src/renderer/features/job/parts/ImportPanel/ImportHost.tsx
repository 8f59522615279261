import { Alert } from 'antd'
import { sentenceFor } from '#shared/contract/refusals.ts'
import { type ReactNode, useSyncExternalStore } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Act } from '../../../../app-context/Act.tsx'
import { useToasts } from '../../../../bridge/toasts.tsx'
import { useQuestions } from '../../../../ui/question.tsx'
import { useLive } from '../../../../app-context/tab.ts'
import { successInWords } from './EndSteps.tsx'
import { ImportPanel } from './ImportPanel.tsx'
import type { ImportSource, ImportEndpoint } from './importSource.ts'
import { percentOf, stageInWords } from './importWords.ts'
import type { Imported, ImportState, ImportEffects } from './importState.ts'
import { type ImportWork, createImportWork } from './importWork.ts'
import { useRememberedColumns } from './useRememberedColumns.ts'
import { useFileDrop } from './useFileDrop.ts'
import { readDroppedWorkbook, type Dropped } from './workbookFile.ts'
import styles from './importPanel.module.css'
import type { AnswerOf, InputOf } from '#shared/contract/index.ts'
import { askServer, failureOf } from '../../../../bridge/bridge.ts'
import { sentenceOf } from '../../../../bridge/failure.ts'

interface ImportHostProps {
  /** Null while the import's target is unknown; then the panel does not open and drops are ignored. */
  readonly source: ImportSource | null
  readonly isOpen: boolean
  readonly onOpen: () => void
  readonly onClose: () => void
  /** Shows the imported data; the panel is already closed. */
  readonly onSee: () => void
  /** False while a dialog is open over the screen. */
  readonly takesDrops: boolean
  /** The screen beneath the panel; it keeps its state. */
  readonly children: ReactNode
}

/**
 * A screen with an import panel on top.
 *
 * Dropping a file anywhere opens the panel. It covers the screen but not the frame: other tabs can be used during an import, and
 * the screen shows its progress when the panel is closed.
 */
export function ImportHost({ source, isOpen, takesDrops, children, ...handlers }: ImportHostProps) {
  return (
    <div className={styles.host} data-testid="import-host">
      {source ? <Importer source={source} isOpen={isOpen} takesDrops={takesDrops} {...handlers} /> : null}
      <div hidden={isOpen && source !== null}>{children}</div>
    </div>
  )
}

interface ImporterProps extends Omit<ImportHostProps, 'source' | 'children'> {
  readonly source: ImportSource
}

function Importer({ source, isOpen, onOpen, onClose, onSee, takesDrops }: ImporterProps) {
  const { work, state } = useImportWork(source)
  const isLive = useLive()
  const { isAsking } = useQuestions()
  const toasts = useToasts()
  const take = async (dropped: Dropped) => {
    if (state.step === 'write') {
      toasts.info('正在导入，请等它完成后再拖入文件')
      return
    }
    const taken = await readDroppedWorkbook(dropped)
    onOpen()
    if ('refusal' in taken) work.refuse(taken.refusal)
    else await work.check(taken.file)
  }
  const isDragged = useFileDrop(isLive && takesDrops && !isAsking, (dropped) => void take(dropped))
  const close = () => {
    if (isOver(state)) work.reset()
    onClose()
  }
  const see = () => {
    close()
    onSee()
  }
  return (
    <>
      {isOpen ? (
        <ImportPanel source={source} work={work} state={state} onClose={close} onSee={see} />
      ) : (
        <ImportNotice work={work} state={state} onOpen={onOpen} />
      )}
      {isDragged ? (
        <div className={styles.overlay} role="status">
          松开鼠标，导入到“{source.labels.target}”
        </div>
      ) : null}
    </>
  )
}

/** True if nothing needs to be kept when the panel closes. */
function isOver({ step }: ImportState): boolean {
  return step === 'choose' || step === 'checked' || step === 'done' || step === 'cancelled' || step === 'failed' || step === 'columns'
}

/** Progress or outcome of an import whose panel is closed. */
function ImportNotice({ work, state, onOpen }: { readonly work: ImportWork; readonly state: ImportState; readonly onOpen: () => void }) {
  const notice = noticeOf(state)
  if (notice === null) return null
  return (
    <Alert
      className={styles.notice}
      type={notice.type}
      showIcon
      title={notice.text}
      action={<Act text="查看" size="small" onClick={onOpen} />}
      closable={isOver(state) ? { 'aria-label': '关闭', onClose: work.reset } : false}
    />
  )
}

function noticeOf(state: ImportState): { readonly type: 'info' | 'success' | 'error' | 'warning'; readonly text: string } | null {
  switch (state.step) {
    case 'choose':
      return null
    case 'checked':
      return { type: 'info', text: `${state.file.name} 已核对，还没有导入` }
    case 'check':
      return { type: 'info', text: `正在核对 ${state.file.name}` }
    case 'write':
      return { type: 'info', text: `正在导入 ${state.file.name}${state.progress ? `：${percentOf(state.progress)} %，${stageInWords(state.progress)}` : ''}` }
    case 'done':
      return { type: 'success', text: `${state.file.name} ${successInWords(state.result)}` }
    case 'wrongRows':
      return { type: 'error', text: `${state.file.name} 有 ${state.refusal.errorCount} 处错误，未写入任何数据` }
    case 'columns':
      return { type: 'warning', text: `${state.file.name} 没有导入：${state.sentence}` }
    case 'failed':
      return { type: 'error', text: `${state.file.name} 没有导入：${state.sentence}` }
    case 'cancelled':
      return { type: 'info', text: `${state.file.name} ${sentenceFor('job.cancelled')}` }
    case 'unknown':
      return { type: 'warning', text: `${state.file.name} 的导入结果未知：与服务器的连接中断` }
  }
}

/**
 * The import of a source, with its state.
 *
 * Stored in the query cache: another screen of the same source finds it, and a logout, which clears the cache, removes it with
 * its file.
 */
function useImportWork<N extends ImportEndpoint>({
  endpoint,
  fields,
  refreshes,
  choice,
}: Pick<ImportSource<N>, 'endpoint' | 'fields' | 'refreshes' | 'choice'>): {
  readonly work: ImportWork
  readonly state: ImportState
} {
  const cache = useQueryClient()
  const effects = (): ImportEffects => ({
    ...serverEffects,
    send: async ({ name, bytes, mapping = {}, corrections = [], isChosen = false }, options) => {
      // ImportEndpoint contains only endpoints with this input and answer.
      const answer: AnswerOf<N> = await askServer(endpoint, {
        body: { ...fields, ...(isChosen ? choice?.fields : {}), ...options, mapping: JSON.stringify(mapping), corrections },
        file: { name, bytes },
      } as unknown as InputOf<N>)
      return answer as Imported
    },
    written: () => {
      for (const stale of refreshes) void cache.invalidateQueries({ queryKey: [stale] })
    },
  })
  const create = () => createImportWork(effects())
  const { data: work } = useQuery<ImportWork>({
    queryKey: ['import.work', endpoint, fields],
    queryFn: create,
    initialData: create,
    // Nothing to fetch: created once and kept.
    enabled: false,
    staleTime: 'static',
    gcTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  })
  const state = useSyncExternalStore(work.subscribe, work.state)
  useRememberedColumns(endpoint, work, state)
  return { work, state }
}

const serverEffects = {
  progress: (jobId: string) => askServer('job.progress', { query: { jobId } }),
  cancel: (jobId: string) => askServer('job.cancel', { body: { jobId } }),
  failureOf,
  sentenceOf,
  newJobId: () => crypto.randomUUID(),
  wait: (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds)),
} as const
