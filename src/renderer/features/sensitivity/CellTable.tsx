import type { SensitivityItem } from '#shared/features/sensitivity/contract.ts'
import type { Share } from '#shared/features/result/rules.ts'
import { formatArea, formatCount } from '../../ui/numbers.ts'
import styles from './sensitivity.module.css'

const inWords = (share: Share | null): string => (share === null ? '—' : `${formatCount(share.count)} 人 / ${formatArea(share.areaHundredths)}㎡`)

/** 只改一项口径: one other value on one axis a row, what turns the outcome in red; and the other combinations in a line. */
export function CellTable({ item: { title, cells, others } }: { readonly item: SensitivityItem }) {
  if (cells.length === 0) {
    return (
      <section>
        <h4>只改一项口径</h4>
        <p className={styles.nothing}>没有可以换的口径：没有送达未反馈、作废未重投、车位、疑似同一人、截止后录入或延期后收到的票。</p>
      </section>
    )
  }
  const hasApproval = cells.some(({ approve }) => approve !== null)
  return (
    <section>
      <table className={`${styles.cells} tabular`} aria-label={`${title} 只改一项口径`}>
        <caption>只改一项口径</caption>
        <thead>
          <tr>
            <th scope="col">口径</th>
            <th scope="col">改为</th>
            <th scope="col">结论</th>
            <th scope="col">参加表决</th>
            {hasApproval ? <th scope="col">同意</th> : null}
          </tr>
        </thead>
        <tbody>
          {cells.map(({ axis, value, outcome, isChanged, participants, approve }, index) => (
            <tr key={`${axis} ${value}`} className={isChanged ? styles.changed : undefined}>
              <th scope="row">{cells[index - 1]?.axis === axis ? '' : axis}</th>
              <td>{value}</td>
              <td>
                {outcome}
                {isChanged ? <span className={styles.mark}>结论改变</span> : null}
              </td>
              <td>{inWords(participants)}</td>
              {hasApproval ? <td>{inWords(approve)}</td> : null}
            </tr>
          ))}
        </tbody>
      </table>
      {others.total === 0 ? null : (
        <p className={`${styles.others} tabular`}>
          其余组合 {formatCount(others.total)} 种中 <b className={others.different > 0 ? styles.changed : undefined}>{formatCount(others.different)} 种</b>
          结论不同
        </p>
      )}
    </section>
  )
}
