import { Alert, Button, Space } from 'antd'
import { memo, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import type { Failure } from '#shared/bridge/outcome.ts'
import type { Activity } from '#shared/features/activity/contract.ts'
import { whyNot } from '#shared/features/activity/refusals.ts'
import { activityPaths } from '../activity/parts/activityPaths.ts'
import { slotsOf } from '../activity/parts/choices/choices.ts'
import { useNavigate } from '../../app-context/navigation.ts'
import { useCurrentUser } from '../../app-context/currentUser.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { PageFrame } from '../../ui/PageFrame.tsx'
import { RecordDialog } from './parts/records/RecordDialog.tsx'
import { useTabTitle } from '../../app-context/tab.ts'
import { useUnsaved } from '../../ui/unsaved.ts'
import { useActivity } from '../activity/parts/useActivity.ts'
import { useStable } from '../../ui/useStable.ts'
import { ActivityDetails } from './ActivityDetails.tsx'
import { findingNote, type Finding } from './recovery.ts'
import { DeskCounter } from './DeskCounter.tsx'
import { holdsUnsent, type Desk, type Note } from './deskState.ts'
import { DeskNote, EntryPanel } from './EntryPanel.tsx'
import { ModeSwitch } from './ModeSwitch.tsx'
import { deskModes, modeAdvice, modeRefusal, modeWords, voidedNote, type DeskMode } from './modes.ts'
import { OwnerCard } from './OwnerCard.tsx'
import { createRecents, type RecentEntry } from './recents.ts'
import { RecentStrip } from './RecentStrip.tsx'
import { SearchBar } from './SearchBar.tsx'
import { SoundButton } from './SoundButton.tsx'
import type { Submission } from './submission.ts'
import { SuccessBand, useSuccessBand } from './SuccessBand.tsx'
import { useConnectionRecovery } from './useConnectionRecovery.ts'
import { useDesk } from './useDesk.ts'
import { useFoundVoters, useOwnerBallots, useStandingRecord } from './useDeskQueries.ts'
import { useDeskFocus } from './useDeskFocus.ts'
import { useDeskKeys } from './useDeskKeys.ts'
import { useModeInAddress } from './useModeInAddress.ts'
import { useRestart } from './useRestart.ts'
import { useSounds } from './useSounds.ts'
import { notSent, useSubmission } from './useSubmission.ts'
import { useVoiding } from './parts/sender/useVoiding.ts'

const recents = createRecents()

interface VotingDeskProps {
  readonly activity: Activity
  /** The mode that the address asks for. */
  readonly openedFor: DeskMode
}

/** The desk itself: find the owner, fill in the ballot, send it, next one. */
export function VotingDesk({ activity, openedFor }: VotingDeskProps) {
  const slots = useMemo(() => slotsOf(activity.topics), [activity.topics])
  const handle = useDesk(openedFor, slots)
  const { desk, act, current } = handle
  const { entry, mode, note } = desk
  // The desks of one activity are distinguished by what they do.
  useTabTitle(activity.title, modeWords[mode].name)
  const { sound, isSilent, toggle: toggleSounds } = useSounds()
  const [success, showSuccess] = useSuccessBand(entry !== null)
  const [entries, recentKey] = useRecents(activity.id)
  const { retry: refreshActivity } = useActivity(activity.id)
  useFoundVoters(activity.id, desk.search, act)
  const refreshBallots = useOwnerBallots(activity.id, entry?.owner.propertyId, act)
  const standing = useStandingRecord(activity.id, entry?.owner.recordId ?? '')
  const [isSeeing, setIsSeeing] = useState(false)

  const onDone = (submission: Submission, recordIds: readonly string[]) => {
    const { call, ballots } = submission
    recents.add(recentKey, recentEntries(submission, recordIds))
    act({ type: 'submitted' })
    showSuccess({ words: modeWords[call.mode].done, ownerName: ballots[0]?.ownerName ?? '', places: ballots.map(({ place }) => place) })
    sound('done')
  }
  const refresh = () => {
    refreshBallots()
    refreshActivity()
  }
  const onRefused = ({ kind }: Failure) => {
    sound('refused')
    if (kind === 'refused') refresh()
  }
  const { submit, underCheck, settle } = useSubmission(activity.id, handle, () => modeRefusal(activity.status, current().mode), { onDone, onRefused })
  const onFound = (finding: Finding, submission: Submission) => {
    const refusal = settle(finding.kind)
    if (finding.kind === 'arrived') onDone(submission, finding.recordIds)
    else refresh()
    const isRefused = finding.kind === 'notArrived' && refusal !== null
    act({ type: 'cleared', note: isRefused ? { kind: 'error', text: notSent(refusal) } : findingNote(submission, finding) })
  }
  useConnectionRecovery({ activityId: activity.id, handle, underCheck, onFound })
  const onWithdrawn = (recordId: string, kind: 'void' | 'unmark', markedCode: string) => {
    recents.markVoided(recentKey, recordId)
    const { entry: now } = current()
    const isShown = now?.phase === 'open' && now.owner.recordId === recordId
    const text = kind === 'void' ? voidedNote(activity.status, { markedCode, isShown }) : withdrawnWords[kind]
    if (isShown || (kind === 'void' && now === null)) act({ type: 'cleared', note: { kind: 'info', text } })
    refreshBallots()
  }
  const voiding = useVoiding(activity, { onWithdrawn })
  const restart = useRestart(handle)
  const chooseMode = useModeInAddress(activity, handle)

  const searchBox = useRef<HTMLInputElement>(null)
  const codeBox = useRef<HTMLInputElement>(null)
  const paper = useRef<HTMLDivElement>(null)
  useDeskFocus(desk.focus, { search: searchBox, code: codeBox, entry: paper })
  useDeskKeys(handle, { onSubmit: () => submit('keys'), onRestart: restart })
  useUnsaved(holdsUnsent(desk))

  // Stable across renders: the parts of the page are rendered again only where what they show has changed.
  const stable = useStable({
    submitByButton: () => submit('button'),
    restart,
    chooseMode,
    see: () => setIsSeeing(true),
    voidVoter: voiding.voidVote,
    unmarkVoter: voiding.takeMarkBack,
    voidRecent: (recent: RecentEntry) => (recent.mode === 'mark' ? voiding.takeMarkBack(recent) : voiding.voidVote(recent)),
  })
  const [voidRefusal, unmarkRefusal] = [whyNot(activity.status, 'void'), whyNot(activity.status, 'unmark')]
  const refusal = modeRefusal(activity.status, mode)
  return (
    <PageFrame
      title={`投票台 · ${modeWords[mode].name}`}
      about={<DeskCounter activityId={activity.id} />}
      actions={
        <>
          <SoundButton isSilent={isSilent} onToggle={toggleSounds} />
          <ModeSwitch mode={mode} status={activity.status} onChoose={stable.chooseMode} />
        </>
      }
    >
      <div className="desk">
        <ActivityDetails activity={activity} />
        {refusal === null ? null : <ModeWarning mode={mode} activity={activity} refusal={refusal} onChoose={stable.chooseMode} />}
        <SearchBar
          mode={mode}
          term={desk.term}
          isByCode={desk.isByCode}
          search={desk.search}
          found={desk.found}
          searchFailure={desk.searchFailure}
          isListOpen={desk.isListOpen}
          highlighted={desk.highlighted}
          act={act}
          box={searchBox}
        />
        <div className="desk-entry" ref={paper} tabIndex={-1}>
          <SuccessBand success={entry === null ? success : null} />
          {entry === null ? (
            <NoOwner text={refusal === null ? emptyWords(desk) : null} note={note} />
          ) : (
            <>
              <OwnerCard
                owner={entry.owner}
                others={entry.others}
                joined={entry.joined}
                mode={mode}
                act={act}
                isLocked={entry.phase !== 'open'}
                standing={standing}
                voidRefusal={voidRefusal}
                unmarkRefusal={unmarkRefusal}
                onVoid={stable.voidVoter}
                onUnmark={stable.unmarkVoter}
              />
              <EntryPanel
                mode={mode}
                topics={activity.topics}
                slots={slots}
                entry={entry}
                code={desk.code}
                note={note}
                standing={standing}
                codeBox={codeBox}
                act={act}
                onSubmit={stable.submitByButton}
                onRestart={stable.restart}
                onSee={stable.see}
              />
            </>
          )}
        </div>
        <RecentStrip entries={entries} voidRefusal={voidRefusal} unmarkRefusal={unmarkRefusal} onVoid={stable.voidRecent} />
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

const withdrawnWords = { void: '已作废，该票权可以重新投票', unmark: '已撤销标记，标记码可以给别的业主使用' } as const

function useRecents(activityId: string): readonly [readonly RecentEntry[], string] {
  const key = `${useCurrentUser().id} ${activityId}`
  return [useSyncExternalStore(recents.subscribe, () => recents.of(key)), key]
}

function recentEntries({ call, ballots }: Submission, recordIds: readonly string[]): RecentEntry[] {
  return ballots.map(({ place, ownerName, markedCode }, index) => ({
    recordId: recordIds[index] ?? '',
    at: Date.now(),
    place,
    ownerName,
    mode: call.mode,
    markedCode: call.mode === 'mark' ? call.body.markedCode : markedCode,
    isVoided: false,
  }))
}

function emptyWords({ mode, isByCode }: Desk): string {
  if (isByCode) return '扫描或输入选票上的标记码，开始唱票'
  return mode === 'mark' ? '查找业主，再扫描选票上的码；也可以先扫码' : '输入房号、姓名、手机号或证件号查找业主'
}

/** No owner is chosen: what to do next; null where nothing can be done, which the page says above. */
const NoOwner = memo(function NoOwner({ text, note }: { readonly text: string | null; readonly note: Note | null }) {
  return (
    <div className="desk-no-owner">
      {text === null ? null : <EmptyState text={text} />}
      <DeskNote note={note} />
    </div>
  )
})

interface ModeWarningProps {
  readonly mode: DeskMode
  readonly activity: Activity
  /** Why nothing can be sent in the present mode. */
  readonly refusal: string
  readonly onChoose: (mode: DeskMode) => void
}

/** Says why nothing can be sent in the present mode and what to do about it, and offers a mode in which something can. */
function ModeWarning({ mode, activity: { status }, refusal, onChoose }: ModeWarningProps) {
  const navigate = useNavigate()
  const advice = modeAdvice(status, mode)
  const possible = deskModes.find((one) => modeRefusal(status, one) === null)
  return (
    <Alert
      className="desk-note"
      type="warning"
      showIcon
      title={advice === null ? refusal : `${refusal}。${advice}`}
      action={
        <Space>
          {advice === null ? null : (
            <Button size="small" onClick={() => navigate(activityPaths.list)}>
              去投票活动列表
            </Button>
          )}
          {possible ? (
            <Button size="small" type="primary" onClick={() => onChoose(possible)}>
              改为{modeWords[possible].name}
            </Button>
          ) : null}
        </Space>
      }
    />
  )
}
