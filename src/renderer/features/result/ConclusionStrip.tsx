import { formatArea, formatCount } from '../../widgets/numbers.ts'
import { missingForQuorum, missingWords, type Share } from '../../widgets/turnout/quorum.ts'
import { meaningOf, outcomeInWords, outcomeLooks, type Judged } from './figures.ts'

interface ConclusionStripProps {
  readonly judged: readonly Judged[]
  readonly whole: Share
  /** Before the end there is no verdict, only where things stand: grey, and in other words. */
  readonly isFinished: boolean
}

/** A card for each conclusion: the outcome, the rule in words, the figures, the strict outcome where it differs. */
export function ConclusionStrip({ judged, whole, isFinished }: ConclusionStripProps) {
  return (
    <section className="conclusions" aria-label="表决结论">
      {judged.map(({ id, title, conclusion }) => {
        const missing = conclusion.isQuorumMet ? '' : missingWords(missingForQuorum(whole, conclusion.participants))
        return (
          <article key={id} className="conclusion" aria-label={`${title} 的结论`}>
            <h2 className="conclusion-title" title={title}>
              {title}
            </h2>
            <p className="conclusion-outcome">
              <span className={`outcome outcome-${isFinished ? outcomeLooks[conclusion.outcome] : 'open'}`}>
                {outcomeInWords(conclusion.outcome, isFinished)}
              </span>
              {conclusion.strictOutcome === conclusion.outcome ? null : <span>仅计收回票时：{outcomeInWords(conclusion.strictOutcome, isFinished)}</span>}
            </p>
            <p>{meaningOf(conclusion.outcome)}</p>
            <dl className="conclusion-figures tabular">
              <dt>规则</dt>
              <dd>{conclusion.rule}</dd>
              <dt>参与</dt>
              <dd>
                {formatCount(conclusion.participants.count)} 户 · {formatArea(conclusion.participants.areaHundredths)}㎡
              </dd>
              <dt>同意</dt>
              <dd>
                {formatCount(conclusion.approve.count)} 户 · {formatArea(conclusion.approve.areaHundredths)}㎡
              </dd>
              <dt>三分之二</dt>
              <dd>{conclusion.isQuorumMet ? '已达到' : missing || '没有票权'}</dd>
            </dl>
            {conclusion.note === '' ? null : <p className="conclusion-note">{conclusion.note}</p>}
          </article>
        )
      })}
    </section>
  )
}
