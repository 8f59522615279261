import { NO_SHARE, plus } from '#shared/features/result/rules.ts'
import type { Judged } from '../activity/parts/judged.ts'
import { formatArea, formatCount } from '../../ui/numbers.ts'
import { classKinds, formatRate } from './figures.ts'
import styles from './result.module.css'

/** The five classes by heads and by area; they add up to the whole. */
export function ClassTable({ judged: { title, classes } }: { readonly judged: Judged }) {
  const total = classKinds.map(({ key }) => classes[key]).reduce(plus, NO_SHARE)
  return (
    <div>
      <table className={`${styles.judgedTable} tabular`} aria-label={`${title} 的统计`}>
        <thead>
          <tr>
            <th scope="col">意见</th>
            <th scope="col">人数</th>
            <th scope="col">占全体人数</th>
            <th scope="col">面积(㎡)</th>
            <th scope="col">占全体面积</th>
          </tr>
        </thead>
        <tbody>
          {classKinds.map(({ key, name, color }) => (
            <tr key={key}>
              <th scope="row">
                <span className={styles.judgedSwatch} style={{ background: color }} aria-hidden />
                {name}
              </th>
              <td>{formatCount(classes[key].count)}</td>
              <td>{formatRate(classes[key].countRate)}</td>
              <td>{formatArea(classes[key].areaHundredths)}</td>
              <td>{formatRate(classes[key].areaRate)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">合计</th>
            <td>{formatCount(total.count)}</td>
            <td>{formatRate(total.count === 0 ? 0 : 100)}</td>
            <td>{formatArea(total.areaHundredths)}</td>
            <td>{formatRate(total.areaHundredths === 0 ? 0 : 100)}</td>
          </tr>
        </tfoot>
      </table>
      {/* A voided ballot is not one that has voted: only with its note do the figures add up. */}
      {classes.invalid.count > 0 ? (
        <p className={styles.judgedNote}>无效：已投票但这一项没有选的，或投票作废后没有再投的。作废后没有再投的不算已投票，在图中归入“未参与”。</p>
      ) : null}
    </div>
  )
}
