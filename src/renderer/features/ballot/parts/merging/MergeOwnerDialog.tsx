import { Alert, Checkbox } from 'antd'
import { Dialog } from '../../../../ui/Dialog.tsx'
import { useState } from 'react'
import type { Activity } from '#shared/features/activity/contract.ts'
import type { UnmergedBallot, UnmergedProperty, UnmergedOwner } from '#shared/features/ballot/unmerged.ts'
import { useSend } from '../../../../bridge/useSend.ts'
import { formatArea } from '../../../../ui/numbers.ts'
import { useUndo } from '../../../../bridge/useUndo.ts'
import { useQuestions } from '../../../../ui/question.tsx'
import { useAdjustReason } from '../adjusting/useAdjustReason.tsx'
import { rosterReads } from '../rosterProperty/rosterReads.ts'
import { Compared } from './Compared.tsx'
import { differencesFrom, doubtInWords, doubtQuestion, freeBallots, mergeInWords, mergeOf, stayingInWords, type UnmergedKind } from './unmerged.ts'
import styles from './merging.module.css'

interface MergeOwnerDialogProps {
  readonly activity: Pick<Activity, 'id' | 'status'>
  readonly kind: UnmergedKind
  /** Null closes the dialog. */
  readonly owner: UnmergedOwner | null
  readonly onClose: () => void
}

/** Compares an owner's ballots and selects those to merge into one. */
export function MergeOwnerDialog({ owner, ...props }: MergeOwnerDialogProps) {
  return owner ? <OpenDialog key={owner.ballots[0]?.ballotId} owner={owner} {...props} /> : null
}

function OpenDialog({ activity, kind, owner, onClose }: MergeOwnerDialogProps & { readonly owner: UnmergedOwner }) {
  const { ask } = useQuestions()
  const merge = useSend('ballot.mergeOwners', { refreshes: rosterReads })
  const tellMerged = useUndo('ballot.undoMerge', rosterReads)
  const { reason, isMissing, field } = useAdjustReason(activity.status, merge.isSending)
  const free = freeBallots(owner)
  // Owners that share only the name must be selected by hand.
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(kind === 'same' ? free.map(({ ballotId }) => ballotId) : []))
  const merged = free.filter(({ ballotId }) => chosen.has(ballotId))
  const reference = (merged[0] ?? free[0] ?? owner.ballots[0])?.properties[0]
  const doubt = doubtInWords(merged)
  const order = mergeOf(merged)
  const choose = (ballotId: string, isChosen: boolean) => {
    const next = new Set(chosen)
    if (isChosen) next.add(ballotId)
    else next.delete(ballotId)
    setChosen(next)
  }
  const send = async () => {
    if (!order) return
    const sent = await merge.send({ body: { activityId: activity.id, owners: [order], reason } })
    if (!sent.ok) return
    onClose()
    tellMerged({ title: '合并票权成功', detail: owner.ownerName, inverse: { body: { activityId: activity.id, merges: sent.value.merges } } })
  }
  const confirm = () => {
    if (doubt === '') return void send()
    ask({ ...doubtQuestion(doubt, mergeInWords(merged)), onConfirm: send })
  }
  return (
    <Dialog
      title={`合并票权 · ${owner.ownerName}`}
      open
      width={860}
      okText="合并"
      okButtonProps={{ loading: merge.isSending, disabled: order === null || isMissing }}
      isBusy={merge.isSending}
      onOk={confirm}
      onCancel={onClose}
    >
      {kind === 'alike' ? (
        <Alert
          className={styles.unmergedWarning}
          type="warning"
          showIcon
          title="这些房产只有产权人姓名相同。请核对手机号和证件号，只勾选确实属于同一人的房产。"
        />
      ) : null}
      <table className={styles.unmergedTable} aria-label="产权人的票权">
        <thead>
          <tr>
            <th aria-label="选择" />
            <th>房屋</th>
            <th className={styles.unmergedArea}>面积(㎡)</th>
            <th>手机号</th>
            <th>证件号</th>
          </tr>
        </thead>
        {owner.ballots.map((ballot) => (
          <BallotRows
            key={ballot.ballotId}
            ballot={ballot}
            reference={reference}
            isChosen={chosen.has(ballot.ballotId)}
            onChoose={(isChosen) => choose(ballot.ballotId, isChosen)}
          />
        ))}
      </table>
      {field}
      <p className={styles.mergeAfter} role="status">
        {order === null ? '请勾选至少 2 票' : `合并后：${mergeInWords(merged)}。`}
        {stayingInWords(owner) === '' ? '' : `${stayingInWords(owner)}。`}
      </p>
    </Dialog>
  )
}

interface BallotRowsProps {
  readonly ballot: UnmergedBallot
  readonly reference: UnmergedProperty | undefined
  readonly isChosen: boolean
  readonly onChoose: (isChosen: boolean) => void
}

/** A ballot's properties, selected together since they vote together already. */
function BallotRows({ ballot: { properties, refusal, refusalReason }, reference, isChosen, onChoose }: BallotRowsProps) {
  return (
    <tbody>
      {properties.map((property, index) => {
        const differs = differencesFrom(reference, property)
        return (
          <tr key={property.rosterPropertyId}>
            {index === 0 ? (
              <td rowSpan={properties.length}>
                <Checkbox
                  aria-label={`合并 ${property.place}`}
                  checked={isChosen}
                  disabled={refusalReason !== undefined}
                  onChange={(event) => onChoose(event.target.checked)}
                />
              </td>
            ) : null}
            <td>
              {property.place}
              {refusalReason === undefined || index > 0 ? null : <span className={styles.unmergedNote}>{refusal}</span>}
            </td>
            <td className={`${styles.unmergedArea} tabular`}>{formatArea(property.areaHundredths)}</td>
            <td>
              <Compared rosterPropertyId={property.rosterPropertyId} kind="phone" text={property.phone} isOther={differs.phone} />
            </td>
            <td>
              <Compared rosterPropertyId={property.rosterPropertyId} kind="idNumber" text={property.idNumber} isOther={differs.idNumber} />
            </td>
          </tr>
        )
      })}
    </tbody>
  )
}
