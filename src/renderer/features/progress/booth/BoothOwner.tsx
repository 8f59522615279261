import { Descriptions } from 'antd'
import type { Voter } from '#shared/features/ballot/contract.ts'
import { BallotStateTag } from '../../ballot/parts/BallotStateTag.tsx'
import { StoredNumber } from '../../privacy/parts/StoredNumber.tsx'
import { formatArea } from '../../../ui/numbers.ts'
import { ballotArea } from './booth.ts'
import styles from './booth.module.css'

/** Whose ballot it is, and the properties that share it. */
export function BoothOwner({ voter }: { readonly voter: Voter }) {
  const { place, ownerName, phone, idNumber, areaHundredths, markedCode, sharedProperties } = voter
  const of = { kind: 'roster', id: voter.rosterPropertyId } as const
  return (
    <Descriptions
      className={styles.owner}
      data-testid="booth-owner"
      size="small"
      colon={false}
      column={3}
      items={[
        { key: 'ownerName', label: '产权人', children: <strong>{ownerName}</strong> },
        { key: 'phone', label: '手机号', children: <StoredNumber of={of} kind="phone" text={phone} /> },
        { key: 'idNumber', label: '证件号', children: idNumber === '' ? '未登记' : <StoredNumber of={of} kind="idNumber" text={idNumber} /> },
        { key: 'place', label: '房屋', children: place },
        { key: 'area', label: '面积', children: <span className="tabular">{formatArea(areaHundredths)}㎡</span> },
        { key: 'state', label: '状态', children: <BallotStateTag ballot={voter} markedCode={markedCode} /> },
        ...(sharedProperties.length === 0
          ? []
          : [
              {
                key: 'shared',
                label: '同一票权',
                span: 3,
                children: `${sharedProperties.map((property) => `${property.place}（${formatArea(property.areaHundredths)}㎡）`).join('、')}，合计 ${formatArea(ballotArea(voter))}㎡`,
              },
            ]),
      ]}
    />
  )
}
