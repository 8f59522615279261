import { useState } from 'react'
import type { Finding, FindingRow } from '#shared/features/checkup/contract.ts'
import { LineAct } from '../../app-context/Act.tsx'
import { formatArea, formatCount } from '../../ui/numbers.ts'
import { StoredNumber } from '../privacy/parts/StoredNumber.tsx'
import { differsFromFirst } from './findingWords.ts'
import styles from './checkup.module.css'

/** Number of rows shown before expanding. */
const FEW = 6

interface FindingRowsProps {
  readonly finding: Finding
  /** Absent if the user may not edit. */
  readonly onEdit?: ((row: FindingRow) => void) | undefined
}

/** A finding's properties, one per row, with differences in red. */
export function FindingRows({ finding, onEdit }: FindingRowsProps) {
  const [isWhole, setIsWhole] = useState(false)
  const { rows, rowCount, missing } = finding
  const shown = isWhole ? rows : rows.slice(0, FEW)
  return (
    <>
      {rows.length === 0 ? null : (
        <table className={styles.findingRows} aria-label="有关的房产">
          <thead>
            <tr>
              <th>房屋</th>
              <th>产权人</th>
              <th>手机号</th>
              <th>证件号</th>
              <th className={styles.findingArea}>面积(㎡)</th>
              {onEdit ? <th className={styles.findingEdit} aria-label="操作" /> : null}
            </tr>
          </thead>
          <tbody>
            {shown.map((row) => (
              <FindingPropertyRow key={row.rosterPropertyId || row.propertyId} finding={finding} row={row} onEdit={onEdit} />
            ))}
          </tbody>
        </table>
      )}
      {missing.length === 0 ? null : <p className={styles.findingMissing}>缺少：{missingInWords(missing)}</p>}
      {isWhole || rowCount <= FEW ? null : (
        <LineAct
          text={rowCount > rows.length ? `显示前 ${formatCount(rows.length)} 套（共 ${formatCount(rowCount)} 套）` : `显示全部 ${formatCount(rowCount)} 套`}
          className={styles.findingMore}
          onClick={() => setIsWhole(true)}
        />
      )}
    </>
  )
}

/** Maximum number of places named. */
const NAMED = 30
const missingInWords = (missing: readonly string[]): string =>
  missing.length > NAMED ? `${missing.slice(0, NAMED).join('、')} 等 ${formatCount(missing.length)} 处` : missing.join('、')

function FindingPropertyRow({ finding, row, onEdit }: FindingRowsProps & { readonly row: FindingRow }) {
  const of = row.rosterPropertyId === '' ? ({ kind: 'property', id: row.propertyId } as const) : ({ kind: 'roster', id: row.rosterPropertyId } as const)
  const mark = (field: Parameters<typeof differsFromFirst>[2]) => (differsFromFirst(finding, row, field) ? styles.findingDiffers : undefined)
  return (
    <tr>
      <td className={mark('place')}>
        {row.place}
        {row.refusalReason === undefined ? null : <span className={styles.findingNote}>{row.refusal}</span>}
      </td>
      <td className={mark('ownerName')}>{row.ownerName}</td>
      <td className={mark('phone')}>{row.phone === '' ? '未登记' : <StoredNumber of={of} kind="phone" text={row.phone} />}</td>
      <td className={mark('idNumber')}>{row.idNumber === '' ? '未登记' : <StoredNumber of={of} kind="idNumber" text={row.idNumber} />}</td>
      <td className={`${styles.findingArea} tabular`}>{formatArea(row.areaHundredths)}</td>
      {onEdit ? (
        <td className={styles.findingEdit}>
          <LineAct text="修改" of={row.place} onClick={() => onEdit(row)} />
        </td>
      ) : null}
    </tr>
  )
}
