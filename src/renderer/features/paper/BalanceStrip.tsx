import { Skeleton } from 'antd'
import { useEndpoint } from '../../bridge/useEndpoint.ts'
import { FailureState } from '../../ui/FailureState.tsx'
import { formatCount } from '../../ui/numbers.ts'
import { useLiveInterval } from '../../ui/useLiveInterval.ts'
import { balanceFigures, balanceInWords } from './balanceWords.ts'
import styles from './paper.module.css'

/** Those that are looked for have a colour. */
const looks: Partial<Readonly<Record<(typeof balanceFigures)[number]['key'], string>>> = {
  out: styles.figureOut,
  received: styles.figureReceived,
  spoiled: styles.figureSpoiled,
  voted: styles.figureVoted,
}

/** How many papers are where: six numbers, and what received − voted is; follows what other desks do. */
export function BalanceStrip({ activityId }: { readonly activityId: string }) {
  const refetchInterval = useLiveInterval()
  const { data, error, refetch } = useEndpoint('paper.balance', { query: { activityId } }, { errors: 'caller', refetchInterval, keepsPrevious: true })
  if (!data) return error ? <FailureState sentence={error.message} onRetry={() => void refetch()} /> : <Skeleton active title={false} paragraph={{ rows: 3 }} />
  return (
    <section className={styles.balance} aria-label="选票平衡">
      <dl className={styles.figures}>
        {balanceFigures.map(({ key, name, hint }) => (
          <div key={key} className={looks[key] ?? styles.figure} title={hint}>
            <dt>{name}</dt>
            <dd className="tabular">{formatCount(data[key])}</dd>
          </div>
        ))}
      </dl>
      <p className={`${styles.balanceWords} tabular`} data-testid="balance-words">
        {data.printed === 0 ? `还没有生成选票，共 ${formatCount(data.unissued)} 票可以生成` : balanceInWords(data).join('；')}
      </p>
    </section>
  )
}
