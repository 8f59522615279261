import { formatArea, formatCount } from '../../widgets/numbers.ts'
import { classKinds, formatRate, type Judged } from './figures.ts'
import { ClassChart } from './ClassChart.tsx'

/** One topic or option: the five classes by heads and by area as a chart, and as a table with the same numbers. */
export function JudgedCard({ judged: { title, classes } }: { readonly judged: Judged }) {
  const total = classKinds.reduce(
    (sum, { key }) => ({ count: sum.count + classes[key].count, areaHundredths: sum.areaHundredths + classes[key].areaHundredths }),
    { count: 0, areaHundredths: 0 },
  )
  return (
    <section className="judged" aria-label={title}>
      <h2 className="judged-title">{title}</h2>
      <div className="judged-body">
        <ClassChart classes={classes} />
        <div>
          <table className="judged-table tabular" aria-label={`${title} 的统计`}>
            <thead>
              <tr>
                <th scope="col">意见</th>
                <th scope="col">人数</th>
                <th scope="col">人数占比</th>
                <th scope="col">面积(㎡)</th>
                <th scope="col">面积占比</th>
              </tr>
            </thead>
            <tbody>
              {classKinds.map(({ key, name, color }) => (
                <tr key={key}>
                  <th scope="row">
                    <span className="judged-swatch" style={{ background: color }} aria-hidden />
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
            <p className="judged-note">
              无效：已投票但这一项没有选的，或投票作废后没有再投的。作废后没有再投的不算已投票，所以“参与”加上“未表决”可能不等于合计。
            </p>
          ) : null}
        </div>
      </div>
    </section>
  )
}
