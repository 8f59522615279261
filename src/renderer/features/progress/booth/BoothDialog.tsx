import { Dialog } from '../../../ui/Dialog.tsx'
import { useState } from 'react'
import type { Activity } from '#shared/features/activity/contract.ts'
import type { Voter } from '#shared/features/ballot/contract.ts'
import { BallotState } from '#shared/features/ballot/rules.ts'
import { useEndpoint } from '../../../bridge/useEndpoint.ts'
import { BallotStateTag } from '../../ballot/parts/BallotStateTag.tsx'
import { noAnswers, type Answers } from '../../activity/parts/choices/choices.ts'
import { Awaited } from '../../../ui/FailureState.tsx'
import { formatArea } from '../../../ui/numbers.ts'
import { useQuestions } from '../../../ui/question.tsx'
import { useUnsaved } from '../../../ui/unsaved.ts'
import { useLiveInterval } from '../../../ui/useLiveInterval.ts'
import { BallotBooth } from './BallotBooth.tsx'
import { ballotArea, ballotPlace, nextOpenBallot } from './booth.ts'
import styles from './booth.module.css'

interface BoothDialogProps {
  readonly activity: Activity
  /** The clicked room's registry id. */
  readonly propertyId: string
  readonly onClose: () => void
}

/**
 * The voting booth over the grid: the owner of a room, and a vote for each of the owner's ballots.
 *
 * What was chosen and not cast stays when another ballot is looked at, and is asked about before it is dropped.
 */
export function BoothDialog({ activity, propertyId, onClose }: BoothDialogProps) {
  const { ask } = useQuestions()
  const refetchInterval = useLiveInterval()
  const query = useEndpoint('voting.votersOfProperty', { query: { activityId: activity.id, propertyId } }, { refetchInterval, keptMs: 0 })
  const [chosenId, setChosenId] = useState<string | null>(null)
  const [chosen, setChosen] = useState<ReadonlyMap<string, Answers>>(new Map())
  const [isWorking, setIsWorking] = useState(false)
  const voters = query.data?.voters ?? []
  const voter = voters.find(({ ballotId }) => ballotId === chosenId) ?? voters[0]
  // Choices for a ballot that another desk has voted with are obsolete.
  const isDirty = voters.some(({ ballotId, ballotState }) => ballotState !== BallotState.voted && (chosen.get(ballotId)?.size ?? 0) > 0)
  useUnsaved(isDirty)

  const choose = (ballotId: string, answers: Answers) => setChosen((before) => new Map(before).set(ballotId, answers))
  const close = () => {
    if (isWorking) return
    if (!isDirty) onClose()
    else
      ask({
        title: '放弃已选的内容吗?',
        detail: '关闭后，还没有提交的选择不会保留',
        confirmText: '放弃',
        cancelText: '继续投票',
        isDangerous: true,
        onConfirm: onClose,
      })
  }
  const voted = (ballotId: string) => {
    choose(ballotId, noAnswers)
    const next = nextOpenBallot(activity.status, voters, ballotId)
    if (next === null) onClose()
    else setChosenId(next)
  }
  return (
    <Dialog
      open
      // Scopes the booth's keys.
      data-booth
      title={voter ? `投票 · ${voter.place}` : '投票'}
      width={920}
      footer={null}
      isBusy={isWorking}
      onCancel={close}
      style={{ top: 24 }}
      classNames={{ body: styles.body }}
    >
      {voter ? (
        <>
          {voters.length > 1 ? <BallotList voters={voters} chosenId={voter.ballotId} onChoose={setChosenId} isDisabled={isWorking} /> : null}
          <BallotBooth
            key={voter.ballotId}
            activity={activity}
            voter={voter}
            isUpToDate={!query.isError}
            answers={chosen.get(voter.ballotId) ?? noAnswers}
            onAnswers={(answers) => choose(voter.ballotId, answers)}
            ends={{ onWorking: setIsWorking, onVoted: () => voted(voter.ballotId), onRefused: () => void query.refetch() }}
            onClose={close}
          />
        </>
      ) : (
        <Awaited of={query} />
      )}
    </Dialog>
  )
}

interface BallotListProps {
  readonly voters: readonly Voter[]
  readonly chosenId: string
  readonly onChoose: (ballotId: string) => void
  readonly isDisabled: boolean
}

/** A button for each of an owner's ballots. */
function BallotList({ voters, chosenId, onChoose, isDisabled }: BallotListProps) {
  return (
    <div className={styles.ballots} role="group" aria-label="该产权人的票权">
      <span className={styles.ballotsName}>该产权人有 {voters.length} 票：</span>
      {voters.map((voter) => (
        <button
          key={voter.ballotId}
          type="button"
          className={styles.ballot}
          aria-pressed={voter.ballotId === chosenId}
          disabled={isDisabled}
          onClick={() => onChoose(voter.ballotId)}
        >
          {ballotPlace(voter)} <span className="tabular">{formatArea(ballotArea(voter))}㎡</span> <BallotStateTag ballot={voter} />
        </button>
      ))}
    </div>
  )
}
