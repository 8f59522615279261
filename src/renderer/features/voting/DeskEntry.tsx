import type { Activity } from '#shared/features/activity/contract.ts'
import type { Voter } from '#shared/features/ballot/contract.ts'
import { codeLabels } from '#shared/features/paper/rules.ts'
import type { VoteRecord } from '#shared/features/voting/contract.ts'
import { Alert, Button } from 'antd'
import { BallotState } from '#shared/features/ballot/rules.ts'
import { votingLimits } from '#shared/features/voting/rules.ts'
import { whyNot } from '../activity/parts/whyNot.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { offers, type Slot, slotsOf } from '../activity/parts/choices/choices.ts'
import type { DeskAction } from './desk.ts'
import { isAsked, type Desk, type Entry, type Note } from './deskState.ts'
import { OwnerCard } from './OwnerCard.tsx'
import { ReceiptLine } from './ReceiptLine.tsx'
import { type Success, SuccessBand } from './DeskResults.tsx'
import { allKeys } from '../activity/parts/choices/answerSheet.ts'
import { madeInWords } from './parts/records/recordWords.ts'
import { ballotRefusal, deskMessages, modeWords } from './modes.ts'
import { registeredReceipt } from './parts/papers.ts'
import { TopicList } from './parts/topics/TopicList.tsx'
import { CODE_BOX, type DeskPlaces } from './useDeskKeys.ts'
import styles from './desk.module.css'

interface DeskEntryProps {
  readonly activity: Activity
  readonly desk: Desk
  readonly success: Success | null
  /** The owner's live record, once loaded. */
  readonly standing: VoteRecord | undefined
  readonly paper: DeskPlaces['entry']
  readonly codeBox: DeskPlaces['code']
  readonly dispatch: (action: DeskAction) => void
  readonly handlers: {
    readonly castByButton: () => void
    readonly restart: () => void
    readonly see: () => void
    readonly voidVoter: (voter: Voter) => void
    readonly unmarkVoter: (voter: Voter) => void
  }
}

/** The selected owner and the ballot paper; the last success while no owner is selected. */
export function DeskEntry({ activity, desk, success, standing, paper, codeBox, dispatch, handlers }: DeskEntryProps) {
  const { entry, mode, note } = desk
  return (
    <div className={styles.entry} ref={paper} tabIndex={-1}>
      <SuccessBand success={entry === null ? success : null} unread={entry === null && note?.kind === 'unread' ? note.text : null} />
      {entry === null ? (
        <NoOwner text={whyNot(activity.status, mode) === null ? emptyWords(desk) : null} note={note?.kind === 'unread' ? null : note} />
      ) : (
        <>
          <OwnerCard
            activity={activity}
            mode={mode}
            entry={entry}
            dispatch={dispatch}
            standing={standing}
            onVoid={handlers.voidVoter}
            onUnmark={handlers.unmarkVoter}
          />
          <EntryPanel activity={activity} desk={desk} entry={entry} standing={standing} codeBox={codeBox} dispatch={dispatch} handlers={handlers} />
        </>
      )}
    </div>
  )
}

function emptyWords({ mode, isByCode }: Desk): string {
  if (isByCode && mode === 'tally') return `扫描或输入${codeLabels.either}，开始唱票`
  return mode === 'mark' ? '查找业主，再扫描选票上的码；也可以先扫码' : '输入房号、姓名、手机号或证件号查找业主'
}

/** No owner selected: shows the next step; `text` is null if the page above explains why nothing can be done. */
function NoOwner({ text, note }: { readonly text: string | null; readonly note: Note | null }) {
  return (
    <div className={styles.noOwner}>
      {text === null ? null : <EmptyState text={text} />}
      <DeskNote note={note} />
    </div>
  )
}

interface EntryPanelProps extends Pick<DeskEntryProps, 'activity' | 'desk' | 'standing' | 'codeBox' | 'dispatch' | 'handlers'> {
  readonly entry: Entry
}

/** The selected owner's ballot paper, the code box and the submit button. */
function EntryPanel({ activity, desk, entry, standing, codeBox, dispatch, handlers }: EntryPanelProps) {
  const { mode, code, receipt, isVotingClosed, note } = desk
  const slots = slotsOf(activity.topics)
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
          noteOf={(slot) => (isAsked({ proxy })(slot) ? null : { text: '不在委托范围', isClosed: true })}
          onAnswer={(answer, position) => dispatch({ type: 'answered', answer, position })}
        />
      </div>
      {/* Here the topics above it and the buttons below it stay where they are. */}
      {owner.ballotState === BallotState.voted ? <VotedNote note={note} standing={standing} onSee={handlers.see} /> : <DeskNote note={note} />}
      <div className={styles.paperEnd}>
        {isMarking || isClosed ? null : (
          <ReceiptLine
            mode={mode}
            receipt={receipt}
            registered={registeredReceipt(mode, owner, standing)}
            isVotingClosed={isVotingClosed}
            // A vote for several ballots has a single typed receipt time.
            isWanted={
              isVotingClosed && [owner, ...others.filter(({ ballotId }) => joined.has(ballotId))].some(({ paperReceivedAt }) => paperReceivedAt === null)
            }
            startsAt={activity.startsAt}
            endsAt={activity.endsAt}
            dispatch={dispatch}
          />
        )}
        <div className={styles.paperFoot} data-testid="paper-foot">
          {isMarking ? (
            <CodeBox code={code} isDisabled={isClosed} codeBox={codeBox} dispatch={dispatch} />
          ) : (
            <AllButtons slots={slots} isDisabled={isClosed} dispatch={dispatch} />
          )}
          <span className={`${styles.paperProgress} tabular`}>{isMarking ? '' : `已选 ${answers.size} / ${slots.length}`}</span>
          <Button disabled={phase !== 'open'} onClick={handlers.restart}>
            重来 <kbd>Esc</kbd>
          </Button>
          <Button type="primary" loading={phase === 'sending'} disabled={phase === 'doubtful'} onClick={handlers.castByButton}>
            {modeWords[mode].cast} <kbd>Ctrl+Enter</kbd>
          </Button>
        </div>
      </div>
    </section>
  )
}

function AllButtons({ slots, isDisabled, dispatch }: Pick<EntryPanelProps, 'dispatch'> & { readonly slots: readonly Slot[]; readonly isDisabled: boolean }) {
  const offered = allKeys.filter(({ answer }) => slots.some(({ voteModel }) => offers(voteModel, answer)))
  return (
    <div className={styles.all} role="group" aria-label="全部选择" onMouseDown={(event) => event.preventDefault()}>
      {offered.map(({ answer, name, key }) => (
        <Button key={answer} disabled={isDisabled} onClick={() => dispatch({ type: 'allAnswered', answer })}>
          <kbd>{key}</kbd> {name}
        </Button>
      ))}
    </div>
  )
}

function CodeBox({
  code,
  isDisabled,
  codeBox,
  dispatch,
}: Pick<EntryPanelProps, 'codeBox' | 'dispatch'> & { readonly code: string; readonly isDisabled: boolean }) {
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
        onChange={({ target }) => dispatch({ type: 'codeTyped', text: target.value })}
      />
    </label>
  )
}

/** The ballot has already voted: when, by whom and where it was entered, with a button to view the record. */
function VotedNote({ note, standing, onSee }: Pick<EntryPanelProps, 'standing'> & { readonly note: Note | null; readonly onSee: () => void }) {
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

/** The current note about the entry; shown until something else happens. */
function DeskNote({ note }: { readonly note: Note | null }) {
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
