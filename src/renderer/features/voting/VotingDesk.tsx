import { Alert, Button, Space } from 'antd'
import { memo, useMemo, useRef, useSyncExternalStore } from 'react'
import { useNavigate } from 'react-router-dom'
import type { Activity } from '#shared/features/activity/contract.ts'
import { stepRefusal } from '#shared/features/activity/rules.ts'
import { activityPaths } from '../../widgets/activityPaths.ts'
import { slotsOf } from '../../widgets/choices/choices.ts'
import { useCurrentUser } from '../../widgets/currentUser.ts'
import { EmptyState } from '../../widgets/EmptyState.tsx'
import { PageFrame } from '../../widgets/PageFrame.tsx'
import { useTabTitle, useUnsaved } from '../../widgets/tab.ts'
import { useActivity } from '../../widgets/useActivity.ts'
import { useStable } from '../../widgets/useStable.ts'
import { ActivityDetails } from './ActivityDetails.tsx'
import { findingNote, type Finding } from './aftermath.ts'
import type { DeskAction } from './desk.ts'
import { holdsUnsent, type Desk, type Note } from './deskState.ts'
import { DeskNote, EntryPanel } from './EntryPanel.tsx'
import { ModeSwitch } from './ModeSwitch.tsx'
import { deskModes, modeAdvice, modeRefusal, modeWords, type DeskMode } from './modes.ts'
import { OwnerCard } from './OwnerCard.tsx'
import { createRecents, type RecentEntry } from './recents.ts'
import { RecentStrip } from './RecentStrip.tsx'
import { SearchBar } from './SearchBar.tsx'
import type { Submission } from './submission.ts'
import { SuccessBand, useSuccessBand } from './SuccessBand.tsx'
import { useAftermath } from './useAftermath.ts'
import { useDesk } from './useDesk.ts'
import { useFoundVoters, useOwnerBallots } from './useDeskAsks.ts'
import { useDeskFocus } from './useDeskFocus.ts'
import { useDeskKeys } from './useDeskKeys.ts'
import { notSent, useSubmission } from './useSubmission.ts'
import { useVoiding } from './useVoiding.ts'

const recents = createRecents()

interface VotingDeskProps {
  readonly activity: Activity
  /** The mode that the address asked for. */
  readonly openedFor: DeskMode
}

/** The desk itself: find the owner, fill in the ballot, send it, next one. */
export function VotingDesk({ activity, openedFor }: VotingDeskProps) {
  const slots = useMemo(() => slotsOf(activity.topics), [activity.topics])
  const handle = useDesk(openedFor, slots)
  const { desk, act, current } = handle
  const { entry, mode, note } = desk
  // The desks of one activity are told apart by what they do.
  useTabTitle(modeWords[mode].name, activity.title)
  const [success, showSuccess] = useSuccessBand()
  const [entries, recentKey] = useRecents(activity.id)
  const { retry: refreshActivity } = useActivity(activity.id)
  useFoundVoters(activity.id, desk.search, act)
  const refreshBallots = useOwnerBallots(activity.id, entry?.owner.propertyId, act)

  const onDone = (submission: Submission, recordIds: readonly string[]) => {
    const { call, ballots } = submission
    recents.add(recentKey, recentEntries(submission, recordIds))
    showSuccess({ words: modeWords[call.mode].done, ownerName: ballots[0]?.ownerName ?? '', places: ballots.map(({ place }) => place) })
    act({ type: 'submitted' })
  }
  const onRefused = () => {
    refreshBallots()
    refreshActivity()
  }
  const { submit, underCheck, settle } = useSubmission(activity.id, handle, () => modeRefusal(activity.status, current().mode), { onDone, onRefused })
  const onFound = (finding: Finding, submission: Submission) => {
    const refusal = settle(finding.kind)
    if (finding.kind === 'arrived') onDone(submission, finding.recordIds)
    else onRefused()
    const isRefused = finding.kind === 'notArrived' && refusal !== null
    act({ type: 'cleared', note: isRefused ? { kind: 'error', text: notSent(refusal) } : findingNote(submission, finding) })
  }
  useAftermath({ activityId: activity.id, handle, underCheck, onFound })
  const voiding = useVoiding(activity.id, (recordId) => {
    recents.markVoided(recentKey, recordId)
    const { entry: now } = current()
    if (now?.phase === 'open' && now.owner.recordId === recordId) act({ type: 'cleared', note: { kind: 'info', text: '已作废，该票权可以重新投票' } })
    refreshBallots()
  })

  const searchBox = useRef<HTMLInputElement>(null)
  const codeBox = useRef<HTMLInputElement>(null)
  const paper = useRef<HTMLDivElement>(null)
  useDeskFocus(desk.focus, { search: searchBox, code: codeBox, entry: paper })
  useDeskKeys(handle, () => submit('keys'))
  useUnsaved(holdsUnsent(desk))

  // The same functions for ever: the parts of the page are drawn again only where what they show has changed.
  const { submitByButton, voidVoter, voidRecent } = useStable({
    submitByButton: () => submit('button'),
    voidVoter: voiding.voidVoter,
    voidRecent: voiding.voidRecent,
  })
  const voidRefusal = stepRefusal(activity.status, 'void')
  const refusal = modeRefusal(activity.status, mode)
  return (
    <PageFrame title={`投票台 · ${modeWords[mode].name}`} actions={<ModeSwitch mode={mode} status={activity.status} act={act} />}>
      <div className="desk">
        <ActivityDetails activity={activity} />
        {refusal === null ? null : <ModeWarning mode={mode} activity={activity} refusal={refusal} act={act} />}
        <SearchBar
          mode={mode}
          term={desk.term}
          isByCode={desk.isByCode}
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
            <Nobody text={refusal === null ? emptyWords(desk) : null} note={note} />
          ) : (
            <>
              <OwnerCard
                owner={entry.owner}
                others={entry.others}
                joined={entry.joined}
                mode={mode}
                act={act}
                isLocked={entry.phase !== 'open'}
                voidRefusal={voidRefusal}
                onVoid={voidVoter}
              />
              <EntryPanel
                mode={mode}
                topics={activity.topics}
                slots={slots}
                entry={entry}
                code={desk.code}
                note={note}
                codeBox={codeBox}
                act={act}
                onSubmit={submitByButton}
              />
            </>
          )}
        </div>
        <RecentStrip entries={entries} voidRefusal={voidRefusal} onVoid={voidRecent} />
      </div>
    </PageFrame>
  )
}

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
const Nobody = memo(function Nobody({ text, note }: { readonly text: string | null; readonly note: Note | null }) {
  return (
    <div className="desk-nobody">
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
  readonly act: (action: DeskAction) => void
}

/** Says why nothing can be sent in the present mode and what to do about it, and offers a mode in which something can. */
function ModeWarning({ mode, activity: { status }, refusal, act }: ModeWarningProps) {
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
            <Button size="small" onClick={() => void navigate(activityPaths.list)}>
              去投票活动列表
            </Button>
          )}
          {possible ? (
            <Button size="small" type="primary" onClick={() => act({ type: 'modeChosen', mode: possible })}>
              改为{modeWords[possible].name}
            </Button>
          ) : null}
        </Space>
      }
    />
  )
}
