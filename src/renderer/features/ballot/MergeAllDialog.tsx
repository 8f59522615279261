import { Alert, Progress, Table } from 'antd'
import { Dialog } from '../../ui/Dialog.tsx'
import { useState } from 'react'
import { MAX_PAGE_SIZE } from '#shared/contract/page.ts'
import { MAX_MERGED_OWNERS } from '#shared/features/ballot/contract.ts'
import type { Activity } from '#shared/features/activity/contract.ts'
import type { UnmergedOwner } from '#shared/features/ballot/unmerged.ts'
import { useEndpoints } from '../../bridge/useEndpoints.ts'
import { useSend } from '../../bridge/useSend.ts'
import { useUndo } from '../../bridge/useUndo.ts'
import { FailureState } from '../../ui/FailureState.tsx'
import { formatArea, formatCount } from '../../ui/numbers.ts'
import { useAdjustReason } from './parts/adjusting/useAdjustReason.tsx'
import { rosterReads } from './parts/rosterProperty/rosterReads.ts'
import {
  differencesInWords,
  freeBallots,
  hasNothingToGoBy,
  isCertain,
  isMergeable,
  mergeOf,
  ownerRefusalInWords,
  placesInWords,
  stayingInWords,
  valuesInWords,
} from './parts/merging/unmerged.ts'
import styles from './parts/merging/merging.module.css'

/** Maximum number of places per row; only developers have more. */
const NAMED = 40

interface MergeAllDialogProps {
  readonly isOpen: boolean
  readonly activity: Pick<Activity, 'id' | 'status'>
  /** Number of owners to review. */
  readonly count: number
  readonly onClose: () => void
}

/** 全部合并: lists all owners with several ballots, preselecting those without doubts; merges the selected ones in one step. */
export function MergeAllDialog({ isOpen, ...props }: MergeAllDialogProps) {
  return isOpen ? <OpenDialog {...props} /> : null
}

const idOf = ({ ballots: [first] }: UnmergedOwner): string => first?.ballotId ?? ''

function OpenDialog({ activity, count, onClose }: Omit<MergeAllDialogProps, 'isOpen'>) {
  const merge = useSend('ballot.mergeOwners', { refreshes: rosterReads })
  const tellMerged = useUndo('ballot.undoMerge', rosterReads)
  const { reason, isMissing, field } = useAdjustReason(activity.status, merge.isSending)
  const [pageCount] = useState(() => Math.max(1, Math.ceil(Math.min(count, MAX_MERGED_OWNERS) / MAX_PAGE_SIZE)))
  const pages = useEndpoints(
    'ballot.unmergedOwners',
    Array.from({ length: pageCount }, (_, index) => ({
      query: { activityId: activity.id, kind: 'same' as const, pageNo: index + 1, pageSize: MAX_PAGE_SIZE },
    })),
  )
  // Selections changed by the user; the rest follows the defaults.
  const [changed, setChanged] = useState<ReadonlyMap<string, boolean>>(new Map())
  const failed = pages.find(({ error, data }) => error && !data)
  const isLoading = pages.some(({ data }) => !data)
  const owners = pages.flatMap(({ data }) => data?.rows ?? [])
  const isChosen = (owner: UnmergedOwner) => isMergeable(owner) && (changed.get(idOf(owner)) ?? isCertain('same', owner))
  const chosen = owners.filter(isChosen)
  const unticked = untickedInWords(owners.filter(isMergeable))
  const choose = (keys: readonly string[]) => {
    const ticked = new Set(keys)
    setChanged(new Map(owners.map((owner) => [idOf(owner), ticked.has(idOf(owner))])))
  }
  const orders = chosen.flatMap((owner) => mergeOf(freeBallots(owner)) ?? [])
  const send = async () => {
    const sent = await merge.send({ body: { activityId: activity.id, owners: orders, reason } })
    if (!sent.ok) return
    onClose()
    const { ownerCount, merges } = sent.value
    tellMerged({ title: '合并票权成功', detail: `${formatCount(ownerCount)} 位产权人`, inverse: { body: { activityId: activity.id, merges } } })
  }
  return (
    <Dialog
      title="全部合并"
      open
      width={1080}
      okText={`合并所选 ${formatCount(orders.length)} 位`}
      okButtonProps={{ loading: merge.isSending, disabled: orders.length === 0 || isLoading || isMissing }}
      isBusy={merge.isSending}
      onOk={() => void send()}
      onCancel={onClose}
    >
      {failed ? (
        <FailureState sentence={failed.error?.message ?? ''} onRetry={() => void failed.refetch()} />
      ) : isLoading ? (
        <Progress percent={Math.floor((100 * pages.filter(({ data }) => data).length) / pageCount)} aria-label="正在读取名单" />
      ) : (
        <>
          {unticked === '' ? null : <Alert className={styles.unmergedWarning} type="warning" showIcon title={unticked} />}
          <OwnerTable owners={owners} chosen={chosen} onChoose={choose} />
          {field}
          <p className={styles.mergeAfter} role="status">
            {summaryOf(chosen)}
            {count > owners.length && pageCount * MAX_PAGE_SIZE >= MAX_MERGED_OWNERS ? `一次最多合并 ${formatCount(MAX_MERGED_OWNERS)} 位，合并后可继续。` : ''}
          </p>
        </>
      )}
    </Dialog>
  )
}

/** Why some owners are not preselected; `''` if all are. */
function untickedInWords(owners: readonly UnmergedOwner[]): string {
  const differing = owners.filter((owner) => differencesInWords(owner) !== '').length
  const unknown = owners.filter(hasNothingToGoBy).length
  const reasons = [
    ...(differing > 0 ? [`有 ${formatCount(differing)} 位产权人的手机号不一致`] : []),
    ...(unknown > 0 ? [`有 ${formatCount(unknown)} 位产权人既没有手机号也没有证件号`] : []),
  ]
  return reasons.length === 0 ? '' : `${reasons.join('，')}，没有自动勾选，请核对后再勾选。`
}

/** `合并后：2 位产权人的 5 票变为 2 票，共 5 套，340.00㎡。全部成功才会写入。` */
function summaryOf(owners: readonly UnmergedOwner[]): string {
  if (owners.length === 0) return '请勾选要合并的产权人。'
  const ballots = owners.flatMap(freeBallots)
  const properties = ballots.flatMap((ballot) => ballot.properties)
  const area = properties.reduce((sum, { areaHundredths }) => sum + areaHundredths, 0)
  const [before, after] = [formatCount(ballots.length), formatCount(owners.length)]
  return `合并后：${before} 票变为 ${after} 票，共 ${formatCount(properties.length)} 套、${formatArea(area)}㎡。要么全部合并，要么一票也不合并。`
}

interface OwnerTableProps {
  readonly owners: readonly UnmergedOwner[]
  readonly chosen: readonly UnmergedOwner[]
  readonly onChoose: (keys: readonly string[]) => void
}

function OwnerTable({ owners, chosen, onChoose }: OwnerTableProps) {
  const noteOf = (owner: UnmergedOwner) => ownerRefusalInWords(owner) ?? stayingInWords(owner)
  return (
    <Table<UnmergedOwner>
      aria-label="要合并的产权人"
      size="small"
      rowKey={idOf}
      dataSource={owners}
      pagination={{ pageSize: 50, hideOnSinglePage: true, showSizeChanger: false, size: 'small', showTotal: (total) => `共 ${formatCount(total)} 位` }}
      rowSelection={{
        columnWidth: '3.4rem',
        preserveSelectedRowKeys: true,
        selectedRowKeys: chosen.map(idOf),
        onChange: (keys) => onChoose(keys.map(String)),
        getCheckboxProps: (owner) => ({ disabled: !isMergeable(owner), 'aria-label': `合并 ${owner.ownerName}` }),
      }}
      columns={[
        { key: 'ownerName', title: '产权人', width: '6rem', render: (_: unknown, { ownerName }: UnmergedOwner) => ownerName },
        { key: 'properties', title: '房产', render: (_: unknown, owner: UnmergedOwner) => placesInWords(owner, NAMED) },
        {
          key: 'area',
          title: '面积(㎡)',
          width: '7rem',
          align: 'right',
          className: 'tabular',
          render: (_: unknown, { areaHundredths }: UnmergedOwner) => formatArea(areaHundredths),
        },
        { key: 'phone', title: '手机号', width: '8.5rem', render: (_: unknown, owner: UnmergedOwner) => <Values owner={owner} field="phone" /> },
        { key: 'idNumber', title: '证件号', width: '11.5rem', render: (_: unknown, owner: UnmergedOwner) => <Values owner={owner} field="idNumber" /> },
        // Where nobody has one, the properties have its room.
        ...(owners.some(noteOf) ? [{ key: 'note', title: '说明', width: '10rem', render: (_: unknown, owner: UnmergedOwner) => noteOf(owner) }] : []),
      ]}
    />
  )
}

/** A field's masked values over an owner's properties; in red, one per line, if they differ. */
function Values({ owner, field }: { readonly owner: UnmergedOwner; readonly field: 'phone' | 'idNumber' }) {
  const values = valuesInWords(owner, field)
  return (
    <span className={values.length > 1 ? `${styles.unmergedDiffers} tabular` : 'tabular'}>
      {values.map((value) => (
        <div key={value}>{value}</div>
      ))}
    </span>
  )
}
