import { Button } from 'antd'
import type { Activity } from '#shared/features/activity/contract.ts'
import { BallotState } from '#shared/features/ballot/rules.ts'
import { sentenceFor } from '#shared/contract/refusals.ts'
import { sentenceOf, isRefusedFor } from '../../bridge/failure.ts'
import { useEndpoint } from '../../bridge/useEndpoint.ts'
import { useSend } from '../../bridge/useSend.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { FailureState } from '../../ui/FailureState.tsx'
import { formatCount } from '../../ui/numbers.ts'
import type { Sound } from '../../ui/scanner/sounds.ts'
import { slotKey, slotsOf, toChoices, type Slot } from '../activity/parts/choices/choices.ts'
import { scannedCode, WRONG_CHECK } from '../ballot/parts/scannedCode.ts'
import { TopicList } from '../voting/parts/topics/TopicList.tsx'
import { AnswerKeys, CodeLine, SaidBand } from './EntryParts.tsx'
import { answered, askedOfOpen, begun, heldBack, holdsUnsent, keyed, leftOpen, namesOf, seenCount, withCode } from './secondEntry.ts'
import { useEntry, useEntryKeys } from './useEntryKeys.ts'
import styles from './reading.module.css'

/** Page size. */
const LISTED = 200
/** Reasons that concern the code, so that another one must be entered. */
const codeReasons = ['voting.unknownCode', 'reading.noVote', 'reading.ownRecord', 'paper.replaced', 'paper.spoiled'] as const

interface PanelProps {
  readonly activity: Activity
  readonly sound: (which: Sound) => void
}

/** 复录: enter a paper's code and answers, and see whether they match its vote; the vote itself is hidden. */
export function SecondEntryPanel({ activity, sound }: PanelProps) {
  const slots = slotsOf(activity.topics)
  const { entry, paper, box, sheet, choose, change, restart, submit, isSending } = useSecondEntry(activity, slots, sound)
  const seen = seenCount(entry)
  const isClosed = entry.code === '' || paper.refusal !== null
  return (
    <div className={styles.panel}>
      <section className={styles.entry} aria-label="复录" ref={sheet} tabIndex={-1}>
        <CodeLine
          entry={entry}
          box={box}
          place={paper.place}
          isSending={isSending}
          onType={(typed) => change({ ...begun(null), typed })}
          onChoose={() => choose(entry.typed)}
        />
        <SaidBand
          said={paper.refusal === null ? entry.said : { kind: 'refused', text: paper.refusal }}
          idle="按票面逐项录入，录完按 Enter；这里不显示投票记录的内容"
        />
        <div className={styles.topics}>
          <TopicList
            topics={activity.topics}
            slots={slots}
            answers={entry.answers}
            current={isClosed ? null : entry.current}
            isDisabled={isClosed || isSending}
            noteOf={(slot) =>
              entry.differing?.has(slotKey(slot)) ? { text: '不一致', isStrong: true } : entry.blanks.has(slotKey(slot)) ? { text: '未填或无效' } : null
            }
            onAnswer={(given, position) => change(answered(entry, slots, given, position))}
          />
        </div>
        <div className={styles.foot}>
          <AnswerKeys />
          <span className="tabular">
            已录 {seen} / {slots.length}
          </span>
          <Button disabled={entry.code === '' || isSending} onClick={restart}>
            重来 <kbd>Esc</kbd>
          </Button>
          <Button type="primary" loading={isSending} disabled={isClosed} onClick={submit}>
            {entry.differing === null ? '提交复录' : '交由裁定'} <kbd>Enter</kbd>
          </Button>
        </div>
      </section>
      <DueList activityId={activity.id} onChoose={choose} />
    </div>
  )
}

/** The entry, its paper's data, and the operations on it. */
function useSecondEntry(activity: Activity, slots: readonly Slot[], sound: PanelProps['sound']) {
  const { entry, change, box, sheet, refuse, pass, restart } = useEntry(sound)
  const enter = useSend('reading.enter', { refreshes: ['reading.due', 'reading.summary', 'reading.differences'], errors: 'caller' })
  const paper = usePaper(activity.id, entry.code)
  const choose = (text: string) => {
    if (text.trim() === '') return
    const code = scannedCode(text)
    if (code === null) refuse(WRONG_CHECK, '')
    else if (enter.isSending || holdsUnsent(entry)) change(heldBack(entry, enter.isSending))
    else change(withCode(code))
  }
  const send = async () => {
    const { code } = entry
    const sent = await enter.send({
      body: { activityId: activity.id, code, kind: 1, sampleId: '', choices: toChoices(slots, entry.answers), hasNoPaper: false },
    })
    const of = paper.place === '' ? code : `${code} ${paper.place}`
    if (!sent.ok) {
      if (!sent.failure) return
      const text = sentenceOf(sent.failure)
      if (isRefusedFor(sent.failure, ...codeReasons)) refuse(text, code)
      else change({ ...entry, said: { kind: 'refused', text } })
    } else if (sent.value.isSame) {
      sound('done')
      pass({ kind: 'same', text: `一致：${of}` })
    } else {
      sound('refused')
      const differing = new Set((sent.value.differs ?? []).map(slotKey))
      const text = `不一致：${namesOf(slots, differing)}。看错的请改正后按 Enter 再录一次；确认无误请直接按 Enter，交由裁定`
      change({ ...entry, differing, said: { kind: 'different', text } })
    }
  }
  const submit = () => {
    if (entry.code === '' || paper.refusal !== null || enter.isSending) return
    if (entry.differing !== null) pass({ kind: 'sent', text: `已交由差异裁定：${entry.code}${paper.place === '' ? '' : ` ${paper.place}`}` })
    else {
      const asked = askedOfOpen(entry, slots)
      if (asked) change(asked)
      else void send()
    }
  }
  useEntryKeys({
    entry,
    isSending: enter.isSending,
    onScan: (code, before) => {
      if (holdsUnsent(before)) change(heldBack(before, enter.isSending))
      else choose(code)
    },
    onSheetKey: (key) => (paper.refusal === null ? change(keyed(entry, slots, key)) : undefined),
    onBlank: () => (paper.refusal === null ? change(leftOpen(entry, slots)) : undefined),
    onEnter: () => (entry.code === '' ? choose(entry.typed) : paper.refusal === null ? submit() : restart()),
    onEscape: restart,
  })
  return { entry, paper, box, sheet, choose, change, restart, submit, isSending: enter.isSending }
}

/** A code's place, and why it cannot be entered; nothing about its vote. */
function usePaper(activityId: string, code: string): { readonly place: string; readonly refusal: string | null } {
  const query = { activityId, markedCode: code }
  const { data, error } = useEndpoint('voting.votersByMarkedCode', { query }, { enabled: code !== '', keptMs: 0 })
  if (code === '' || (!data && !error)) return { place: '', refusal: null }
  if (!data) return { place: '', refusal: error?.message ?? null }
  const [voter] = data
  if (!voter) return { place: '', refusal: sentenceFor('voting.unknownCode') }
  return { place: voter.place, refusal: voter.ballotState === BallotState.voted ? null : sentenceFor('reading.noVote') }
}

/** The papers waiting for a second entry by this user. */
function DueList({ activityId, onChoose }: { readonly activityId: string; readonly onChoose: (code: string) => void }) {
  const { data, error, refetch } = useEndpoint('reading.due', { query: { activityId, pageNo: 1, pageSize: LISTED } })
  return (
    <section className={styles.due} aria-label="待复录">
      <h2>待复录{data ? `（${formatCount(data.total)} 票）` : ''}</h2>
      {data && data.rows.length > 0 ? (
        <ol>
          {data.rows.map(({ code, place }) => (
            <li key={code}>
              <button type="button" onMouseDown={(event) => event.preventDefault()} onClick={() => onChoose(code)}>
                <span className="tabular">{code}</span>
                <span>{place}</span>
              </button>
            </li>
          ))}
        </ol>
      ) : data ? (
        <EmptyState text="没有等待您复录的选票；自己录入的由别人复录" />
      ) : error ? (
        <FailureState sentence={error.message} onRetry={() => void refetch()} />
      ) : null}
      {data && data.total > data.rows.length ? <p>只列出前 {formatCount(data.rows.length)} 票</p> : null}
    </section>
  )
}
