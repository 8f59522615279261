import { Alert, Button } from 'antd'
import { type RefObject } from 'react'
import type { Activity } from '#shared/features/activity/contract.ts'
import { BallotState } from '#shared/features/ballot/rules.ts'
import type { VoteRecord } from '#shared/features/voting/contract.ts'
import { votingLimits } from '#shared/features/voting/rules.ts'
import { offers, type Slot } from '../activity/parts/choices/choices.ts'
import { allKeys } from '../activity/parts/choices/answerSheet.ts'
import { madeInWords } from './parts/records/recordWords.ts'
import type { DeskAction } from './desk.ts'
import type { Desk, Entry, Note } from './deskState.ts'
import { ballotRefusal, deskMessages, modeWords, type DeskMode } from './modes.ts'
import { registeredReceipt } from './parts/receivedTime.ts'
import { ReceiptLine } from './ReceiptLine.tsx'
import { TopicList } from './TopicList.tsx'
import { CODE_BOX } from './useDeskKeys.ts'
import styles from './desk.module.css'

interface EntryPanelProps extends Pick<Desk, 'receipt' | 'isOver'> {
  readonly activity: Activity
  readonly mode: DeskMode
  readonly slots: readonly Slot[]
  readonly entry: Entry
  readonly code: string
  readonly note: Note | null
  /** The owner's live record, once it is known. */
  readonly standing: VoteRecord | undefined
  readonly codeBox: RefObject<HTMLInputElement | null>
  readonly act: (action: DeskAction) => void
  readonly onSubmit: () => void
  readonly onRestart: () => void
  /** Shows what the ballot has voted. */
  readonly onSee: () => void
}

/** The ballot paper of the owner who was chosen, the code box, and what sends it. */
export function EntryPanel(props: EntryPanelProps) {
  const { activity, mode, slots, entry, code, receipt, isOver, note, standing, codeBox, act, onSubmit, onRestart, onSee } = props
  const { owner, others, joined, answers, current, phase, proxy } = entry
  const isClosed = phase !== 'open' || ballotRefusal(mode, owner) !== null
  const isMarking = mode === 'mark'
  return (
    <section className={styles.paper} aria-label="选票">
      {isMarking ? <p className={styles.paperHint}>标记只登记选票上的码，不填写选择；收回的选票在“唱票”时录入</p> : null}
      <div className={styles.paperScroll}>
        <TopicList
          topics={activity.topics}
          slots={slots}
          answers={answers}
          current={isMarking || isClosed ? null : current}
          isDisabled={isMarking || isClosed}
          proxy={proxy}
          act={act}
        />
      </div>
      {/* Here the topics above it and the buttons below it stay where they are. */}
      {owner.ballotState === BallotState.voted ? <VotedNote note={note} standing={standing} onSee={onSee} /> : <DeskNote note={note} />}
      {isMarking || isClosed ? null : (
        <ReceiptLine
          mode={mode}
          receipt={receipt}
          registered={registeredReceipt(mode, owner, standing)}
          isOver={isOver}
          // A vote of several ballots has one time that is typed.
          isWanted={isOver && [owner, ...others.filter(({ ballotId }) => joined.has(ballotId))].some(({ paperReceivedAt }) => paperReceivedAt === null)}
          startsAt={activity.startsAt}
          endsAt={activity.endsAt}
          act={act}
        />
      )}
      <div className={styles.paperFoot} data-testid="paper-foot">
        {isMarking ? <CodeBox code={code} isDisabled={isClosed} codeBox={codeBox} act={act} /> : <AllButtons slots={slots} isDisabled={isClosed} act={act} />}
        <span className={`${styles.paperProgress} tabular`}>{isMarking ? '' : `已选 ${answers.size} / ${slots.length}`}</span>
        <Button disabled={phase !== 'open'} onClick={onRestart}>
          重来 <kbd>Esc</kbd>
        </Button>
        <Button type="primary" loading={phase === 'sending'} disabled={phase === 'doubtful'} onClick={onSubmit}>
          {modeWords[mode].submit} <kbd>Ctrl+Enter</kbd>
        </Button>
      </div>
    </section>
  )
}

function AllButtons({ slots, isDisabled, act }: Pick<EntryPanelProps, 'slots' | 'act'> & { readonly isDisabled: boolean }) {
  const offered = allKeys.filter(({ answer }) => slots.some(({ voteModel }) => offers(voteModel, answer)))
  return (
    <div className={styles.all} role="group" aria-label="全部选择" onMouseDown={(event) => event.preventDefault()}>
      {offered.map(({ answer, name, key }) => (
        <Button key={answer} disabled={isDisabled} onClick={() => act({ type: 'allAnswered', answer })}>
          <kbd>{key}</kbd> {name}
        </Button>
      ))}
    </div>
  )
}

function CodeBox({ code, isDisabled, codeBox, act }: Pick<EntryPanelProps, 'code' | 'codeBox' | 'act'> & { readonly isDisabled: boolean }) {
  return (
    <label className={styles.code}>
      标记码
      <input
        ref={codeBox}
        data-desk={CODE_BOX}
        className={`${styles.input} ${styles.codeBox}`}
        type="text"
        autoComplete="off"
        spellCheck={false}
        maxLength={votingLimits.markedCode.max}
        placeholder="扫码或输入"
        disabled={isDisabled}
        value={code}
        onChange={({ target }) => act({ type: 'codeTyped', text: target.value })}
      />
    </label>
  )
}

/** The ballot has a vote: when, by whom and where it was entered, and a way to look at it. */
function VotedNote({ note, standing, onSee }: Pick<EntryPanelProps, 'note' | 'standing' | 'onSee'>) {
  return (
    <Alert
      className={styles.note}
      data-testid="note"
      type={note ? alertTypeOf(note) : 'warning'}
      showIcon
      title={note?.text ?? deskMessages.alreadyVoted}
      description={standing ? <span className="tabular">{madeInWords(standing)}</span> : null}
      action={<Button onClick={onSee}>查看</Button>}
      role="alert"
    />
  )
}

const alertTypeOf = ({ kind }: Note) => (kind === 'unread' ? 'info' : kind)

/** What has to be known about the entry, in words; it stays until something else happens. */
export function DeskNote({ note }: { readonly note: Note | null }) {
  return note === null ? null : (
    <Alert
      className={styles.note}
      data-testid="note"
      type={alertTypeOf(note)}
      showIcon
      title={note.text}
      role={note.kind === 'error' || note.kind === 'warning' ? 'alert' : 'status'}
    />
  )
}
