import { Radio } from 'antd'
import { useState } from 'react'
import type { Activity } from '#shared/features/activity/contract.ts'
import type { UnmergedOwner } from '#shared/features/ballot/unmerged.ts'
import { Act, LineAct } from '../../app-context/Act.tsx'
import { useMay } from '../../app-context/may.ts'
import { useEndpoint } from '../../bridge/useEndpoint.ts'
import { useEstate } from '../estate/parts/useEstate.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ExportButton } from '../job/parts/ExportButton.tsx'
import { formatArea, formatCount } from '../../ui/numbers.ts'
import { PageTable, type PageColumn } from '../../ui/PageTable.tsx'
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
/** Maximum number of places per row. */
const NAMED = 4

const columns: readonly PageColumn<UnmergedOwner>[] = [
  { key: 'ownerName', title: '产权人', text: ({ ownerName }) => ownerName, width: 120, isAlwaysShown: true },
  { key: 'houses', title: '房产', text: (owner) => placesInWords(owner, NAMED), width: 250, isStretched: true },
  { key: 'propertyCount', title: '套数', text: ({ propertyCount }) => formatCount(propertyCount), kind: 'number', width: 70 },
  { key: 'area', title: '面积(㎡)', text: ({ areaHundredths }) => formatArea(areaHundredths), kind: 'number', width: 108, givesWay: 2 },
  { key: 'phone', title: '手机号', text: (owner) => valuesInWords(owner, 'phone').join('；'), width: 132, givesWay: 1 },
  { key: 'note', title: '说明', text: noteInWords, cell: (owner) => <Note owner={owner} />, width: 190 },
]

interface UnmergedOwnersProps {
  readonly activity: Activity
  /** The activity's number of ballots; undefined while loading. */
  readonly ballotCount: number | undefined
  /** Opens 全部合并 initially. */
  readonly proposesMerging: boolean
  /** Selects one of the owner's properties as the main property. */
  readonly onSee: (rosterPropertyId: string) => void
}

/** Owners whose properties are on several ballots: merged one by one after review, or all at once. */
export function UnmergedOwners({ activity, ballotCount, proposesMerging, onSee }: UnmergedOwnersProps) {
  const [kind, setKind] = useState<UnmergedKind>('same')
  const [merging, setMerging] = useState<UnmergedOwner | null>(null)
  const [isMergingAll, setIsMergingAll] = useState(proposesMerging)
  const paging = usePageState(TABLE, kind)
  const query = useEndpoint(
    'ballot.unmergedOwners',
    { query: { activityId: activity.id, kind, pageNo: paging.pageNo, pageSize: paging.pageSize } },
    { keepsPrevious: true },
  )
  const mayMerge = useMay('ballot.mergeOwners')
  const notNow = whyWholeFixed(activity.status)
  const { sameCount = 0, alikeCount = 0 } = query.data ?? {}
  const rowActions = (owner: UnmergedOwner) => (
    <div className="row-actions">
      <LineAct call="ballot.mergeOwners" text="合并" of={owner.ownerName} reason={notNow ?? ownerRefusalInWords(owner)} onClick={() => setMerging(owner)} />
      <LineAct text="查看" of={owner.ownerName} onClick={() => onSee(firstProperty(owner))} />
    </div>
  )
  return (
    <section className={styles.unmergedOwners} aria-label="未合并的产权人">
      <h2>
        {query.data ? headingOf(kind, sameCount, alikeCount) : query.error ? '有多套房产的产权人' : '正在查找有多套房产的产权人…'}
        <span className={styles.cardNote}>{kind === 'same' ? '姓名和证件号都相同，合并后按 1 人计票' : '没有证件号或证件号不同，请逐一核对是不是同一人'}</span>
      </h2>
      <RightsCompared activity={activity} ballotCount={ballotCount} sameCount={sameCount} />
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
            <KindChoice kind={kind} counts={query.data} onChoose={setKind} />
            {mayMerge && kind === 'same' && sameCount > 0 ? (
              <Act text="全部合并…" type="primary" reason={notNow} onClick={() => setIsMergingAll(true)} />
            ) : null}
          </>
        }
        actionsWidth={104}
        actions={rowActions}
        empty={<NoneLeft kind={kind} otherCount={kind === 'same' ? alikeCount : sameCount} />}
      />
      <MergeOwnerDialog activity={activity} kind={kind} owner={merging} onClose={() => setMerging(null)} />
      <MergeAllDialog
        isOpen={isMergingAll && mayMerge && notNow === null && sameCount > 0}
        activity={activity}
        count={sameCount}
        onClose={() => setIsMergingAll(false)}
      />
    </section>
  )
}

interface KindChoiceProps {
  readonly kind: UnmergedKind
  /** Undefined while loading. */
  readonly counts: { readonly sameCount: number; readonly alikeCount: number } | undefined
  readonly onChoose: (kind: UnmergedKind) => void
}

function KindChoice({ kind, counts, onChoose }: KindChoiceProps) {
  const counted = (label: string, count: number | undefined): string => (count === undefined ? label : `${label} ${formatCount(count)}`)
  return (
    <Radio.Group
      aria-label="相同的程度"
      optionType="button"
      value={kind}
      options={[
        { value: 'same', label: counted('姓名、证件号相同', counts?.sameCount) },
        { value: 'alike', label: counted('仅姓名相同', counts?.alikeCount) },
      ]}
      onChange={(event) => onChoose(event.target.value as UnmergedKind)}
    />
  )
}

interface RightsComparedProps {
  readonly activity: Activity
  readonly ballotCount: number | undefined
  readonly sameCount: number
}

/** Explains why an activity has more ballots than its estate has rights; nothing if all owners are merged. */
function RightsCompared({ activity, ballotCount, sameCount }: RightsComparedProps) {
  const isWhole = activity.scopePaths.length === 0
  const { estate } = useEstate(sameCount > 0 && isWhole ? activity.estateId : '')
  if (sameCount === 0 || ballotCount === undefined) return null
  const own = `本活动${formatCount(ballotCount)}票，${formatCount(sameCount)}位业主的房产尚未合并`
  const words = isWhole && estate ? `小区票权数${formatCount(estate.ballotCount)}：同一业主的房产计一票；${own}` : `${own}：同一业主的房产合并后计一票`
  return (
    <p className="quiet lead" role="note">
      {words}
    </p>
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
