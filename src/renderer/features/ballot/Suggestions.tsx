import { Button } from 'antd'
import { useState } from 'react'
import type { Activity } from '#shared/features/activity/contract.ts'
import type { MergeUndo, Voter } from '#shared/features/ballot/contract.ts'
import { Allowed } from '../../app-context/Allowed.tsx'
import { useSend } from '../../bridge/useSend.ts'
import { BallotStateTag } from './parts/BallotStateTag.tsx'
import { formatArea, formatCount } from '../../ui/numbers.ts'
import { useUndo } from '../../bridge/useUndo.ts'
import { useQuestions } from '../../ui/question.tsx'
import { ReasonedButton } from '../../ui/ReasonedButton.tsx'
import { askedReason } from './parts/adjusting/adjusting.ts'
import { rosterReads } from './parts/rosterProperty/rosterReads.ts'
import { adjustingInWords, resizeRefusal, propertiesOf, type BallotProperty } from './ballotRights.ts'
import { Compared } from './parts/merging/Compared.tsx'
import { differencesFrom, doubtBetween, doubtQuestion } from './parts/merging/unmerged.ts'
import styles from './ballot.module.css'

interface SuggestionsProps {
  readonly activity: Activity
  readonly main: Voter
  /** The owner's other ballots. */
  readonly suggestions: readonly Voter[]
}

interface Suggested {
  readonly property: BallotProperty
  readonly voter: Voter
}

/** The owner's properties on other ballots: merges them one by one, or all at once; asks first if a phone or ID number differs. */
export function Suggestions({ activity, main, suggestions }: SuggestionsProps) {
  const { ask } = useQuestions()
  const merge = useSend('ballot.merge', { refreshes: rosterReads })
  const mergeAll = useSend('ballot.mergeOwners', { refreshes: rosterReads })
  const tell = useUndo('ballot.undoMerge', rosterReads)
  const [mergingId, setMergingId] = useState<string | null>(null)
  if (suggestions.length === 0) return null
  const frozen = resizeRefusal(activity.status, main)
  const rows = suggestions.flatMap((voter) =>
    propertiesOf(voter).map((property) => ({ property, voter, refusal: frozen ?? resizeRefusal(activity.status, voter) })),
  )
  const free = rows.filter(({ refusal }) => refusal === null)

  const tellMerged = (detail: string, merges: readonly MergeUndo[]) =>
    tell({ title: '合并票权成功', detail, inverse: { body: { activityId: activity.id, merges: [...merges] } } })
  const mergeOne = async ({ property: { propertyId, rosterPropertyId, place } }: Suggested, reason: string) => {
    setMergingId(rosterPropertyId)
    const sent = await merge.send({ query: { activityId: activity.id, ballotId: main.ballotId, propertyId, reason } })
    if (!sent.ok && !sent.failure) return
    setMergingId(null)
    if (sent.ok) tellMerged(place, [{ ballotId: main.ballotId, rosterPropertyIds: [rosterPropertyId] }])
  }
  /** All or nothing. */
  const mergeWhole = async (chosen: readonly Suggested[], reason: string) => {
    const mergedIds = [...new Set(chosen.map(({ voter }) => voter.ballotId))]
    const sent = await mergeAll.send({ body: { activityId: activity.id, owners: [{ ballotId: main.ballotId, mergedIds }], reason } })
    if (sent.ok) tellMerged(`${formatCount(chosen.length)} 套`, sent.value.merges)
  }
  const askToMerge = (chosen: readonly Suggested[], mergeThese: (reason: string) => Promise<void>) => {
    const doubt = chosen.map(({ voter }) => doubtBetween(main, voter)).find((words) => words !== '')
    const asked = askedReason(activity.status)
    if (doubt === undefined && asked === undefined) return void mergeThese('')
    const outcome = `${formatCount(chosen.length)} 套并入主房产的票权，按 1 人计票`
    const question = doubt === undefined ? { title: '确认合并吗?', detail: outcome, confirmText: '合并' } : doubtQuestion(doubt, outcome)
    ask({ ...question, ...(asked ? { reason: asked } : {}), onConfirm: mergeThese })
  }
  return (
    <section className={`${styles.card} ${styles.suggestions}`} aria-label="该产权人的其他房产">
      <h2>
        该产权人的其他房产
        <span className={`${styles.cardNote} tabular`}>{formatCount(rows.length)} 套还在其他票权中，合并后按 1 人计票</span>
        <Allowed call="ballot.merge">
          <Button
            className={styles.mergeAll}
            disabled={free.length === 0 || mergingId !== null}
            loading={mergeAll.isSending}
            onClick={() => askToMerge(free, (reason) => mergeWhole(free, reason))}
          >
            全部合并（{formatCount(free.length)} 套）
          </Button>
        </Allowed>
      </h2>
      <ul>
        {rows.map(({ property, voter, refusal }) => (
          <li key={property.rosterPropertyId}>
            <span className={styles.suggestionPlace}>{property.place}</span>
            <span className="tabular">{formatArea(property.areaHundredths)}㎡</span>
            <Numbers main={main} voter={voter} />
            <BallotStateTag ballot={voter} markedCode={voter.markedCode} />
            <ReasonedButton
              size="small"
              reason={adjustingInWords(activity.status, refusal)}
              loading={mergingId === property.rosterPropertyId}
              aria-label={`合并 ${property.place}`}
              onClick={() => askToMerge([{ property, voter }], (reason) => mergeOne({ property, voter }, reason))}
            >
              合并
            </ReasonedButton>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Phone and ID number of a suggested property's owner, in red if they differ from the main property's. */
function Numbers({ main, voter }: { readonly main: Voter; readonly voter: Voter }) {
  const differs = differencesFrom(main, voter)
  return (
    <span className={styles.suggestionNumbers}>
      <span>
        <Compared rosterPropertyId={voter.rosterPropertyId} kind="phone" text={voter.phone} isOther={differs.phone} />
      </span>
      <span>
        <Compared rosterPropertyId={voter.rosterPropertyId} kind="idNumber" text={voter.idNumber} isOther={differs.idNumber} />
      </span>
    </span>
  )
}
