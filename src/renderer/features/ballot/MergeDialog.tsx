import { Modal } from 'antd'
import type { ReactNode } from 'react'
import type { Voter } from '#shared/features/ballot/contract.ts'
import { useSend } from '../../bridge/useSend.ts'
import { formatArea, formatCount } from '../../widgets/numbers.ts'
import { rosterReads } from '../../widgets/rosterHouse/rosterReads.ts'
import { areaOf, housesOf } from './ballotRights.ts'

interface MergeDialogProps {
  readonly isOpen: boolean
  readonly activityId: string
  readonly main: Voter
  /** The property that joins the main one's ballot; the others on its own ballot stay there. */
  readonly merged: Voter
  readonly onClose: () => void
  readonly onMerged: () => void
}

/** 合并: both properties side by side, and what becomes of the ballot. */
export function MergeDialog({ isOpen, activityId, main, merged, onClose, onMerged }: MergeDialogProps) {
  const merge = useSend('ballot.merge', { refreshes: rosterReads, success: '合并票权成功' })
  const before = housesOf(main)
  const after = [...before, merged]
  const send = async () => {
    const sent = await merge.send({ query: { activityId, ballotId: main.ballotId, propertyId: merged.propertyId } })
    if (!sent.ok) return
    onClose()
    onMerged()
  }
  return (
    <Modal
      title="合并票权"
      open={isOpen}
      width={640}
      okText="合并"
      cancelText="取消"
      okButtonProps={{ loading: merge.isSending, autoFocus: true }}
      cancelButtonProps={{ disabled: merge.isSending }}
      closable={{ 'aria-label': '关闭', disabled: merge.isSending }}
      keyboard={!merge.isSending}
      mask={{ closable: false }}
      onOk={() => void send()}
      onCancel={onClose}
      destroyOnHidden
    >
      <div className="merge-sides">
        <Side title="主房产" voter={main}>
          <span className="tabular">
            票权内现有 {formatCount(before.length)} 套，共 {formatArea(areaOf(before))}㎡
          </span>
        </Side>
        <Side title="待合并房产" voter={merged} />
      </div>
      <p className="merge-after">
        合并后：
        <span className="tabular">
          {formatCount(before.length)} 套 + 1 套 = <strong>{formatCount(after.length)} 套</strong>，共 <strong>{formatArea(areaOf(after))}㎡</strong>
        </span>
        ，按 1 人计票。
        {merged.sharedHouses.length === 0 ? '' : `待合并房产原票权里的另外 ${formatCount(merged.sharedHouses.length)} 套不变。`}
      </p>
    </Modal>
  )
}

function Side({ title, voter, children }: { readonly title: string; readonly voter: Voter; readonly children?: ReactNode }) {
  return (
    <section className="merge-side" aria-label={title}>
      <h3>{title}</h3>
      <strong>{voter.ownerName}</strong>
      <span>{voter.place}</span>
      <span className="tabular">这一套 {formatArea(voter.areaHundredths)}㎡</span>
      {children}
    </section>
  )
}
