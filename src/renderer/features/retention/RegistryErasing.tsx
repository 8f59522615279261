import { useState } from 'react'
import { Button } from 'antd'
import type { RegistryPreview } from '#shared/features/retention/contract.ts'
import { sentenceFor } from '#shared/contract/refusals.ts'
import { useEndpoint } from '../../bridge/useEndpoint.ts'
import { formatCount } from '../../ui/numbers.ts'
import { EstatePicker } from '../estate/parts/EstatePicker.tsx'
import { useChosenEstate } from '../estate/parts/useChosenEstate.ts'
import { JobDialog } from '../job/parts/JobDialog.tsx'
import { ErasingDialog, Sentences } from './ErasingDialog.tsx'
import { entriesInWords } from './entriesInWords.ts'
import styles from './retention.module.css'
import { useErasure } from './useErasure.ts'

/** Properties of an estate that no kept activity needs any more. */
export function RegistryErasing() {
  const chosen = useChosenEstate()
  const [isOpen, setIsOpen] = useState(false)
  const { estateId, estates } = chosen
  const name = estates.find(({ id }) => id === estateId)?.name ?? ''
  return (
    <>
      <h2 className={styles.heading}>房产登记</h2>
      <p>不在任何保留着的活动清册中的房产和产权人，可以从房产登记中清除。</p>
      <div className={styles.registry}>
        <EstatePicker chosen={chosen} />
        <Button danger disabled={estateId === null} onClick={() => setIsOpen(true)}>
          清除房产登记
        </Button>
      </div>
      {isOpen && estateId !== null ? <EraseDialog estateId={estateId} name={name} onClose={() => setIsOpen(false)} /> : null}
    </>
  )
}

function EraseDialog({ estateId, name, onClose }: { readonly estateId: string; readonly name: string; readonly onClose: () => void }) {
  const preview = useEndpoint('retention.previewRegistry', { query: { estateId } }, { errors: 'caller' })
  const { erase, jobId, isErasing } = useErasure('retention.eraseRegistry')
  const start = async () => {
    if (await erase((id) => ({ body: { estateId, isFinal: true, jobId: id } }))) onClose()
  }
  return (
    <>
      <ErasingDialog
        title={`清除“${name}”的房产登记`}
        preview={preview}
        nothing={preview.data?.propertyCount === 0 ? sentenceFor('retention.nothing') : null}
        isErasing={isErasing}
        onErase={() => void start()}
        onClose={onClose}
      >
        {preview.data ? <Preview counts={preview.data} /> : null}
      </ErasingDialog>
      {jobId === null ? null : <JobDialog title="正在清除房产登记" jobId={jobId} unit="步" />}
    </>
  )
}

function Preview({ counts }: { readonly counts: RegistryPreview }) {
  const { propertyCount, keptCount, keptFor, waitingCount, changeCount, pictureCount } = counts
  const goes = [
    `房产 ${formatCount(propertyCount)} 套，连同产权人的姓名、手机号、证件号`,
    changeCount === 0 ? null : `${formatCount(changeCount)} 条房产变更申请，整条清除`,
    pictureCount === 0 ? null : `证件图片 ${formatCount(pictureCount)} 个`,
    `${entriesInWords(counts.entryCount)}；导入记录整条清除`,
  ]
  const stays = [
    keptCount === 0 ? '这个小区没有需要保留的房产' : `房产 ${formatCount(keptCount)} 套`,
    ...keptFor.map((each) => `在活动“${each.title}”的清册中：${formatCount(each.propertyCount)} 套`),
    waitingCount === 0 ? null : `有房产变更等待审批：${formatCount(waitingCount)} 套`,
  ]
  return (
    <>
      {propertyCount === 0 ? null : <Sentences title="清除" sentences={goes} />}
      <Sentences title="保留" sentences={stays} />
    </>
  )
}
