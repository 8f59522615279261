import { useRef, useState } from 'react'
import type { Activity } from '#shared/features/activity/contract.ts'
import type { Voter } from '#shared/features/ballot/contract.ts'
import { whyNot } from '../activity/parts/whyNot.ts'
import { slotsOf, type Slot } from '../activity/parts/choices/choices.ts'
import { PageFrame } from '../../ui/PageFrame.tsx'
import { SoundButton } from '../../ui/scanner/SoundButton.tsx'
import { useSounds } from '../../ui/scanner/useSounds.ts'
import { RecordDialog } from './parts/records/RecordDialog.tsx'
import { useTabTitle } from '../../app-context/tab.ts'
import { useEndpoint } from '../../bridge/useEndpoint.ts'
import { useLiveInterval } from '../../ui/useLiveInterval.ts'
import { useUnsaved } from '../../ui/unsaved.ts'
import { ActivityDetails } from './ActivityDetails.tsx'
import { DeskCounter } from './DeskCounter.tsx'
import { DeskEntry } from './DeskEntry.tsx'
import { holdsUnsent } from './deskState.ts'
import { ModeSwitch } from './ModeSwitch.tsx'
import { ModeWarning } from './ModeWarning.tsx'
import { OverNotice } from './OverNotice.tsx'
import { modeWords, type DeskMode } from './modes.ts'
import type { RecentEntry } from './recents.ts'
import { RecentStrip } from './RecentStrip.tsx'
import { SearchBar } from './SearchBar.tsx'
import { useDesk } from './useDesk.ts'
import { useFoundVoters, useOwnerBallots, useStandingRecord } from './useDeskQueries.ts'
import { useDeskFocus } from './useDeskFocus.ts'
import { useDeskKeys } from './useDeskKeys.ts'
import { useDeskSender } from './useDeskSender.ts'
import { useModeInAddress } from './useModeInAddress.ts'
import { useRestart } from './useRestart.ts'
import { useTimeOver } from './useTimeOver.ts'
import styles from './desk.module.css'

interface VotingDeskProps {
  readonly activity: Activity
  /** The mode that the address asks for. */
  readonly openedFor: DeskMode
}

/** The desk itself: find the owner, fill in the ballot, send it, next one. */
export function VotingDesk({ activity, openedFor }: VotingDeskProps) {
  const slots = slotsOf(activity.topics)
  const handle = useDesk(openedFor, slots)
  const { desk, act } = handle
  const { entry, mode } = desk
  // The desks of one activity are distinguished by what they do.
  useTabTitle(activity.title, modeWords[mode].name)
  const { sound, isSilent, toggle: toggleSounds } = useSounds()
  useFoundVoters(activity.id, desk.search, act)
  useTimeOver(activity, act)
  const refetchInterval = useLiveInterval()
  // Another program may extend the vote meanwhile: the page around shows what is in the same place of the cache.
  useEndpoint('activity.get', { query: { id: activity.id } }, { errors: 'caller', refetchInterval: refetchInterval && refetchInterval * 3 })
  const standing = useStandingRecord(activity.id, entry?.owner.recordId ?? '')
  const [isSeeing, setIsSeeing] = useState(false)
  const refreshBallots = useOwnerBallots(activity.id, entry?.owner.propertyId, act)
  const { entries, success, submit, voiding } = useDeskSender(activity, handle, { sound, refreshBallots })
  const restart = useRestart(handle)
  const chooseMode = useModeInAddress(activity, handle)

  const searchBox = useRef<HTMLInputElement>(null)
  const codeBox = useRef<HTMLInputElement>(null)
  const paper = useRef<HTMLDivElement>(null)
  useDeskFocus(desk.focus, { search: searchBox, code: codeBox, entry: paper })
  useDeskKeys(handle, { onSubmit: () => submit('keys'), onRestart: restart })
  useUnsaved(holdsUnsent(desk))

  const handlers = {
    submitByButton: () => submit('button'),
    restart,
    chooseMode,
    see: () => setIsSeeing(true),
    voidVoter: voiding.voidVote,
    unmarkVoter: voiding.takeMarkBack,
    voidRecent: (recent: RecentEntry) => (recent.mode === 'mark' ? voiding.takeMarkBack(recent) : voiding.voidVote(recent)),
  }
  const [voidRefusal, unmarkRefusal] = [whyNot(activity.status, 'void'), whyNot(activity.status, 'unmark')]
  const refusal = whyNot(activity.status, mode)
  return (
    <PageFrame
      isFilling
      title={`投票台 · ${modeWords[mode].name}`}
      about={<DeskCounter activityId={activity.id} />}
      actions={
        <>
          <SoundButton isSilent={isSilent} onToggle={toggleSounds} />
          <ModeSwitch mode={mode} status={activity.status} isOver={desk.isOver} onChoose={handlers.chooseMode} />
        </>
      }
    >
      <div className={styles.desk}>
        <ActivityDetails activity={activity} />
        {refusal === null ? null : <ModeWarning mode={mode} activity={activity} refusal={refusal} onChoose={handlers.chooseMode} />}
        {refusal === null && desk.isOver ? <OverNotice mode={mode} endsAt={activity.endsAt} onChoose={handlers.chooseMode} /> : null}
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
        <DeskEntry
          activity={activity}
          desk={desk}
          slots={slots}
          success={success}
          isPossible={refusal === null}
          standing={standing}
          paper={paper}
          codeBox={codeBox}
          act={act}
          handlers={handlers}
        />
        <RecentStrip entries={entries} voidRefusal={voidRefusal} unmarkRefusal={unmarkRefusal} onVoid={handlers.voidRecent} />
      </div>
      {isSeeing && entry !== null ? <EnteredRecord activityId={activity.id} owner={entry.owner} slots={slots} onClose={() => setIsSeeing(false)} /> : null}
    </PageFrame>
  )
}

interface EnteredRecordProps {
  readonly activityId: string
  readonly owner: Voter
  readonly slots: readonly Slot[]
  readonly onClose: () => void
}

/** What the owner's ballot has voted. */
function EnteredRecord({ activityId, owner: { ballotId, ownerName, place }, slots, onClose }: EnteredRecordProps) {
  return <RecordDialog activityId={activityId} ballotId={ballotId} title={`${ownerName} · ${place}`} slots={slots} onClose={onClose} />
}
