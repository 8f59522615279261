import { LeftOutlined } from '@ant-design/icons'
import { Alert, Button, Skeleton } from 'antd'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Activity } from '#shared/features/activity/contract.ts'
import { answerNames, type Answer } from '#shared/features/activity/rules.ts'
import type { ScannedPaper } from '#shared/features/reading/scanContract.ts'
import { MAX_CONFIRMED } from '#shared/features/reading/scanRules.ts'
import { useTabState } from '../../app-context/tab.ts'
import { useEndpoint } from '../../bridge/useEndpoint.ts'
import { useSend } from '../../bridge/useSend.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { FailureState } from '../../ui/FailureState.tsx'
import { formatArea, formatCount } from '../../ui/numbers.ts'
import { ReasonedButton } from '../../ui/ReasonedButton.tsx'
import { slotKey, slotsOf, type Slot } from '../activity/parts/choices/choices.ts'
import type { HeapViewProps } from './heaps.ts'
import { lastPage, ofSameAnswers, pictureOf, type TakenOut, type TakenOuts } from './judging.ts'
import { isTyping, receiptRefusal, ScanReceiptFields, useScanReceipt } from './ScanReceipt.tsx'
import { scanRefreshes } from './scanRefreshes.ts'
import { StripPicture } from './StripPicture.tsx'
import { useConfirmed } from './useConfirmed.ts'
import styles from './scanWork.module.css'

/** Minimum card width in px, and rows of cards per screen. */
const CARD_WIDTH = 340
const CARD_ROWS = 3

/** 可确认: papers with every row read without doubt, one screen of cards at a time; a screen is confirmed after viewing all of it. */
export function ConfirmGallery({ activity, onBack }: HeapViewProps) {
  const [taken, setTaken] = useTabState<TakenOuts>('reading.taken', {})
  const frame = useRef<HTMLElement>(null)
  const columns = useColumns(frame)
  const wanted = Math.min(MAX_CONFIRMED, columns * CARD_ROWS)
  const query = {
    activityId: activity.id,
    state: 1,
    path: '',
    condition: '',
    pageNo: 1,
    pageSize: Math.min(500, 2 * wanted + Object.keys(taken).length),
  } as const
  const { data, error, refetch } = useEndpoint('reading.papers', { query }, { keepsPrevious: true, enabled: columns > 0 })
  const { isConfirmed, addConfirmed } = useConfirmed(data)
  const offered = data?.rows.filter((paper) => taken[paper.readingId] === undefined && !isConfirmed(paper))
  const papers = useScreen(columns > 0 ? offered : undefined, wanted)
  const next = offered?.filter((paper) => !papers?.includes(paper)).slice(0, wanted) ?? []
  return (
    <section className={styles.view} aria-label="可确认" ref={frame}>
      <header className={styles.viewHead}>
        <Button icon={<LeftOutlined aria-hidden />} onClick={onBack}>
          返回扫描
        </Button>
        <h2>可确认{data && offered ? `（${formatCount(data.total - data.rows.length + offered.length)} 票）` : ''}</h2>
        <span className={styles.keys}>
          <kbd>← → ↑ ↓</kbd> 移动 <kbd>空格</kbd> 转待判读 <kbd>U</kbd> 未签名 <kbd>Enter</kbd> 下一张，最后一张时确认本页
        </span>
      </header>
      {activity.secondEntry === 1 ? null : (
        <Alert type="warning" showIcon title="试用期间请同时要求双人复录：本活动没有设置，扫描确认的选票不会由第二人复核，请活动创建人在活动中设置" />
      )}
      {!papers ? (
        error ? (
          <FailureState sentence={error.message} onRetry={() => void refetch()} />
        ) : (
          <Skeleton active paragraph={{ rows: 8 }} />
        )
      ) : papers.length === 0 ? (
        <EmptyState text="没有可以确认的选票" />
      ) : (
        <Cards
          activity={activity}
          papers={papers}
          columns={columns}
          onConfirmed={addConfirmed}
          onTakeOut={(readingId, why) => setTaken((before) => ({ ...before, [readingId]: why }))}
        />
      )}
      <div hidden>
        {next.map((paper) => (
          <NextPictures key={paper.readingId} paper={paper} />
        ))}
      </div>
    </section>
  )
}

/**
 * The papers on the screen: the first `wanted`, and until none of them is left no other.
 *
 * A paper scanned meanwhile would stand among those already seen, and be confirmed with them.
 */
function useScreen(offered: readonly ScannedPaper[] | undefined, wanted: number): readonly ScannedPaper[] | undefined {
  const [ids, setIds] = useState<readonly string[]>([])
  if (!offered) return undefined
  const left = offered.filter(({ readingId }) => ids.includes(readingId))
  if (left.length > 0) return left
  const papers = offered.slice(0, wanted)
  const shown = papers.map(({ readingId }) => readingId)
  if (shown.join() !== ids.join()) setIds(shown)
  return papers
}

/** Preloads the images of a card on the next screen. */
function NextPictures({ paper }: { readonly paper: ScannedPaper }) {
  return (
    <>
      {paper.slots.map((slot) => (
        <StripPicture key={slotKey(slot)} pageId={pictureOf(paper, slot.page)} of={slot} alt="" />
      ))}
      <StripPicture pageId={pictureOf(paper, lastPage(paper))} of="signature" alt="" />
    </>
  )
}

/** Number of cards per row; 0 until it is measured, before the first paint. */
function useColumns(frame: React.RefObject<HTMLElement | null>): number {
  const [columns, setColumns] = useState(0)
  useLayoutEffect(() => {
    const element = frame.current
    if (!element) return
    const measure = () => setColumns(Math.max(1, Math.floor(element.clientWidth / CARD_WIDTH)))
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [frame])
  return columns
}

interface CardsProps {
  readonly activity: Activity
  readonly papers: readonly ScannedPaper[]
  readonly columns: number
  readonly onConfirmed: (papers: readonly ScannedPaper[]) => void
  readonly onTakeOut: (readingId: string, why: TakenOut) => void
}

function Cards({ activity, papers, columns, onConfirmed, onTakeOut }: CardsProps) {
  const slots = slotsOf(activity.topics)
  const confirm = useSend('reading.confirm', { refreshes: scanRefreshes, success: ({ recordIds }) => `已确认 ${recordIds.length} 票` })
  const [receipt, setReceipt] = useScanReceipt()
  const [current, setCurrent] = usePlace(papers)
  const place = Math.min(current, papers.length - 1)
  const { list, last, isSeen } = useSeen(papers.at(-1)?.readingId ?? '')
  const cards = useRef(new Map<string, HTMLElement>())
  const shown = papers[place]?.readingId ?? ''
  useEffect(() => cards.current.get(shown)?.focus(), [shown])
  const refusal = isSeen ? receiptRefusal(receipt) : '请先看完本页的选票：移到最后一张'
  const send = async () => {
    if (refusal !== null || confirm.isSending) return
    const asked = papers.map(({ code, readingId }) => ({ code, readingId }))
    const sent = await confirm.send({ body: { activityId: activity.id, papers: asked, ...receipt } })
    if (sent.ok) onConfirmed(papers)
  }
  const press = (event: React.KeyboardEvent) => {
    const step = steps(columns)[event.key]
    const paper = papers[place]
    if (isTyping(event) || event.ctrlKey || event.altKey || event.metaKey || !paper) return
    if (step !== undefined) setCurrent(Math.max(0, Math.min(papers.length - 1, place + step)))
    // A card of the screen that is sent can no longer be taken out.
    else if (event.repeat || confirm.isSending) return
    else if (event.key === ' ') onTakeOut(paper.readingId, 'looked')
    else if (event.key === 'u' || event.key === 'U') onTakeOut(paper.readingId, 'unsigned')
    else if (event.key !== 'Enter') return
    else if (place < papers.length - 1) setCurrent(place + 1)
    else void send()
    event.preventDefault()
  }
  return (
    <>
      <div className={styles.cards} ref={list} onKeyDown={press}>
        {ofSameAnswers(papers).map(({ key, papers: same }) => (
          <section key={key} aria-label={wordsOf(same[0], slots)}>
            <h3>
              {wordsOf(same[0], slots)} <span className={styles.count}>{same.length} 票</span>
            </h3>
            <div className={styles.grid} style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}>
              {same.map((paper) => {
                const at = papers.indexOf(paper)
                return (
                  <article
                    key={paper.readingId}
                    className={styles.card}
                    aria-label={`${paper.place} ${paper.code}`}
                    aria-current={at === place}
                    tabIndex={at === place ? 0 : -1}
                    ref={(element) => {
                      if (element) cards.current.set(paper.readingId, element)
                      if (at === papers.length - 1) last.current = element
                    }}
                    onClick={() => setCurrent(at)}
                  >
                    <Card paper={paper} slots={slots} />
                  </article>
                )
              })}
            </div>
          </section>
        ))}
      </div>
      <footer className={styles.foot}>
        <span>确认后计入投票，记在您的名下；有疑问的先按空格转待判读</span>
        <ScanReceiptFields receipt={receipt} onChange={setReceipt} />
        <ReasonedButton type="primary" size="large" reason={refusal} loading={confirm.isSending} onClick={() => void send()}>
          {`确认本页${papers.length}张`}
        </ReasonedButton>
      </footer>
    </>
  )
}

const steps = (columns: number): Readonly<Record<string, number | undefined>> => ({ ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns })

/** Index of the card that keys act on; unchanged when a card is taken out, reset on another screen. */
function usePlace(papers: readonly ScannedPaper[]) {
  const ids = papers.map(({ readingId }) => readingId)
  const [current, setCurrent] = useState(0)
  const [screen, setScreen] = useState(ids)
  if (ids.join() !== screen.join()) {
    setScreen(ids)
    if (!ids.some((id) => screen.includes(id))) setCurrent(0)
  }
  return [current, setCurrent] as const
}

/** Whether the last card, `lastId`, was scrolled into view. */
function useSeen(lastId: string) {
  const list = useRef<HTMLDivElement>(null)
  const last = useRef<HTMLElement | null>(null)
  const [seen, setSeen] = useState('')
  useEffect(() => {
    // The signature is at the end of a card: a card may be higher than the list.
    const end = last.current?.lastElementChild
    if (!end || !list.current) return
    const observer = new IntersectionObserver((entries) => (entries.some(({ isIntersecting }) => isIntersecting) ? setSeen(lastId) : undefined), {
      root: list.current,
      threshold: 1,
    })
    observer.observe(end)
    return () => observer.disconnect()
  }, [lastId])
  return { list, last, isSeen: seen === lastId }
}

const answerIn = (answer: number | null): string => (answer === null ? '待判读' : answer === 0 ? '未填' : answerNames[answer as Answer])

/** A paper's answers as text. */
function wordsOf(paper: ScannedPaper | undefined, slots: readonly Slot[]): string {
  const answers = new Map(paper?.slots.map((slot) => [slotKey(slot), slot.answer]))
  return slots.map((slot) => `${slot.optionTitle === '' ? slot.topicTitle : slot.optionTitle} ${answerIn(answers.get(slotKey(slot)) ?? 0)}`).join('，')
}

/** A paper: its code, the filled-in rows with what was read, and the signature. */
function Card({ paper, slots }: { readonly paper: ScannedPaper; readonly slots: readonly Slot[] }) {
  const titles = new Map(slots.map((slot) => [slotKey(slot), slot.optionTitle === '' ? slot.topicTitle : slot.optionTitle]))
  return (
    <>
      <header>
        <strong>{paper.place}</strong>
        <span className="tabular">{paper.code}</span>
        <span className="tabular">{formatArea(paper.areaHundredths)}㎡</span>
      </header>
      <dl>
        {paper.slots.map((slot) => (
          <div key={slotKey(slot)}>
            <dt>
              <StripPicture pageId={pictureOf(paper, slot.page)} of={slot} alt={titles.get(slotKey(slot)) ?? ''} />
            </dt>
            <dd data-answer={slot.answer}>{answerIn(slot.answer)}</dd>
          </div>
        ))}
      </dl>
      <div className={styles.signature}>
        <span>签名</span>
        <StripPicture pageId={pictureOf(paper, lastPage(paper))} of="signature" alt="签名" />
      </div>
    </>
  )
}
