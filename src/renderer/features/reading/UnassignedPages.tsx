import { LeftOutlined } from '@ant-design/icons'
import { Button, Form, Input, InputNumber, Skeleton, Spin } from 'antd'
import { useState } from 'react'
import type { ReadPage } from '#shared/features/reading/pageContract.ts'
import type { ScannedPaper } from '#shared/features/reading/scanContract.ts'
import { sentenceFor } from '#shared/contract/refusals.ts'
import { MAX_SOURCE_PAGES, readingLimits } from '#shared/features/reading/pageRules.ts'
import { codeLabels, paperLimits } from '#shared/features/paper/rules.ts'
import { useCurrentUser } from '../../app-context/currentUser.ts'
import { useMay } from '../../app-context/may.ts'
import { useEndpoint } from '../../bridge/useEndpoint.ts'
import { useSend } from '../../bridge/useSend.ts'
import { BytesImage } from '../../ui/BytesImage.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { FailureState } from '../../ui/FailureState.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { formatCount } from '../../ui/numbers.ts'
import { ReasonedButton } from '../../ui/ReasonedButton.tsx'
import { ReasonField } from '../../ui/ReasonField.tsx'
import { useLiveInterval } from '../../ui/useLiveInterval.ts'
import { scannedCode } from '../ballot/parts/scannedCode.ts'
import type { HeapViewProps } from './heaps.ts'
import { useBegun } from './useBegun.ts'
import styles from './scan.module.css'

/** Page size. */
const LISTED = 200
const discardReasons = ['空白页', '不是选票', '重新扫描', '重复的页面'] as const
const refreshes = ['reading.pages', 'reading.papers', 'reading.summary'] as const

/** 缺页或未归属: papers with missing pages, and pages that a person must assign, each with its full image. */
export function UnassignedPages({ activity, onBack }: HeapViewProps) {
  const refetchInterval = useLiveInterval()
  const query = { activityId: activity.id, isWaiting: true, batchId: '', pageNo: 1, pageSize: LISTED }
  const { data, error, refetch } = useEndpoint('reading.pages', { query }, { refetchInterval })
  const papersQuery = { activityId: activity.id, state: 3, path: '', condition: '', pageNo: 1, pageSize: LISTED } as const
  const incomplete = useEndpoint('reading.papers', { query: papersQuery }, { refetchInterval })
  const [shown, choose] = useBegun(data?.rows ?? [], ({ id }) => id)
  return (
    <section className={styles.unassigned} aria-label="缺页或未归属">
      <header className={styles.viewHead}>
        <Button icon={<LeftOutlined aria-hidden />} onClick={onBack}>
          返回扫描
        </Button>
        <h2>缺页或未归属{data ? `（${formatCount(data.total)} 页未归属，${formatCount(incomplete.data?.total ?? 0)} 票缺页）` : ''}</h2>
        {data && data.total > data.rows.length ? <span>只列出最近的 {formatCount(data.rows.length)} 页</span> : null}
      </header>
      <IncompletePapers papers={incomplete.data?.rows ?? []} />
      {!data ? (
        error ? (
          <FailureState sentence={error.message} onRetry={() => void refetch()} />
        ) : (
          <Skeleton active paragraph={{ rows: 6 }} />
        )
      ) : !shown ? (
        <EmptyState text="没有等待归属的页面" />
      ) : (
        <div className={styles.unassignedBody}>
          <ol className={styles.pageList} aria-label="页面">
            {data.rows.map((page) => (
              <li key={page.id}>
                <button type="button" aria-pressed={page.id === shown.id} onClick={() => choose(page.id)}>
                  <span>{`${page.source} 第${page.sourcePage}页`}</span>
                  <span>{page.message}</span>
                </button>
              </li>
            ))}
          </ol>
          <PageEditor key={shown.id} page={shown} />
        </div>
      )}
    </section>
  )
}

/** Papers with missing pages, and which; to be scanned or assigned. */
function IncompletePapers({ papers }: { readonly papers: readonly ScannedPaper[] }) {
  if (papers.length === 0) return null
  return (
    <ul className={styles.incomplete} aria-label="缺页的选票">
      {papers.map(({ code, place, missing }) => (
        <li key={code}>
          <span>{place}</span>
          <span className="tabular">{code}</span>
          <strong>{sentenceFor('reading.pageMissing', { pages: missing })}</strong>
        </li>
      ))}
    </ul>
  )
}

/** Assigns a page; code and number are prefilled if they were read but the page is too skewed. */
function PageEditor({ page }: { readonly page: ReadPage }) {
  const assign = useSend('reading.assign', { refreshes, success: ({ code, page: number }) => `已归属：${code} 第${number}页，内容须由人判读` })
  const [isDiscarding, setIsDiscarding] = useState(false)
  const { nickName } = useCurrentUser()
  const isManager = useMay('reading.settle')
  const reason = isManager || page.by === nickName ? null : `这一页由${page.by}扫描，请由${page.by}或活动负责人丢弃`
  return (
    <div className={styles.pageEditor}>
      <Form<{ code: string; number: number }>
        layout="inline"
        initialValues={{ code: page.code, number: page.page || 1 }}
        onFinish={({ code, number }) => void assign.send({ body: { id: page.id, code: scannedCode(code) ?? code, page: number } })}
      >
        <Form.Item name="code" label={codeLabels.either} rules={[{ required: true, whitespace: true, message: `请输入${codeLabels.either}` }]}>
          <Input autoFocus autoComplete="off" spellCheck={false} maxLength={paperLimits.code.max} placeholder="扫描或输入" />
        </Form.Item>
        <Form.Item name="number" label="第几页" rules={[{ required: true, message: '请输入页码' }]}>
          <InputNumber min={1} max={MAX_SOURCE_PAGES} precision={0} />
        </Form.Item>
        <Button type="primary" htmlType="submit" loading={assign.isSending}>
          归属
        </Button>
        <ReasonedButton danger reason={reason} onClick={() => setIsDiscarding(true)}>
          丢弃
        </ReasonedButton>
      </Form>
      <WholePage page={page} />
      {isDiscarding ? <DiscardDialog page={page} onClose={() => setIsDiscarding(false)} /> : null}
    </div>
  )
}

function WholePage({ page: { id, source, sourcePage } }: { readonly page: ReadPage }) {
  const query = { id, part: 'page', topicId: '', optionId: '' } as const
  const { data, error, refetch } = useEndpoint('reading.strip', { query }, { staleTime: Number.POSITIVE_INFINITY, keptMs: 60_000 })
  return (
    <div className={styles.wholePage} role="group" aria-label="整页图片" tabIndex={0}>
      {data ? (
        <BytesImage binary={data} alt={`${source} 第${sourcePage}页`} />
      ) : error ? (
        <FailureState sentence={error.message} onRetry={() => void refetch()} />
      ) : (
        <Spin />
      )}
    </div>
  )
}

function DiscardDialog({ page, onClose }: { readonly page: ReadPage; readonly onClose: () => void }) {
  const discard = useSend('reading.discard', { refreshes, success: '已丢弃' })
  return (
    <FormDialog<{ reason: string }>
      title={`丢弃：${page.source} 第${page.sourcePage}页`}
      isOpen
      initialValues={{ reason: '' }}
      submitText="丢弃"
      onSubmit={async ({ reason }) => (await discard.send({ body: { id: page.id, reason } })).ok}
      onClose={onClose}
    >
      <p>丢弃后图片不再保留，只在操作日志中留下校验值；需要时请重新扫描。</p>
      <Form.Item name="reason" rules={[{ required: true, whitespace: true, message: readingLimits.reason.missing }]}>
        <ReasonField label="丢弃原因" max={readingLimits.reason.max} ready={discardReasons} />
      </Form.Item>
    </FormDialog>
  )
}
