import { Alert } from 'antd'
import type { ReactNode } from 'react'
import type { Activity } from '#shared/features/activity/contract.ts'
import type { Voter } from '#shared/features/ballot/contract.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { useSend } from '../../bridge/useSend.ts'
import { ballotWords } from './parts/ballotStates.ts'
import { formatArea, formatCount } from '../../ui/numbers.ts'
import { useUndo } from '../../bridge/useUndo.ts'
import { useQuestions } from '../../ui/question.tsx'
import { useAdjustReason } from './parts/adjusting/useAdjustReason.tsx'
import { rosterReads } from './parts/rosterProperty/rosterReads.ts'
import { areaOf, frozenOthers, propertiesOf } from './ballotRights.ts'
import { Compared } from './parts/merging/Compared.tsx'
import { differencesFrom, doubtBetween, doubtQuestion } from './parts/merging/unmerged.ts'
import { useMainProperty } from './useMainProperty.ts'
import mergingStyles from './parts/merging/merging.module.css'
import styles from './ballot.module.css'

/** Number of frozen ballots named. */
const NAMED = 5

interface MergeDialogProps {
  readonly isOpen: boolean
  readonly activity: Activity
  readonly main: Voter
  /** Other ballots of the main property's owner. */
  readonly suggestions: readonly Voter[]
  /** The property to add to the main one's ballot; the other properties on its own ballot stay there. */
  readonly merged: Voter
  readonly onClose: () => void
  readonly onMerged: () => void
}

/** 合并: compares both properties and whether their owners are the same person, and shows the resulting ballot. */
export function MergeDialog({ isOpen, activity, main, suggestions, merged, onClose, onMerged }: MergeDialogProps) {
  const { ask } = useQuestions()
  const merge = useSend('ballot.merge', { refreshes: rosterReads })
  const tellMerged = useUndo('ballot.undoMerge', rosterReads)
  const { suggestions: ofMerged } = useMainProperty(activity.id, isOpen ? merged : null)
  const { reason, isMissing, field } = useAdjustReason(activity.status, merge.isSending)
  const before = propertiesOf(main)
  const after = [...before, merged]
  const differs = differencesFrom(main, merged)
  const doubt = doubtBetween(main, merged)
  const frozen = frozenOthers(activity.status, main, merged, [...suggestions, ...ofMerged])
  const outcome = `${formatCount(before.length)} 套 + 1 套 = ${formatCount(after.length)} 套，按 1 人计票`
  const send = async () => {
    const sent = await merge.send({ query: { activityId: activity.id, ballotId: main.ballotId, propertyId: merged.propertyId, reason } })
    if (!sent.ok) return
    onClose()
    onMerged()
    tellMerged({
      title: '合并票权成功',
      detail: `${merged.place} ${merged.ownerName}`,
      inverse: { body: { activityId: activity.id, merges: [{ ballotId: main.ballotId, rosterPropertyIds: [merged.rosterPropertyId] }] } },
    })
  }
  const confirm = () => {
    if (doubt === '') void send()
    else ask({ ...doubtQuestion(doubt, outcome), onConfirm: send })
  }
  return (
    <Dialog
      title="合并票权"
      open={isOpen}
      width={680}
      okText="合并"
      okButtonProps={{ loading: merge.isSending, disabled: isMissing, autoFocus: doubt === '' }}
      cancelButtonProps={{ disabled: merge.isSending, autoFocus: doubt !== '' }}
      isBusy={merge.isSending}
      onOk={confirm}
      onCancel={onClose}
    >
      {doubt === '' ? null : <Alert className={mergingStyles.unmergedWarning} type="warning" showIcon title={`${doubt}，请核对是不是同一位产权人。`} />}
      {frozen.length === 0 ? null : <FrozenOthers ballots={frozen} />}
      <div className={styles.mergeSides}>
        <Side title="主房产" voter={main} differs={differs}>
          <span className="tabular">
            票权内现有 {formatCount(before.length)} 套，共 {formatArea(areaOf(before))}㎡
          </span>
        </Side>
        <Side title="待合并房产" voter={merged} differs={differs} />
      </div>
      {field}
      <p className={mergingStyles.mergeAfter}>
        合并后：
        <span className="tabular">
          {formatCount(before.length)} 套 + 1 套 = <strong>{formatCount(after.length)} 套</strong>，共 <strong>{formatArea(areaOf(after))}㎡</strong>
        </span>
        ，按 1 人计票。
        {merged.sharedProperties.length === 0 ? '' : `待合并房产原票权里的另外 ${formatCount(merged.sharedProperties.length)} 套不变。`}
      </p>
    </Dialog>
  )
}

/** The owner's ballots already marked or voted, which stay separate, so that one person counts several times. */
function FrozenOthers({ ballots }: { readonly ballots: readonly Voter[] }) {
  const named = ballots.slice(0, NAMED).map((ballot) => `${ballot.place}（${ballotWords(ballot).name}）`)
  return (
    <Alert
      className={mergingStyles.unmergedWarning}
      type="warning"
      showIcon
      title={`该产权人另有 ${formatCount(ballots.length)} 票已标记或已投票，不能合并，仍单独计票：${named.join('、')}${ballots.length > NAMED ? '等' : ''}`}
    />
  )
}

interface SideProps {
  readonly title: string
  readonly voter: Voter
  readonly differs: ReturnType<typeof differencesFrom>
  readonly children?: ReactNode
}

function Side({ title, voter, differs, children }: SideProps) {
  return (
    <section className={styles.mergeSide} aria-label={title}>
      <h3>{title}</h3>
      <strong>{voter.ownerName}</strong>
      <span>
        手机号 <Compared rosterPropertyId={voter.rosterPropertyId} kind="phone" text={voter.phone} isOther={differs.phone} />
      </span>
      <span>
        证件号 <Compared rosterPropertyId={voter.rosterPropertyId} kind="idNumber" text={voter.idNumber} isOther={differs.idNumber} />
      </span>
      <span>{voter.place}</span>
      <span className="tabular">这一套 {formatArea(voter.areaHundredths)}㎡</span>
      {children}
    </section>
  )
}
