import { Skeleton } from 'antd'
import { useEndpoint } from '../../bridge/useEndpoint.ts'
import { FailureState } from '../../ui/FailureState.tsx'
import { formatCount } from '../../ui/numbers.ts'
import { useLiveInterval } from '../../ui/useLiveInterval.ts'
import { balanceFigures, balanceInWords } from './balanceWords.ts'

/** How many papers are where: six numbers, and what received − voted is; follows what other desks do. */
export function BalanceStrip({ activityId }: { readonly activityId: string }) {
  const refetchInterval = useLiveInterval()
  const { data, error, refetch } = useEndpoint('paper.balance', { query: { activityId } }, { errors: 'caller', refetchInterval, keepsPrevious: true })
  if (!data) return error ? <FailureState sentence={error.message} onRetry={() => void refetch()} /> : <Skeleton active title={false} paragraph={{ rows: 3 }} />
  return (
    <section className="paper-balance" aria-label="选票平衡">
      <dl className="paper-figures">
        {balanceFigures.map(({ key, name, hint }) => (
          <div key={key} className={`paper-figure paper-figure-${key}`} title={hint}>
            <dt>{name}</dt>
            <dd className="tabular">{formatCount(data[key])}</dd>
          </div>
        ))}
      </dl>
      <p className="paper-balance-words tabular">
        {data.printed === 0 ? `还没有印制选票，共 ${formatCount(data.unissued)} 票可以印制` : balanceInWords(data).join('；')}
      </p>
    </section>
  )
}
