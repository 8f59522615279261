import { Descriptions } from 'antd'
import { areaSourceNames, propertyCategoryNames } from '#shared/features/property/categories.ts'
import type { Voter } from '#shared/features/ballot/contract.ts'
import { BallotStateTag } from './parts/BallotStateTag.tsx'
import { StoredNumber } from '../privacy/parts/StoredNumber.tsx'
import { formatArea, formatCount } from '../../ui/numbers.ts'
import { areaOf, propertiesOf } from './ballotRights.ts'
import styles from './ballot.module.css'

/** `89.50㎡`, and `89.50㎡（登记）` where somebody has said where it comes from. */
function areaInWords({ areaHundredths, areaSource }: Pick<Voter, 'areaHundredths' | 'areaSource'>): string {
  const source = areaSourceNames[areaSource]
  return `${formatArea(areaHundredths)}㎡${source === '' ? '' : `（${source}）`}`
}

/** The main property: its owner, where it is, and its ballot. */
export function OwnerDetails({ main }: { readonly main: Voter }) {
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
