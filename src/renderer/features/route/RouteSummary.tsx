import type { RoutePlan } from '#shared/features/route/contract.ts'
import { MAX_EXACT_DOORS, type RouteBy, type RoutePlanKind } from '#shared/features/route/rules.ts'
import { formatArea, formatCount } from '../../ui/numbers.ts'
import { inHandWords } from './parts/routeWords.ts'
import styles from './route.module.css'

interface RouteSummaryProps {
  readonly plan: RoutePlan
  readonly kind: RoutePlanKind
  readonly by: RouteBy
}

/** The number with its reason, and what the plan comes to. */
export function RouteSummary({ plan, kind, by }: RouteSummaryProps) {
  const { fewest, proof, headsShort, areaShortHundredths, inHand, units, isExact } = plan
  const doors = units.flatMap((unit) => unit.doors)
  const area = doors.reduce((sum, { areaHundredths }) => sum + areaHundredths, 0)
  const more = doors.length - fewest
  return (
    <section className={`${styles.summary} tabular`} aria-label="还需要多少">
      <p className={styles.fewest}>
        至少还需{kind === 'deliveries' ? '送达' : ''} <strong>{formatCount(fewest)}</strong> 户
      </p>
      <div>
        <p>
          {proof}
          <span className={styles.hint}>
            （还差 {formatCount(headsShort)} 人、{formatArea(areaShortHundredths)}㎡
            {inHand.count === 0 ? '' : `，${inHandWords(inHand.count)}，${formatArea(inHand.areaHundredths)}㎡`}）
          </span>
        </p>
        <p>
          计划 {formatCount(doors.length)} 户，{formatCount(units.length)} 个单元，{formatArea(area)}㎡{more > 0 ? `，其中余量 ${formatCount(more)} 户` : ''}
          <span className={styles.hint}>{neutralWords(by, isExact)}</span>
        </p>
      </div>
    </section>
  )
}

/** By what the doors were chosen. */
function neutralWords(by: RouteBy, isExact: boolean): string {
  if (!isExact) return `（未投的超过 ${formatCount(MAX_EXACT_DOORS)} 票，按面积从大到小选，单元数不一定最少）`
  return by === 'units' ? '（单元最少，同样多的单元里面积最大；不看投票意见）' : '（按面积从大到小选；不看投票意见）'
}
