import { Button, Radio } from 'antd'
import { useState } from 'react'
import type { Activity } from '#shared/features/activity/contract.ts'
import type { UnmergedOwner } from '#shared/features/ballot/unmerged.ts'
import { useMay } from '../../app-context/may.ts'
import { useEndpoint } from '../../bridge/useEndpoint.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ExportButton } from '../job/parts/ExportButton.tsx'
import { formatArea, formatCount } from '../../ui/numbers.ts'
import { PageTable, type PageColumn } from '../../ui/PageTable.tsx'
import { ReasonedButton } from '../../ui/ReasonedButton.tsx'
import { usePageState } from '../../ui/usePageState.ts'
import { MergeAllDialog } from './MergeAllDialog.tsx'
import { whyWholeFixed } from './parts/adjusting/adjusting.ts'
import { MergeOwnerDialog } from './parts/merging/MergeOwnerDialog.tsx'
import {
  differencesInWords,
  freeBallots,
  ownerRefusalInWords,
  placesInWords,
  stayingInWords,
  valuesInWords,
  type UnmergedKind,
} from './parts/merging/unmerged.ts'
import styles from './ballot.module.css'
import mergingStyles from './parts/merging/merging.module.css'

const TABLE = 'unmergedOwners'
/** Places that a row names. */
const NAMED = 4

const columns: readonly PageColumn<UnmergedOwner>[] = [
  { key: 'ownerName', title: '产权人', text: ({ ownerName }) => ownerName, width: 120, isAlwaysShown: true },
  { key: 'houses', title: '房产', text: (owner) => placesInWords(owner, NAMED), width: 260, isStretched: true },
  { key: 'propertyCount', title: '套数', text: ({ propertyCount }) => formatCount(propertyCount), kind: 'number', width: 70 },
  { key: 'area', title: '面积(㎡)', text: ({ areaHundredths }) => formatArea(areaHundredths), kind: 'number', width: 108 },
  { key: 'phone', title: '手机号', text: (owner) => valuesInWords(owner, 'phone').join('；'), width: 132 },
  { key: 'note', title: '说明', text: noteInWords, cell: (owner) => <Note owner={owner} />, width: 190 },
]

interface UnmergedOwnersProps {
  readonly activity: Activity
  /** Shows one of the owner's properties as the main property. */
  readonly onSee: (rosterPropertyId: string) => void
}

/** The owners whose properties vote with several ballots: each is merged after a look, or all at once. */
export function UnmergedOwners({ activity, onSee }: UnmergedOwnersProps) {
  const [kind, setKind] = useState<UnmergedKind>('same')
  const [merging, setMerging] = useState<UnmergedOwner | null>(null)
  const [isMergingAll, setIsMergingAll] = useState(false)
  const paging = usePageState(TABLE, kind)
  const query = useEndpoint(
    'ballot.unmergedOwners',
    { query: { activityId: activity.id, kind, pageNo: paging.pageNo, pageSize: paging.pageSize } },
    { keepsPrevious: true, errors: 'caller' },
  )
  const mayMerge = useMay('ballot.mergeOwners')
  const notNow = whyWholeFixed(activity.status)
  const { sameCount = 0, alikeCount = 0 } = query.data ?? {}
  /** A number only once it is known. */
  const counted = (label: string, count: number): string => (query.data ? `${label} ${formatCount(count)}` : label)
  const rowActions = (owner: UnmergedOwner) => (
    <div className="row-actions">
      {mayMerge ? <MergeButton owner={owner} notNow={notNow} onClick={() => setMerging(owner)} /> : null}
      <Button type="link" size="small" aria-label={`查看 ${owner.ownerName}`} onClick={() => onSee(firstProperty(owner))}>
        查看
      </Button>
    </div>
  )
  return (
    <section className={styles.unmergedOwners} aria-label="未合并的产权人">
      <h2>
        {query.data ? headingOf(kind, sameCount, alikeCount) : query.error ? '有多套房产的产权人' : '正在查找有多套房产的产权人…'}
        <span className={styles.cardNote}>{kind === 'same' ? '姓名和证件号都相同，合并后按 1 人计票' : '没有证件号或证件号不同，请逐一核对是不是同一人'}</span>
      </h2>
      <PageTable<UnmergedOwner>
        name={TABLE}
        label="未合并的产权人列表"
        columns={columns}
        query={query}
        paging={paging}
        rowKey={({ ballots: [first] }) => first?.ballotId ?? ''}
        rowName={({ ownerName }) => ownerName}
        tools={
          <ExportButton
            endpoint="ballot.exportUnmerged"
            query={{ activityId: activity.id, kind }}
            name="未合并的产权人"
            of={activity.title}
            isPersonal
            count={query.data?.total}
          />
        }
        toolbar={
          <>
            <Radio.Group
              aria-label="相同的程度"
              optionType="button"
              value={kind}
              options={[
                { value: 'same', label: counted('姓名、证件号相同', sameCount) },
                { value: 'alike', label: counted('仅姓名相同', alikeCount) },
              ]}
              onChange={(event) => setKind(event.target.value as UnmergedKind)}
            />
            {mayMerge && kind === 'same' && sameCount > 0 ? (
              <ReasonedButton type="primary" reason={notNow} onClick={() => setIsMergingAll(true)}>
                全部合并…
              </ReasonedButton>
            ) : null}
          </>
        }
        actionsWidth={104}
        actions={rowActions}
        empty={<NoneLeft kind={kind} otherCount={kind === 'same' ? alikeCount : sameCount} />}
      />
      <MergeOwnerDialog activity={activity} kind={kind} owner={merging} onClose={() => setMerging(null)} />
      <MergeAllDialog isOpen={isMergingAll} activity={activity} count={sameCount} onClose={() => setIsMergingAll(false)} />
    </section>
  )
}

interface MergeButtonProps {
  readonly owner: UnmergedOwner
  /** Why nothing can be merged now; null where it can. */
  readonly notNow: string | null
  readonly onClick: () => void
}

function MergeButton({ owner, notNow, onClick }: MergeButtonProps) {
  return (
    <ReasonedButton type="link" size="small" reason={notNow ?? ownerRefusalInWords(owner)} aria-label={`合并 ${owner.ownerName}`} onClick={onClick}>
      合并
    </ReasonedButton>
  )
}

function headingOf(kind: UnmergedKind, sameCount: number, alikeCount: number): string {
  if (kind === 'alike') return `${formatCount(alikeCount)} 组产权人仅姓名相同`
  return sameCount === 0 ? '没有姓名和证件号相同而未合并的产权人' : `${formatCount(sameCount)} 位产权人有多套房产未合并`
}

function noteInWords(owner: UnmergedOwner): string {
  return [differencesInWords(owner), ownerRefusalInWords(owner) ?? stayingInWords(owner)].filter((words) => words !== '').join('；')
}

function Note({ owner }: { readonly owner: UnmergedOwner }) {
  const words = noteInWords(owner)
  const isAnyStaying = freeBallots(owner).length < owner.ballots.length
  if (words === '') return null
  return (
    <span className={isAnyStaying ? mergingStyles.unmergedNote : mergingStyles.unmergedDiffers} title={words}>
      {words}
    </span>
  )
}

function NoneLeft({ kind, otherCount }: { readonly kind: UnmergedKind; readonly otherCount: number }) {
  const other = otherCount === 0 ? '' : kind === 'same' ? `另有 ${formatCount(otherCount)} 组仅姓名相同，请点上面的“仅姓名相同”核对。` : ''
  if (kind === 'alike') return <EmptyState text="没有仅姓名相同的产权人需要核对" />
  return <EmptyState text={`每位产权人的房产都已在同一票里，没有需要合并的。${other}`} />
}

const firstProperty = ({ ballots: [first] }: UnmergedOwner): string => first?.properties[0]?.rosterPropertyId ?? ''
