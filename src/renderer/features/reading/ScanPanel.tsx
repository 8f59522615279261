import { RightOutlined } from '@ant-design/icons'
import { Alert } from 'antd'
import { useQueryClient } from '@tanstack/react-query'
import { useState, useSyncExternalStore, type ComponentType } from 'react'
import type { Outcome } from '#shared/bridge/outcome.ts'
import type { Activity } from '#shared/features/activity/contract.ts'
import { PAGE_BYTES, scanFileMessages } from '#shared/features/reading/pageRules.ts'
import { useTabState } from '../../app-context/tab.ts'
import { askServer, failureOf, runCommand } from '../../bridge/bridge.ts'
import { useUnsaved } from '../../ui/unsaved.ts'
import { ScanFiles } from './ScanFiles.tsx'
import { createScanJob, type ScanJob } from './scanJob.ts'
import { useEndpoint } from '../../bridge/useEndpoint.ts'
import { FailureState } from '../../ui/FailureState.tsx'
import { formatCount } from '../../ui/numbers.ts'
import { useLiveInterval } from '../../ui/useLiveInterval.ts'
import { ConfirmGallery } from './ConfirmGallery.tsx'
import { heaps, type HeapKey, type HeapViewProps } from './heaps.ts'
import { JudgePapers } from './JudgePapers.tsx'
import { UnassignedPages } from './UnassignedPages.tsx'
import styles from './scan.module.css'

/** The view of each heap. */
const views: Readonly<Record<HeapKey, ComponentType<HeapViewProps>>> = { confirmable: ConfirmGallery, open: JudgePapers, unassigned: UnassignedPages }

/** 扫描: reads pages from files and groups what waits for a person; an opened group replaces the panel. */
export function ScanPanel({ activity, job }: { readonly activity: Activity; readonly job: ScanJob }) {
  const [opened, setOpened] = useTabState<HeapKey | null>('reading.heap', null)
  const state = useSyncExternalStore(job.listen, job.state)
  if (opened !== null) {
    const View = views[opened]
    return <View activity={activity} onBack={() => setOpened(null)} />
  }
  return (
    <div className={styles.panel}>
      <Alert type="info" showIcon title="试用：扫描读数还没有用足够多的真实选票检验，请同时要求双人复录；扫描得到的内容须由人逐张确认，不会自动计票" />
      <ScanFiles job={job} state={state} />
      <Heaps activityId={activity.id} onOpen={setOpened} />
      <HeapNotes />
    </div>
  )
}

/** Explains which papers and pages go to which heap. */
function HeapNotes() {
  return (
    <ul className={styles.notes}>
      <li>扫描得到的内容只是读数，确认以后才是投票；不确认的，请在工作台录入。</li>
      <li>没有找到二维码、页面不完整的图片先留着，指明是哪张选票的哪一页以后，逐项由人判读。</li>
      <li>空白页、重复的页面和不是选票的图片请丢弃：图片里是业主的笔迹，不需要的不要留下。</li>
    </ul>
  )
}

/** Number of items in each heap; undefined while loading. */
function useHeapCounts(activityId: string) {
  const refetchInterval = useLiveInterval()
  const summary = useEndpoint('reading.summary', { query: { activityId } }, { refetchInterval })
  const waiting = useEndpoint('reading.pages', { query: { activityId, isWaiting: true, batchId: '', pageNo: 1, pageSize: 1 } }, { refetchInterval })
  const kept = useEndpoint('reading.pages', { query: { activityId, isWaiting: false, batchId: '', pageNo: 1, pageSize: 1 } }, { refetchInterval })
  const counts: Readonly<Record<HeapKey, number | undefined>> = {
    confirmable: summary.data?.confirmable,
    open: summary.data?.open,
    unassigned: waiting.data && summary.data ? waiting.data.total + summary.data.incomplete : undefined,
  }
  return {
    counts,
    keptPages: kept.data?.total,
    error: waiting.error ?? summary.error,
    retry: () => {
      for (const query of [waiting, summary]) if (query.error) void query.refetch()
    },
  }
}

function Heaps({ activityId, onOpen }: { readonly activityId: string; readonly onOpen: (heap: HeapKey) => void }) {
  const { counts, keptPages, error, retry } = useHeapCounts(activityId)
  if (error) return <FailureState sentence={error.message} onRetry={retry} />
  return (
    <>
      <p className={styles.kept} data-testid="kept-pages">
        {keptPages === undefined ? '' : `已保存扫描页 ${formatCount(keptPages)} 页`}
      </p>
      <ul className={styles.heaps} aria-label="待处理">
        {(Object.keys(heaps) as HeapKey[]).map((key) => (
          <li key={key}>
            <button type="button" className={styles.heap} onClick={() => onOpen(key)}>
              <span className={styles.heapName}>{heaps[key].name}</span>
              <span className={`${styles.heapCount} tabular`} data-testid={`heap-${key}`}>
                {counts[key] === undefined ? '' : formatCount(counts[key])}
              </span>
              <span className={styles.heapWords}>{heaps[key].words}</span>
              <RightOutlined aria-hidden />
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}

/** An activity's scan job; continues whichever tab is shown. */
export function useScanJob(activityId: string): ScanJob {
  const cache = useQueryClient()
  const [job] = useState(() =>
    createScanJob({
      activityId,
      run: (name, input) => outcomeOf(() => runCommand(name, input)),
      checkRoom: (pageCount) =>
        outcomeOf(async () => {
          const { freeBytes } = await askServer('reading.room', {})
          return freeBytes !== null && freeBytes < 2 * pageCount * PAGE_BYTES ? scanFileMessages.noRoom : null
        }),
      now: () => performance.now(),
      newBatchId: () => crypto.randomUUID(),
      onRead: () => {
        for (const stale of ['reading.pages', 'reading.summary'] as const) void cache.invalidateQueries({ queryKey: [stale] })
      },
    }),
  )
  const { status } = useSyncExternalStore(job.listen, job.state)
  useUnsaved(status !== 'idle')
  return job
}

async function outcomeOf<T>(ask: () => Promise<T>): Promise<Outcome<T>> {
  try {
    return { ok: true, value: await ask() }
  } catch (error) {
    return { ok: false, failure: failureOf(error) }
  }
}
