import type { Statistics } from '#shared/features/result/contract.ts'
import { formatArea, formatCount } from '../../widgets/numbers.ts'
import { formatRate, missingForQuorum } from './figures.ts'

/** How many have voted, by heads and by area, each with the tick at two thirds. */
export function TurnoutBars({ statistics }: { readonly statistics: Statistics }) {
  const { totalCount, totalAreaHundredths, votedCount, votedAreaHundredths, votedCountRate, votedAreaRate } = statistics
  const missing = missingForQuorum({ count: totalCount, areaHundredths: totalAreaHundredths }, { count: votedCount, areaHundredths: votedAreaHundredths })
  return (
    <section className="turnout" aria-label="参与情况">
      <TurnoutBar name="人数" rate={votedCountRate} words={`${formatCount(votedCount)} / ${formatCount(totalCount)} 户`} />
      <TurnoutBar name="面积" rate={votedAreaRate} words={`${formatArea(votedAreaHundredths)} / ${formatArea(totalAreaHundredths)} ㎡`} />
      <p className="turnout-missing">{missing === '' ? '参与人数和面积均已达到三分之二' : `距离三分之二${missing}`}</p>
    </section>
  )
}

function TurnoutBar({ name, rate, words }: { readonly name: string; readonly rate: number; readonly words: string }) {
  return (
    <div className="turnout-row">
      <span className="turnout-name">{name}</span>
      <div className="turnout-track" role="progressbar" aria-label={`已投票${name}占比`} aria-valuenow={rate} aria-valuemin={0} aria-valuemax={100}>
        <div className="turnout-fill" style={{ width: `${Math.min(100, rate)}%` }} />
        <span className="turnout-tick" title="三分之二" />
      </div>
      <span className="turnout-rate tabular">{formatRate(rate)}</span>
      <span className="turnout-words tabular">{words}</span>
    </div>
  )
}
