import { Button, Select, Table } from 'antd'
import { useState } from 'react'
import { doorInWords } from '#shared/features/property/categories.ts'
import type { RouteDoor, RoutePlan } from '#shared/features/route/contract.ts'
import { shownPath } from '#shared/place/placeText.ts'
import { useSend } from '../../bridge/useSend.ts'
import { formatArea, formatCount } from '../../ui/numbers.ts'
import { Allowed } from '../../app-context/Allowed.tsx'
import { LineAct } from '../../app-context/Act.tsx'
import { ReasonedButton } from '../../ui/ReasonedButton.tsx'
import { useSelection } from '../../ui/useSelection.ts'
import { visitInWords } from '../contact/parts/contactWords.ts'
import { useVisits } from '../contact/parts/useVisits.tsx'
import { VisitDialog, visitNow, type AskedVisit } from '../contact/parts/VisitDialog.tsx'
import { contactWords } from './parts/routeWords.ts'
import styles from './route.module.css'

const PAGE_SIZE = 50

interface Row extends RouteDoor {
  readonly number: number
}

interface RouteDoorsProps {
  readonly activityId: string
  readonly plan: RoutePlan
  /** Epoch ms. */
  readonly now: number
}

/** The units on the left, their doors in walking order on the right. */
export function RouteDoors({ activityId, plan: { units }, now }: RouteDoorsProps) {
  const [chosen, setChosen] = useState<string | null>(null)
  const ticked = useSelection<Row>()
  const [visited, setVisited] = useState<AskedVisit | null>(null)
  const visits = useVisits(activityId)
  const unit = units.find(({ path }) => path === chosen)
  const rows = numbered(units).filter(({ path }) => !unit || path === unit.path)
  return (
    <div className={styles.columns}>
      <nav className={styles.units} aria-label="路线中的单元">
        <UnitButton name="全部" count={units.reduce((sum, { doors }) => sum + doors.length, 0)} isChosen={!unit} onChoose={() => setChosen(null)} />
        {units.map(({ path, doors }) => (
          <UnitButton key={path} name={shownPath(path)} count={doors.length} isChosen={path === unit?.path} onChoose={() => setChosen(path)} />
        ))}
      </nav>
      <div className={styles.doors}>
        <Allowed call="contact.save">
          <div className={styles.doorTools}>
            <Button
              onClick={() =>
                ticked.change(
                  rows.map(({ ballotId }) => ballotId),
                  rows,
                )
              }
            >
              选择全部{formatCount(rows.length)}户
            </Button>
            <ReasonedButton reason={ticked.ids.length === 0 ? '请先勾选走访过的户' : null} onClick={() => setVisited(visitNow(ticked.rows))}>
              批量登记走访{ticked.ids.length === 0 ? '' : `（${formatCount(ticked.ids.length)}户）`}
            </ReasonedButton>
          </div>
        </Allowed>
        <Table<Row>
          key={unit?.path ?? ''}
          rowSelection={{ selectedRowKeys: [...ticked.ids], preserveSelectedRowKeys: true, onChange: (keys, some) => ticked.change(keys.map(String), some) }}
          aria-label="路线中的房屋"
          size="small"
          rowKey="ballotId"
          dataSource={rows}
          pagination={{ pageSize: PAGE_SIZE, hideOnSinglePage: true, showSizeChanger: false, showTotal: (total) => `共 ${formatCount(total)} 户` }}
          columns={[
            { key: 'number', title: '序号', width: '4rem', align: 'right', className: 'tabular', render: (_, { number }) => formatCount(number) },
            { key: 'place', title: '房屋', render: (_, row) => <Door row={row} /> },
            {
              key: 'area',
              title: '票权面积(㎡)',
              width: '8rem',
              align: 'right',
              className: 'tabular',
              render: (_, { areaHundredths }) => formatArea(areaHundredths),
            },
            { key: 'contact', title: '最近联系', width: '15rem', className: 'tabular', render: (_, row) => contactWords(row, now) },
            {
              key: 'visit',
              title: '最近走访',
              width: '18rem',
              className: 'tabular',
              render: (_, row) => {
                const words = visitInWords(row.contact, now)
                return <LineAct text={words} aria-label={`${words} ${row.place}`} onClick={() => visits.show(row)} />
              },
            },
          ]}
        />
      </div>
      {visits.dialogs}
      <VisitDialog activityId={activityId} visit={visited} onClose={() => setVisited(null)} onDone={ticked.clear} />
    </div>
  )
}

function numbered(units: RoutePlan['units']): (Row & { readonly path: string })[] {
  return units.flatMap(({ path, doors }) => doors.map((door) => ({ ...door, path }))).map((door, index) => ({ ...door, number: index + 1 }))
}

interface UnitButtonProps {
  readonly name: string
  readonly count: number
  readonly isChosen: boolean
  readonly onChoose: () => void
}

function UnitButton({ name, count, isChosen, onChoose }: UnitButtonProps) {
  return (
    <Button type={isChosen ? 'primary' : 'text'} block aria-pressed={isChosen} className={styles.unit} onClick={onChoose}>
      <span className={styles.unitName} title={name}>
        {name}
      </span>
      <span className="tabular">{formatCount(count)} 户</span>
    </Button>
  )
}

/** A door's place, and what is known about it. */
function Door({ row }: { readonly row: Row }) {
  const known = doorInWords(row)
  return (
    <div className={styles.place}>
      <DoorPlace row={row} />
      {known === '' ? null : <div className="quiet">{known}</div>}
    </div>
  )
}

/** A door's place; for a ballot with several properties, another can be selected. */
function DoorPlace({ row: { ballotId, rosterPropertyId, place, properties } }: { readonly row: Row }) {
  const { send, isSending } = useSend('route.chooseDoor', { refreshes: ['route.get'], success: '已更换上门房屋' })
  if (properties.length === 0) return place
  return (
    <span className={styles.door}>
      <Select
        aria-label={`上门房屋 ${place}`}
        value={rosterPropertyId}
        disabled={isSending}
        popupMatchSelectWidth={false}
        options={properties.map((property) => ({ value: property.rosterPropertyId, label: property.place }))}
        onChange={(value: string) => void send({ body: { ballotId, rosterPropertyId: value } })}
      />
      <span className="quiet">共 {formatCount(properties.length)} 套同票</span>
    </span>
  )
}
