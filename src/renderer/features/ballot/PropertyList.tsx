import { Alert, Table, Tag, type TableProps } from 'antd'
import { useState, type ReactNode } from 'react'
import type { Activity } from '#shared/features/activity/contract.ts'
import type { Voter } from '#shared/features/ballot/contract.ts'
import { LineAct } from '../../app-context/Act.tsx'
import { useMay } from '../../app-context/may.ts'
import { useSend } from '../../bridge/useSend.ts'
import { formatArea, formatCount } from '../../ui/numbers.ts'
import { useQuestions } from '../../ui/question.tsx'
import { useConfirmDelete } from '../../ui/useConfirmDelete.tsx'
import { askedReason } from './parts/adjusting/adjusting.ts'
import { EditPropertyDialog } from './parts/rosterProperty/EditPropertyDialog.tsx'
import { rosterReads } from './parts/rosterProperty/rosterReads.ts'
import {
  adjustingInWords,
  adjustRefusal,
  areaOf,
  propertiesOf,
  resizeRefusal,
  splitInWords,
  splitRefusal,
  splitTitles,
  type BallotProperty,
  ownerOf,
  splitOutOf,
} from './ballotRights.ts'
import styles from './ballot.module.css'
import { sentenceFor } from '#shared/contract/refusals.ts'
import { splitOutOwnerRefusal } from '#shared/features/ballot/rules.ts'
import { useToasts } from '../../bridge/toasts.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { OwnerContactFields, OwnerNameField } from '../property/parts/propertyForm/OwnerFields.tsx'
import type { PropertyFormValues } from '../property/parts/propertyForm/propertyForm.ts'
import { AdjustReasonItem } from './parts/adjusting/AdjustReasonItem.tsx'

/** Lists longer than this scroll within the card. */
const MANY = 8

interface PropertyListProps {
  readonly activity: Activity
  readonly main: Voter
  /** The main property was removed from the roster. */
  readonly onRemovedMain: () => void
}

/** The properties on the main property's ballot, with their actions. */
export function PropertyList({ activity, main, onRemovedMain }: PropertyListProps) {
  const { ask } = useQuestions()
  const confirmDelete = useConfirmDelete()
  const split = useSend('ballot.split', { refreshes: rosterReads, success: '拆分成功' })
  const remove = useSend('ballot.removeProperty', { refreshes: rosterReads, success: '删除成功' })
  const load = useSend('ballot.property', { refreshes: [] })
  const [edited, setEdited] = useState<Voter | null>(null)
  const [leaving, setLeaving] = useState<Voter | null>(null)
  const properties = propertiesOf(main)
  const frozen = adjustingInWords(activity.status, adjustRefusal(activity.status, main))
  const notResized = adjustingInWords(activity.status, resizeRefusal(activity.status, main))
  const asked = askedReason(activity.status)
  const notSplit = adjustingInWords(activity.status, splitRefusal(activity.status, main))

  /** Opens a dialog with the roster's current data of the property. */
  const open = async ({ rosterPropertyId }: BallotProperty, show: (voter: Voter) => void) => {
    const sent = await load.send({ query: { rosterPropertyId } })
    if (sent.ok) show(sent.value)
  }
  const askToSplit = (property: BallotProperty) =>
    ask({
      title: '确认拆分吗?',
      detail: splitInWords(main, property),
      confirmText: '拆分',
      ...(asked ? { reason: asked } : {}),
      onConfirm: (reason) => split.send({ query: { activityId: activity.id, ballotId: main.ballotId, propertyId: property.propertyId, reason } }),
    })
  const askToRemove = ({ rosterPropertyId, place }: BallotProperty) =>
    confirmDelete({
      destroyed: `${place}（${main.ownerName}）将从票权清册中删除，房产信息不受影响`,
      ...(asked ? { reason: asked } : {}),
      onConfirm: async (reason) => {
        const sent = await remove.send({ query: { rosterPropertyId, reason } })
        if (sent.ok && rosterPropertyId === main.rosterPropertyId) onRemovedMain()
      },
    })
  const mayChange = useMay('ballot.modifyProperty')
  const actions = (property: BallotProperty) => (
    <PropertyActions
      frozen={frozen}
      notResized={notResized}
      notSplit={notSplit}
      onEdit={() => void open(property, setEdited)}
      onSplit={() => askToSplit(property)}
      onSplitOut={() => void open(property, setLeaving)}
      onRemove={() => askToRemove(property)}
    />
  )
  return (
    <section className={styles.card} aria-label="票权内的房产">
      <h2>
        票权内的房产
        <span className={`${styles.cardNote} tabular`}>
          {formatCount(properties.length)} 套，共 {formatArea(areaOf(properties))}㎡，合计 1 票
        </span>
      </h2>
      {notResized === null ? null : (
        <Alert className={styles.frozen} type="warning" showIcon title={frozen ?? `${notResized}，只能更正产权人、手机号和证件号`} />
      )}
      <Table<BallotProperty>
        aria-label="票权内的房产"
        size="small"
        rowKey="rosterPropertyId"
        dataSource={properties}
        pagination={false}
        {...(properties.length > MANY ? { scroll: { y: 360 } } : {})}
        columns={columnsOf(main, mayChange ? actions : null)}
      />
      <EditPropertyDialog status={activity.status} property={edited} onClose={() => setEdited(null)} />
      <SplitOutDialog activity={activity} main={main} property={leaving} onClose={() => setLeaving(null)} />
    </section>
  )
}

function columnsOf(main: Voter, actions: ((property: BallotProperty) => ReactNode) | null): NonNullable<TableProps<BallotProperty>['columns']> {
  return [
    {
      key: 'place',
      title: '房屋位置',
      render: (_: unknown, { place, rosterPropertyId }: BallotProperty) => (
        <>
          {place} {rosterPropertyId === main.rosterPropertyId ? <Tag>主房产</Tag> : null}
        </>
      ),
    },
    {
      key: 'area',
      title: '面积(㎡)',
      align: 'right',
      className: 'tabular',
      width: 110,
      render: (_: unknown, { areaHundredths }: BallotProperty) => formatArea(areaHundredths),
    },
    ...(actions === null ? [] : [{ key: 'actions', title: '操作', width: '15rem', render: (_: unknown, property: BallotProperty) => actions(property) }]),
  ]
}

interface PropertyActionsProps {
  /** Why the ballot cannot be changed; null if it can. */
  readonly frozen: string | null
  /** Why heads and area cannot be changed; null if they can. */
  readonly notResized: string | null
  /** Why the property cannot be split off; null if it can. */
  readonly notSplit: string | null
  readonly onEdit: () => void
  readonly onSplit: () => void
  readonly onSplitOut: () => void
  readonly onRemove: () => void
}

function PropertyActions({ frozen, notResized, notSplit, onEdit, onSplit, onSplitOut, onRemove }: PropertyActionsProps) {
  // If disabled, the tooltip shows the reason instead.
  const titled = (title: string) => (notSplit === null ? { title } : {})
  return (
    <div className="row-actions">
      <LineAct call="ballot.modifyProperty" text="编辑" reason={frozen} onClick={onEdit} />
      <LineAct call="ballot.split" text="拆分" reason={notSplit} {...titled(splitTitles.split)} onClick={onSplit} />
      <LineAct call="ballot.splitOut" text="拆出" reason={notSplit} {...titled(splitTitles.splitOut)} onClick={onSplitOut} />
      <LineAct call="ballot.removeProperty" text="删除" danger reason={notResized} onClick={onRemove} />
    </div>
  )
}

interface SplitOutDialogProps {
  readonly activity: Pick<Activity, 'id' | 'status'>
  readonly main: Voter
  /** The property to split out; null closes the dialog. */
  readonly property: Voter | null
  readonly onClose: () => void
}

/** 拆出: moves a property from its ballot to a new one, with new owner details. */
function SplitOutDialog({ activity, main, property, onClose }: SplitOutDialogProps) {
  const toasts = useToasts()
  const splitOut = useSend('ballot.splitOut', { refreshes: rosterReads, success: '拆出票权成功' })
  // Keeps the last value while the dialog is closing.
  const [leaving, setLeaving] = useState(property)
  if (property !== null && property !== leaving) setLeaving(property)
  const submit = async (values: PropertyFormValues) => {
    if (leaving === null) return false
    // The main property is compared with the remaining properties, which only the server knows.
    const reason = leaving.rosterPropertyId === main.rosterPropertyId ? null : splitOutOwnerRefusal(main, ownerOf(values))
    if (reason !== null) {
      toasts.failure({ kind: 'local', message: sentenceFor(reason) })
      return false
    }
    return (await splitOut.send({ body: splitOutOf(values, activity.id, leaving.propertyId) })).ok
  }
  return (
    <FormDialog<PropertyFormValues>
      title={`拆出 · ${leaving?.place ?? ''}`}
      isOpen={property !== null}
      initialValues={{}}
      onSubmit={submit}
      onClose={onClose}
      submitText="拆出"
    >
      <p className="quiet lead">现在的产权人是 {leaving?.ownerName}。请填写这套房产新的产权人，拆出后它有自己的票权。</p>
      <OwnerNameField isRequired hasFocus />
      <OwnerContactFields isRequired />
      <AdjustReasonItem status={activity.status} />
    </FormDialog>
  )
}
