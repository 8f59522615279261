import { Button } from 'antd'
import { useEffect, useRef, useState } from 'react'
import type { Activity } from '#shared/features/activity/contract.ts'
import type { VoteRecord } from '#shared/features/voting/contract.ts'
import { ActivityStatus } from '#shared/features/activity/rules.ts'
import { ActivityPage } from '../activity/parts/ActivityPage.tsx'
import { ballotRefusal, type DeskMode, modeOf, modeWords, operateTypeOf } from './modes.ts'
import { whyNot } from '../activity/parts/whyNot.ts'
import { LookUpButton } from './parts/LookUpButton.tsx'
import { slotsOf } from '../activity/parts/choices/choices.ts'
import { PageFrame } from '../../app-context/PageFrame.tsx'
import { SoundButton } from '../../ui/scanner/SoundButton.tsx'
import { useSounds } from '../../ui/scanner/useSounds.ts'
import { RecordDialog } from './parts/records/RecordList.tsx'
import { Allowed } from '../../app-context/Allowed.tsx'
import { useNavigate } from '../../app-context/navigation.ts'
import { useTab, useTabTitle } from '../../app-context/tab.ts'
import { useEndpoint } from '../../bridge/useEndpoint.ts'
import { useLiveInterval } from '../../ui/useLiveInterval.ts'
import { useUnsaved } from '../../ui/unsaved.ts'
import { ActivityDetails, DeskCounter, ModeSwitch, ModeWarning, OverNotice } from './DeskHead.tsx'
import { DeskEntry } from './DeskEntry.tsx'
import { holdsUnsent, type Search } from './deskState.ts'
import { RecentStrip } from './DeskResults.tsx'
import type { RecentEntry } from './casting.ts'
import { SearchBar } from './SearchBar.tsx'
import { ROOMY_ROWS } from './parts/topics/TopicList.tsx'
import { type DeskStore, useDesk, useDeskStore, type DeskAction } from './desk.ts'
import { takeAskedPaper } from './parts/papers.ts'
import { useDeskFocus, useDeskKeys } from './useDeskKeys.ts'
import { useDeskSender } from './useDeskSender.ts'
import { askServer, failureOf } from '../../bridge/bridge.ts'
import { sentenceOf } from '../../bridge/failure.ts'
import { activityPaths } from '../activity/parts/activityPaths.ts'
import { useQuestions } from '../../ui/question.tsx'
import { useVotingTime } from '../activity/parts/useVotingTime.ts'
import styles from './desk.module.css'

/*
 * A vote's way from the key to the bridge:
 * 1. `useDeskKeys` hears the key, or the end of a scan, and says what it does at the desk as it is now.
 * 2. `reduceDesk` (desk.ts) makes the next desk of it, which `DeskStore` keeps and the page shows; Ctrl+Enter goes on.
 * 3. `readinessOf` (casting.ts) says what is missing, what has to be asked, and what is to be sent.
 * 4. `useCasting` asks, and sends it once; what got lost on its way is first looked for (`useDeskSender`).
 * 5. `useCastSender` (parts/castSender.ts) calls the bridge.
 */

/** `/voteManage/votedesk`: `operatetype` 1 marks, 2 casts votes, 3 tallies. */
export function DeskScreen() {
  return (
    <ActivityPage namesItsTab accepts={(query) => modeOf(query.get('operatetype')) !== null}>
      {(activity, query) => {
        const mode = modeOf(query.get('operatetype'))
        // Changed topics make a different paper, which earlier input does not fit.
        const paper = activity.topics.map(({ id, options }) => `${id}:${options.length}`).join()
        return mode === null ? null : <VotingDesk key={`${activity.id} ${paper}`} activity={activity} openedFor={mode} />
      }}
    </ActivityPage>
  )
}

interface VotingDeskProps {
  readonly activity: Activity
  /** The mode in the address. */
  readonly openedFor: DeskMode
}

/** The desk: find the owner, fill in the ballot, submit, next. */
function VotingDesk({ activity, openedFor }: VotingDeskProps) {
  const slots = slotsOf(activity.topics)
  const store = useDeskStore(openedFor, slots)
  const { dispatch } = store
  const desk = useDesk(store)
  const { entry, mode } = desk
  // Desks of one activity are distinguished by their mode.
  useTabTitle(activity.title, modeWords[mode].name)
  const { sound, isSilent, toggle: toggleSounds } = useSounds()
  useFoundVoters(activity.id, desk.search, dispatch)
  useTimeOver(activity, dispatch)
  useAskedPaper(activity.id, store)
  const refetchInterval = useLiveInterval()
  // Another client may extend the vote meanwhile: the enclosing page shows the same cache entry.
  useEndpoint('activity.get', { query: { id: activity.id } }, { refetchInterval: refetchInterval && refetchInterval * 3 })
  const standing = useStandingRecord(activity.id, entry?.owner.recordId ?? '')
  const [isSeeing, setIsSeeing] = useState(false)
  const refreshBallots = useOwnerBallots(activity.id, entry?.owner.propertyId, dispatch)
  const { entries, offer, success, cast, voiding } = useDeskSender(activity, store, { sound, refreshBallots })
  const restart = useRestart(store)
  const chooseMode = useModeInAddress(activity, store)

  const searchBox = useRef<HTMLInputElement>(null)
  const codeBox = useRef<HTMLInputElement>(null)
  const paper = useRef<HTMLDivElement>(null)
  useDeskFocus(desk.focus, { search: searchBox, code: codeBox, entry: paper })
  useDeskKeys(store, { onCast: () => cast('keys'), onRestart: restart })
  useUnsaved(holdsUnsent(desk))

  const handlers = {
    castByButton: () => cast('button'),
    restart,
    see: () => setIsSeeing(true),
    voidVoter: voiding.voidVote,
    unmarkVoter: voiding.takeMarkBack,
  }
  const voidRecent = (recent: RecentEntry) => (recent.mode === 'mark' ? voiding.takeMarkBack(recent) : voiding.voidVote(recent))
  const [voidRefusal, unmarkRefusal] = [whyNot(activity.status, 'void'), whyNot(activity.status, 'unmark')]
  const refusal = whyNot(activity.status, mode)
  return (
    <PageFrame
      isFilling
      title={`投票台 · ${modeWords[mode].name}`}
      about={<DeskCounter activityId={activity.id} />}
      actions={
        <>
          <ActivityDetails activity={activity} />
          <LookUpButton activity={activity} voter={entry?.owner ?? null} />
          <ImportVotesButton activity={activity} />
          <SoundButton isSilent={isSilent} onToggle={toggleSounds} />
          <ModeSwitch mode={mode} status={activity.status} isVotingClosed={desk.isVotingClosed} onChoose={chooseMode} />
        </>
      }
    >
      <div className={styles.deskPlace}>
        <div className={`${styles.desk}${slots.length > ROOMY_ROWS ? ` ${styles.manyRows}` : ''}`}>
          {refusal === null ? null : <ModeWarning mode={mode} activity={activity} refusal={refusal} onChoose={chooseMode} />}
          {refusal === null && desk.isVotingClosed ? <OverNotice mode={mode} endsAt={activity.endsAt} onChoose={chooseMode} /> : null}
          <SearchBar desk={desk} dispatch={dispatch} box={searchBox} />
          <DeskEntry
            activity={activity}
            desk={desk}
            success={success}
            standing={standing}
            paper={paper}
            codeBox={codeBox}
            dispatch={dispatch}
            handlers={handlers}
          />
          <RecentStrip entries={entries} voidRefusal={voidRefusal} unmarkRefusal={unmarkRefusal} onVoid={voidRecent} offer={offer} />
        </div>
      </div>
      {isSeeing && entry !== null ? (
        <RecordDialog
          activityId={activity.id}
          ballotId={entry.owner.ballotId}
          title={`${entry.owner.ownerName} · ${entry.owner.place}`}
          slots={slots}
          onClose={() => setIsSeeing(false)}
        />
      ) : null}
    </PageFrame>
  )
}

function ImportVotesButton({ activity }: Pick<VotingDeskProps, 'activity'>) {
  const navigate = useNavigate()
  return (
    <Allowed call="voting.sheet">
      <Button onClick={() => navigate(activityPaths.importVotes(activity))}>导入投票</Button>
    </Allowed>
  )
}

type Dispatch = (action: DeskAction) => void

/** Searches for voters once per round; outdated answers are dropped. */
function useFoundVoters(activityId: string, { round, text, isByCode }: Search, dispatch: Dispatch): void {
  useEffect(() => {
    if (text === '') return undefined
    let isWanted = true
    const asked = isByCode
      ? askServer('voting.votersByMarkedCode', { query: { activityId, markedCode: text } })
      : askServer('voting.findVoters', { query: { activityId, location: '', condition: text } })
    asked.then(
      (voters) => isWanted && dispatch({ type: 'found', round, voters }),
      (error: unknown) => {
        const failure = failureOf(error)
        if (isWanted) dispatch({ type: 'searchFailed', round, sentence: sentenceOf(failure), isRefused: failure.kind === 'refused' })
      },
    )
    return () => {
      isWanted = false
    }
  }, [activityId, round, text, isByCode, dispatch])
}

/** Looks up the paper that another screen sent here, each time the desk is shown, as if it had been scanned. */
function useAskedPaper(activityId: string, { now, dispatch }: DeskStore): void {
  useEffect(() => {
    const code = takeAskedPaper(activityId)
    if (code !== null) dispatch({ type: 'scanned', code, before: now() })
  }, [activityId, now, dispatch])
}

/**
 * Refreshes the owner's ballots when an owner is selected, when the tab is shown again, and on demand.
 *
 * @returns refreshes
 */
function useOwnerBallots(activityId: string, propertyId: string | undefined, dispatch: Dispatch): () => void {
  useEffect(() => void askBallots(activityId, propertyId, dispatch), [activityId, propertyId, dispatch])
  return () => void askBallots(activityId, propertyId, dispatch)
}

async function askBallots(activityId: string, propertyId: string | undefined, dispatch: Dispatch): Promise<void> {
  if (propertyId === undefined) return
  try {
    const { voters } = await askServer('voting.votersOfProperty', { query: { activityId, propertyId } })
    dispatch({ type: 'ballotsCame', propertyId, voters })
  } catch {
    // Non-critical: the card keeps the search result, and the server rechecks whether the ballot is free when it is voted with.
  }
}

/** The live record of the owner's ballot: by whom, when and where it was made; undefined while loading or if there is none. */
function useStandingRecord(activityId: string, recordId: string): VoteRecord | undefined {
  const { data } = useEndpoint('voting.detail', { query: { activityId, recordId } }, { enabled: recordId !== '', keptMs: 0 })
  return data?.id === recordId ? data : undefined
}

/** Changes the mode and the page's address, so that a refresh keeps the mode. */
function useModeInAddress(activity: Pick<Activity, 'id'>, { now, dispatch }: DeskStore): (mode: DeskMode) => void {
  const tab = useTab()
  return (mode) => {
    const desk = now()
    // Unsent input shows its own note and stays.
    const isMoving = desk.mode !== mode && !holdsUnsent(desk)
    const address = activityPaths.desk(activity, operateTypeOf[mode])
    // Another tab may already be this activity's desk in that mode: it is shown, and this one stays unchanged.
    if (isMoving && tab?.moveTo(address) === false) return
    dispatch({ type: 'modeChosen', mode })
  }
}

/** Number of answers from which discarding them is confirmed. */
const WORTH_ASKING = 2

/** Esc and 重来: confirms before discarding two or more answers. */
function useRestart({ now, dispatch }: DeskStore): () => void {
  const { ask } = useQuestions()
  return () => {
    const { entry, isListOpen, mode } = now()
    // Answers that can no longer be submitted are no loss.
    const isLosing = entry?.phase === 'open' && !isListOpen && entry.answers.size >= WORTH_ASKING && ballotRefusal(mode, entry.owner) === null
    if (!isLosing) {
      dispatch({ type: 'escaped' })
      return
    }
    const question = {
      title: '放弃已选的内容吗?',
      detail: `${entry.owner.ownerName} 的选票已选 ${entry.answers.size} 项，还没有提交`,
      confirmText: '放弃',
      cancelText: '继续填写',
      isDangerous: true,
      onConfirm: () => dispatch({ type: 'escaped' }),
    }
    // Deferred, since the same Esc event would close the dialog.
    setTimeout(() => ask(question))
  }
}

/** Updates the desk when the voting time ends, or has been extended. */
function useTimeOver(activity: Pick<Activity, 'status' | 'startsAt' | 'endsAt'>, dispatch: Dispatch): void {
  const isVotingClosed = useVotingTime(activity) === 'over' && activity.status === ActivityStatus.voting
  useEffect(() => dispatch({ type: 'timePassed', isVotingClosed }), [isVotingClosed, dispatch])
}
