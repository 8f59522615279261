import { LeftOutlined } from '@ant-design/icons'
import { Space, Descriptions } from 'antd'
import { useState } from 'react'
import type { Activity } from '#shared/features/activity/contract.ts'
import type { Voter } from '#shared/features/ballot/contract.ts'
import { Allowed } from '../../app-context/Allowed.tsx'
import { Act, LineAct } from '../../app-context/Act.tsx'
import { useToasts } from '../../bridge/toasts.tsx'
import { useEndpoint } from '../../bridge/useEndpoint.ts'
import { useSend } from '../../bridge/useSend.ts'
import { ActivityPage } from '../activity/parts/ActivityPage.tsx'
import { activityPaths } from '../activity/parts/activityPaths.ts'
import { EmptyRoster } from '../activity/parts/EmptyRoster.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ExportButton } from '../job/parts/ExportButton.tsx'
import { FailureState } from '../../ui/FailureState.tsx'
import { PageFrame } from '../../app-context/PageFrame.tsx'
import { whyWholeFixed } from './parts/adjusting/adjusting.ts'
import { AddPropertyDialog } from './parts/rosterProperty/AddPropertyDialog.tsx'
import { adjustingInWords, mergeRefusal, areaOf, propertiesOf } from './ballotRights.ts'
import { PropertyList } from './PropertyList.tsx'
import { MergeDialog } from './MergeDialog.tsx'
import { Suggestions } from './Suggestions.tsx'
import { UnmergedOwners } from './UnmergedOwners.tsx'
import { useMainProperty } from './useMainProperty.ts'
import { VoterPicker } from './parts/VoterPicker.tsx'
import { propertyPaths } from '../../app-context/paths.ts'
import styles from './ballot.module.css'
import { areaSourceNames, propertyCategoryNames } from '#shared/features/property/categories.ts'
import { BallotStateTag } from './parts/BallotStateTag.tsx'
import { StoredNumber } from '../privacy/parts/StoredNumber.tsx'
import { formatArea, formatCount } from '../../ui/numbers.ts'

/** 票权管理 (`console.md` section 2, Ballot right management): which properties vote with which ballot. */
export function BallotScreen() {
  return (
    <ActivityPage parameters={['estateid']}>
      {(activity, query) => <ActivityBallots key={activity.id} activity={activity} proposesMerging={query.get('merge') === '1'} />}
    </ActivityPage>
  )
}

interface ActivityBallotsProps {
  readonly activity: Activity
  /** Opens 全部合并 initially. */
  readonly proposesMerging: boolean
}

function ActivityBallots({ activity, proposesMerging }: ActivityBallotsProps) {
  const toasts = useToasts()
  const [chosen, setChosen] = useState<Voter | null>(null)
  const [merged, setMerged] = useState<Voter | null>(null)
  const [isMerging, setIsMerging] = useState(false)
  const [isAdding, setIsAdding] = useState(false)
  const { main, suggestions, failure, retry } = useMainProperty(activity.id, chosen)
  const load = useSend('ballot.property', { refreshes: [] })
  const show = async (rosterPropertyId: string) => {
    const sent = await load.send({ query: { rosterPropertyId } })
    if (sent.ok) setChosen(sent.value)
  }
  const notNow = whyWholeFixed(activity.status)
  const counts = useEndpoint('voting.counts', { query: { activityId: activity.id } })
  const refusal = adjustingInWords(activity.status, main && merged ? mergeRefusal(activity.status, main, merged) : null)
  const askToMerge = () => {
    if (refusal === null) setIsMerging(true)
    else toasts.failure({ kind: 'local', message: refusal })
  }
  return (
    <PageFrame
      actions={
        <>
          <RosterExport activity={activity} ballotCount={counts.data?.ballotCount} />
          <Act call="checkup.get" text="体检" to={activityPaths.checkup(activity)} />
          <Act call="ballot.addProperty" text="新增房产" type="primary" reason={notNow} onClick={() => setIsAdding(true)} />
        </>
      }
    >
      <div className={styles.pickers} role="search">
        <VoterPicker label="主房产" activityId={activity.id} value={main} onChange={setChosen} />
        <Allowed call="ballot.merge">
          <VoterPicker label="待合并房产" activityId={activity.id} value={merged} onChange={setMerged} />
        </Allowed>
        <Act
          call="ballot.merge"
          text="合并"
          type="primary"
          ghost
          reason={notNow ?? (main && merged ? null : '请先选择主房产和待合并房产')}
          onClick={askToMerge}
        />
      </div>
      {refusal === null ? null : (
        <p className={styles.mergeRefusal} role="alert">
          {refusal}
        </p>
      )}
      {failure !== null ? (
        <FailureState sentence={failure} onRetry={retry} />
      ) : main ? (
        <MainProperty activity={activity} main={main} suggestions={suggestions} onLeave={() => setChosen(null)} />
      ) : (
        <NoMainProperty
          activity={activity}
          proposesMerging={proposesMerging}
          isFixed={notNow !== null}
          onAdd={() => setIsAdding(true)}
          onSee={(id) => void show(id)}
        />
      )}
      {main && merged ? (
        <MergeDialog
          isOpen={isMerging}
          activity={activity}
          main={main}
          suggestions={suggestions}
          merged={merged}
          onClose={() => setIsMerging(false)}
          onMerged={() => setMerged(null)}
        />
      ) : null}
      <AddPropertyDialog isOpen={isAdding} activity={activity} onClose={() => setIsAdding(false)} onAdded={(id) => void show(id)} />
    </PageFrame>
  )
}

/** Exports the roster as a workbook; hidden if empty. */
function RosterExport({ activity, ballotCount }: { readonly activity: Activity; readonly ballotCount: number | undefined }) {
  return (
    <ExportButton
      endpoint="ballot.exportRoster"
      query={{ activityId: activity.id }}
      name="票权清册"
      of={activity.title}
      isPersonal
      count={ballotCount === 0 ? 0 : undefined}
      extent="导出整份票权清册，按房屋位置排列，与页面上的筛选无关。"
      label="导出清册"
    />
  )
}

interface MainPropertyProps {
  readonly activity: Activity
  readonly main: Voter
  readonly suggestions: readonly Voter[]
  /** Returns to the owners with unmerged ballots. */
  readonly onLeave: () => void
}

/** The selected property: its owner, the properties on its ballot, and merge suggestions. */
function MainProperty({ activity, main, suggestions, onLeave }: MainPropertyProps) {
  return (
    <>
      <p className={styles.back}>
        <LineAct text="返回未合并名单" icon={<LeftOutlined />} onClick={onLeave} />
      </p>
      <div className={styles.columns}>
        <OwnerDetails main={main} />
        <PropertyList activity={activity} main={main} onRemovedMain={onLeave} />
      </div>
      <Suggestions activity={activity} main={main} suggestions={suggestions} />
    </>
  )
}

interface NoMainPropertyProps extends ActivityBallotsProps {
  /** The roster can no longer be changed. */
  readonly isFixed: boolean
  readonly onAdd: () => void
  /** Selects a roster property as the main property. */
  readonly onSee: (rosterPropertyId: string) => void
}

/** Shown until a main property is selected: owners with unmerged ballots, or how to fill an empty roster. */
function NoMainProperty({ activity, proposesMerging, isFixed, onAdd, onSee }: NoMainPropertyProps) {
  const counts = useEndpoint('voting.counts', { query: { activityId: activity.id } })
  if (counts.data?.ballotCount !== 0)
    return <UnmergedOwners activity={activity} ballotCount={counts.data?.ballotCount} proposesMerging={proposesMerging} onSee={onSee} />
  if (isFixed) return <EmptyRoster activity={activity} />
  return (
    <EmptyState
      text="票权清册还是空的，请先导入房产，再同步到这个活动"
      action={
        <Space>
          <Act text="去房产信息" type="primary" to={propertyPaths.ofEstate(activity.estateId)} />
          <Act call="ballot.addProperty" text="新增房产" onClick={onAdd} />
        </Space>
      }
    />
  )
}

/** `89.50㎡`, or `89.50㎡（登记）` if the area's source is known. */
function areaInWords({ areaHundredths, areaSource }: Pick<Voter, 'areaHundredths' | 'areaSource'>): string {
  const source = areaSourceNames[areaSource]
  return `${formatArea(areaHundredths)}㎡${source === '' ? '' : `（${source}）`}`
}

/** The main property: owner, place and ballot. */
function OwnerDetails({ main }: { readonly main: Voter }) {
  const properties = propertiesOf(main)
  const of = { kind: 'roster', id: main.rosterPropertyId } as const
  return (
    <section className={styles.card} aria-label="主房产">
      <h2>主房产</h2>
      <Descriptions
        size="small"
        colon={false}
        column={1}
        items={[
          { key: 'ownerName', label: '产权人', children: <strong>{main.ownerName}</strong> },
          { key: 'phone', label: '手机号', children: <StoredNumber of={of} kind="phone" text={main.phone} /> },
          { key: 'idNumber', label: '证件号', children: main.idNumber === '' ? '未登记' : <StoredNumber of={of} kind="idNumber" text={main.idNumber} /> },
          { key: 'place', label: '房屋位置', children: main.place },
          { key: 'area', label: '面积', children: <span className="tabular">{areaInWords(main)}</span> },
          { key: 'category', label: '用途', children: propertyCategoryNames[main.category] },
          {
            key: 'properties',
            label: '票权房产',
            children: (
              <span className="tabular">
                {formatCount(properties.length)} 套，共 {formatArea(areaOf(properties))}㎡
              </span>
            ),
          },
          { key: 'state', label: '状态', children: <BallotStateTag ballot={main} markedCode={main.markedCode} /> },
        ]}
      />
    </section>
  )
}
