import { LeftOutlined } from '@ant-design/icons'
import { Button, Skeleton } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from '../../app-context/navigation.ts'
import type { Activity } from '#shared/features/activity/contract.ts'
import { sentenceFor } from '#shared/contract/refusals.ts'
import { answerNames, type Answer } from '#shared/features/activity/rules.ts'
import { SlotState } from '#shared/features/reading/pageRules.ts'
import type { ScannedPaper } from '#shared/features/reading/scanContract.ts'
import { doubtWords } from '#shared/features/reading/scanRules.ts'
import { useTabState } from '../../app-context/tab.ts'
import { useEndpoint } from '../../bridge/useEndpoint.ts'
import { useSend } from '../../bridge/useSend.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { FailureState } from '../../ui/FailureState.tsx'
import { formatArea, formatCount } from '../../ui/numbers.ts'
import { ReasonedButton } from '../../ui/ReasonedButton.tsx'
import { activityPaths } from '../activity/parts/activityPaths.ts'
import { askDeskFor } from '../voting/parts/papers.ts'
import { slotKey, slotsOf, type Slot } from '../activity/parts/choices/choices.ts'
import type { HeapViewProps } from './heaps.ts'
import { answered, begun, isDone, lastPage, moved, saidChoices, type Judging, type TakenOut, type TakenOuts } from './judging.ts'
import { isTyping, receiptRefusal, ScanReceiptFields, useScanReceipt } from './ScanReceipt.tsx'
import { scanRefreshes } from './scanRefreshes.ts'
import { StripPicture } from './StripPicture.tsx'
import { useBegun } from './useBegun.ts'
import { useConfirmed } from './useConfirmed.ts'
import styles from './scanWork.module.css'

/** For a ballot that an agent votes with. */
const entrusted = sentenceFor('reading.hasProxy')
/** Page size. */
const LISTED = 50

/** 待判读: papers with rows to be read by a person, and those taken out of 可确认, one at a time. */
export function JudgePapers({ activity, onBack }: HeapViewProps) {
  const [taken, setTaken] = useTabState<TakenOuts>('reading.taken', {})
  const [passed, setPassed] = useState<readonly string[]>([])
  const open = usePapers(activity.id, 2)
  const hasTaken = Object.keys(taken).length > 0
  const offered = usePapers(activity.id, 1, hasTaken)
  const takenOut = (offered.data?.rows ?? []).filter(({ readingId }) => taken[readingId] !== undefined)
  const { isConfirmed, addConfirmed } = useConfirmed(open.data, offered.data)
  // Those taken out come first: nothing is begun before they are known.
  const isAwaited = !open.data || (hasTaken && !offered.data && !offered.error)
  const all = isAwaited ? [] : [...takenOut, ...open.data.rows].filter((each) => !isConfirmed(each))
  const waiting = [...all.filter(({ readingId }) => !passed.includes(readingId)), ...all.filter(({ readingId }) => passed.includes(readingId))]
  const [paper, choose] = useBegun(waiting, ({ readingId }) => readingId)
  return (
    <section className={styles.view} aria-label="待判读">
      <header className={styles.viewHead}>
        <Button icon={<LeftOutlined aria-hidden />} onClick={onBack}>
          返回扫描
        </Button>
        <h2>待判读{isAwaited ? '' : `（${formatCount(open.data.total - open.data.rows.length + all.length)} 票）`}</h2>
        <span className={styles.keys}>
          <kbd>1</kbd> 同意 <kbd>2</kbd> 反对 <kbd>3</kbd> 弃权 <kbd>0</kbd> 无效或未填 <kbd>← →</kbd> 上、下一项 <kbd>P</kbd> 放大整页 <kbd>D</kbd> 转手工录入{' '}
          <kbd>N</kbd> 放到最后
        </span>
      </header>
      {isAwaited ? (
        open.error ? (
          <FailureState sentence={open.error.message} onRetry={() => void open.refetch()} />
        ) : (
          <Skeleton active paragraph={{ rows: 8 }} />
        )
      ) : !paper ? (
        <EmptyState text="没有等待判读的选票" />
      ) : (
        <PaperJudge
          key={paper.readingId}
          activity={activity}
          paper={paper}
          why={taken[paper.readingId] ?? null}
          onConfirmed={() => addConfirmed([paper])}
          onPass={() => {
            setPassed((before) => [...before.filter((id) => id !== paper.readingId), paper.readingId])
            choose('')
          }}
          onReturn={() => setTaken((before) => Object.fromEntries(Object.entries(before).filter(([id]) => id !== paper.readingId)))}
        />
      )}
    </section>
  )
}

function usePapers(activityId: string, state: 1 | 2, enabled = true) {
  const query = { activityId, state, path: '', condition: '', pageNo: 1, pageSize: state === 1 ? 500 : LISTED }
  return useEndpoint('reading.papers', { query }, { enabled, keepsPrevious: true })
}

interface PaperJudgeProps {
  readonly activity: Activity
  readonly paper: ScannedPaper
  /** Why it was taken out of 可确认; null: it has a row to be read by a person. */
  readonly why: TakenOut | null
  readonly onConfirmed: () => void
  readonly onPass: () => void
  /** Returns it to 可确认. */
  readonly onReturn: () => void
}

function PaperJudge({ activity, paper, why, onConfirmed, onPass, onReturn }: PaperJudgeProps) {
  const slots = slotsOf(activity.topics)
  const rows = paper.slots
  const navigate = useNavigate()
  const [judging, setJudging] = useState<Judging>(() => begun(rows, why !== null))
  const [receipt, setReceipt] = useScanReceipt()
  const [isZoomed, setZoomed] = useState(false)
  const confirm = useSend('reading.confirm', { refreshes: scanRefreshes, success: `已确认：${paper.place} ${paper.code}` })
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => place.current?.focus(), [])
  const hasProxy = rows.some((row) => row.why === 'proxy')
  const isReady = isDone(judging, rows) && !hasProxy
  const refusal = hasProxy ? entrusted : isReady ? receiptRefusal(receipt) : '还有没有判读的内容'
  const send = async () => {
    if (refusal !== null || confirm.isSending) return
    const choices = saidChoices(judging, rows)
    const sent = await confirm.send({
      body: { activityId: activity.id, papers: [{ code: paper.code, readingId: paper.readingId, choices }], ...receipt },
    })
    if (sent.ok) onConfirmed()
  }
  const toDesk = () => {
    askDeskFor(activity.id, paper.code)
    navigate(activityPaths.deskNow(activity))
  }
  const press = (event: React.KeyboardEvent) => {
    if (isTyping(event) || event.ctrlKey || event.altKey || event.metaKey || event.repeat) return
    const key = event.key.toUpperCase()
    // What is sent stays as it is shown.
    if (confirm.isSending && key !== 'P') return
    if (['0', '1', '2', '3'].includes(key)) setJudging((before) => answered(before, rows, slots, Number(key) as Answer | 0))
    else if (key === 'ARROWLEFT' || key === 'ARROWUP') setJudging((before) => moved(before, rows, -1))
    else if (key === 'ARROWRIGHT' || key === 'ARROWDOWN') setJudging((before) => moved(before, rows, 1))
    else if (key === 'P') setZoomed((before) => !before)
    else if (key === 'N') onPass()
    else if (key === 'D') toDesk()
    else if (key === 'ENTER' && !(event.target instanceof Element && event.target.closest('button'))) void send()
    else return
    event.preventDefault()
  }
  const row = rows[Math.min(judging.current, rows.length - 1)]
  return (
    <div className={styles.judge} ref={place} tabIndex={-1} onKeyDown={press} role="group" aria-label={`${paper.place} ${paper.code}`}>
      <header>
        <strong>{paper.place}</strong>
        <span className="tabular">{paper.code}</span>
        <span className="tabular">{formatArea(paper.areaHundredths)}㎡</span>
        {why === 'unsigned' ? <em>未签名：请核对签名处，没有签名的按规则认定</em> : why === 'looked' ? <em>由人转来判读</em> : null}
      </header>
      <div className={styles.judgeBody}>
        <div className={styles.reading}>
          {row ? <RowPicture paper={paper} row={row} slots={slots} /> : null}
          <RowList rows={rows} slots={slots} judging={judging} onMove={(at) => setJudging((before) => ({ ...before, current: at }))} />
        </div>
        <WholePage paper={paper} page={row?.page ?? 1} isZoomed={isZoomed} onZoom={() => setZoomed((before) => !before)} />
      </div>
      <footer className={styles.foot}>
        <span>{hasProxy ? entrusted : isReady ? '已逐项判读，按 Enter 确认这张选票' : '请逐项判读有疑问的内容'}</span>
        <ScanReceiptFields receipt={receipt} onChange={setReceipt} />
        {why === null ? null : (
          <Button disabled={confirm.isSending} onClick={onReturn}>
            放回可确认
          </Button>
        )}
        <Button disabled={confirm.isSending} onClick={toDesk}>
          转手工录入
        </Button>
        <ReasonedButton type="primary" size="large" reason={refusal} loading={confirm.isSending} onClick={() => void send()}>
          确认这张选票
        </ReasonedButton>
      </footer>
    </div>
  )
}

type Row = ScannedPaper['slots'][number]
const titleOf = (row: Row, slots: readonly Slot[]): string => {
  const slot = slots.find((each) => slotKey(each) === slotKey(row))
  return !slot ? '' : slot.optionTitle === '' ? slot.topicTitle : `${slot.topicTitle}：${slot.optionTitle}`
}

/** The image of the current row, as large as possible; both images if two scans of the page differ. */
function RowPicture({ paper, row, slots }: { readonly paper: ScannedPaper; readonly row: Row; readonly slots: readonly Slot[] }) {
  const pictures = paper.pages.filter(({ page }) => page === row.page)
  const shown = row.why === 'twice' ? pictures : pictures.slice(-1)
  return (
    <figure className={styles.row}>
      <figcaption>
        <strong>{titleOf(row, slots)}</strong>
        <span>{row.why === '' ? '已读出，可以改正' : doubtWords[row.why]}</span>
      </figcaption>
      {row.why === 'byhand' ? (
        <span className={styles.noStrip}>没有放大的图片，请看右边的整页，按 P 放大</span>
      ) : (
        shown.map(({ id }) => <StripPicture key={id} pageId={id} of={row} alt={titleOf(row, slots)} className={styles.rowPicture} />)
      )}
    </figure>
  )
}

const saidIn = (digit: Answer | 0 | undefined): string => (digit === undefined ? '待判读' : digit === 0 ? '无效或未填' : answerNames[digit])

interface RowListProps {
  readonly rows: readonly Row[]
  readonly slots: readonly Slot[]
  readonly judging: Judging
  readonly onMove: (place: number) => void
}

function RowList({ rows, slots, judging, onMove }: RowListProps) {
  const list = useRef<HTMLOListElement>(null)
  const place = judging.current
  useEffect(() => {
    // Some versions return a promise, which an effect must not.
    list.current?.children[place]?.scrollIntoView({ block: 'nearest' })
  }, [place])
  return (
    <ol className={styles.rows} ref={list} aria-label="各项">
      {rows.map((row, at) => {
        const digit = judging.said.get(slotKey(row))
        return (
          <li
            key={slotKey(row)}
            aria-current={at === judging.current}
            data-open={digit === undefined}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onMove(at)}
          >
            <span>{titleOf(row, slots)}</span>
            <span className={styles.why}>{row.state === SlotState.doubt && row.why !== '' ? doubtWords[row.why] : ''}</span>
            <strong>{saidIn(digit)}</strong>
          </li>
        )
      })}
    </ol>
  )
}

interface WholePageProps {
  readonly paper: ScannedPaper
  readonly page: number
  readonly isZoomed: boolean
  readonly onZoom: () => void
}

/** The page containing the row, in its newest image; zoomed, it covers the rows. */
function WholePage({ paper, page, isZoomed, onZoom }: WholePageProps) {
  const pictures = paper.pages.filter((each) => each.page === page)
  return (
    <aside className={isZoomed ? styles.zoomed : styles.whole} aria-label={`第${page}页`} tabIndex={0} onClick={onZoom}>
      <span>
        第 {page} 页，共 {lastPage(paper)} 页{isZoomed ? '，按 P 缩小' : '，按 P 放大'}
      </span>
      {pictures.slice(paper.slots.some(({ why }) => why === 'twice') ? 0 : -1).map(({ id }) => (
        <StripPicture key={id} pageId={id} of="page" alt={`第${page}页`} />
      ))}
    </aside>
  )
}
