import { Alert, Button, Checkbox, InputNumber, Radio, Segmented, Select } from 'antd'
import { useState, useEffect } from 'react'
import type { ContactFilter } from '#shared/features/contact/rules.ts'
import type { Activity } from '#shared/features/activity/contract.ts'
import {
  routePlanNames,
  routePlans,
  type RoutePlanKind,
  MAX_EXACT_DOORS,
  type RouteBy,
  MAX_MARGIN,
  routeWayNames,
  routeWays,
} from '#shared/features/route/rules.ts'
import { Act } from '../../app-context/Act.tsx'
import { useNavigate } from '../../app-context/navigation.ts'
import { useEndpoint } from '../../bridge/useEndpoint.ts'
import { ActivityPage } from '../activity/parts/ActivityPage.tsx'
import { activityPaths } from '../activity/parts/activityPaths.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Awaited } from '../../ui/FailureState.tsx'
import { PageFrame } from '../../app-context/PageFrame.tsx'
import { useLiveInterval } from '../../ui/useLiveInterval.ts'
import { useRouteChoice, type RouteChoice } from './parts/routeChoice.ts'
import { whyNoRoute } from './parts/routeTime.ts'
import { ROUTE_INTERVAL } from './parts/usePlannedRooms.ts'
import { contactFilters } from '../contact/parts/contactWords.ts'
import { RouteDoors } from './RouteDoors.tsx'
import { RouteOutput } from './RouteOutput.tsx'
import styles from './route.module.css'
import type { RoutePlan } from '#shared/features/route/contract.ts'
import { formatArea, formatCount } from '../../ui/numbers.ts'
import { inHandWords } from './parts/routeWords.ts'

/** 补票路线 (`insight.md` section 2): the doors still needed, in walking order. */
export function RouteScreen() {
  return <ActivityPage parameters={['estateid']}>{(activity) => <ActivityRoute key={activity.id} activity={activity} />}</ActivityPage>
}

function ActivityRoute({ activity }: { readonly activity: Activity }) {
  const reason = whyNoRoute(activity)
  if (reason === null) return <OpenRoute activity={activity} />
  return (
    <PageFrame>
      <EmptyState text={`${reason}。投票中、截止之前可以查看`} action={<Act text="查看投票进度" to={activityPaths.progress(activity)} />} />
    </PageFrame>
  )
}

function OpenRoute({ activity }: { readonly activity: Activity }) {
  const [{ isOnGrid: _isOnGrid, ...choice }, choose] = useRouteChoice(activity.id)
  const { by, margin } = choice
  const [kind, setKind] = useState<RoutePlanKind>('votes')
  const refetchInterval = useLiveInterval(ROUTE_INTERVAL)
  const { data, error, isPlaceholderData, dataUpdatedAt, refetch } = useEndpoint(
    'route.get',
    { query: { activityId: activity.id, ...choice } },
    { refetchInterval, keepsPrevious: true },
  )
  const plan = kind === 'deliveries' && data?.delivery ? data.delivery : data
  const shownKind: RoutePlanKind = data?.delivery ? kind : 'votes'

  const body = () => {
    if (!data || !plan) return <Awaited of={{ error, refetch }} rows={10} />
    if (plan.fewest === 0) return <EmptyState text={reachedWords(shownKind)} action={<Act text="查看投票进度" to={activityPaths.progress(activity)} />} />
    return (
      <div aria-busy={isPlaceholderData} className={styles.body}>
        {shownKind === 'deliveries' && data.delivery?.condition ? <Alert type="warning" showIcon title={data.delivery.condition} /> : null}
        <RouteSummary plan={plan} kind={shownKind} by={by} />
        {plan.isShort ? <Alert type="warning" showIcon title="列入的户都投票，也达不到三分之二：请列入拒绝投票和约定再访的户，或另想办法联系" /> : null}
        <RouteDoors activityId={activity.id} plan={plan} now={dataUpdatedAt} />
      </div>
    )
  }
  return (
    <PageFrame
      actions={<RouteOutput activity={activity} kind={shownKind} choice={choice} isEmpty={!plan || plan.fewest === 0} />}
      filters={
        <div className={styles.tools}>
          {data?.delivery ? (
            <Segmented<RoutePlanKind>
              aria-label="路线种类"
              value={kind}
              onChange={setKind}
              options={routePlans.map((value) => ({ value, label: routePlanNames[value] }))}
            />
          ) : null}
          <RouteWay by={by} margin={margin} onChoose={choose} />
          <RouteVisits choice={choice} plan={shownKind === 'votes' ? data : undefined} onChoose={choose} />
          {shownKind === 'votes' ? <ShowOnGrid activity={activity} onShow={() => choose({ isOnGrid: true })} /> : null}
        </div>
      }
    >
      {body()}
    </PageFrame>
  )
}

const reachedWords = (kind: RoutePlanKind): string =>
  kind === 'votes' ? '参与的人数和面积都已达到三分之二，不需要再补票' : '已投票和已送达的人数和面积都已达到三分之二，不需要再补送'

function ShowOnGrid({ activity, onShow }: { readonly activity: Activity; readonly onShow: () => void }) {
  const navigate = useNavigate()
  return (
    <Button
      type="link"
      onClick={() => {
        onShow()
        navigate(activityPaths.progress(activity))
      }}
    >
      在楼栋图上圈出
    </Button>
  )
}

interface RouteSummaryProps {
  readonly plan: RoutePlan
  readonly kind: RoutePlanKind
  readonly by: RouteBy
}

/** The number of doors with its reason, and the plan's totals. */
function RouteSummary({ plan, kind, by }: RouteSummaryProps) {
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
          <span className="quiet">
            （还差 {formatCount(headsShort)} 人、{formatArea(areaShortHundredths)}㎡
            {inHand.count === 0 ? '' : `，${inHandWords(inHand.count)}，${formatArea(inHand.areaHundredths)}㎡`}）
          </span>
        </p>
        <p>
          计划 {formatCount(doors.length)} 户，{formatCount(units.length)} 个单元，{formatArea(area)}㎡{more > 0 ? `，其中余量 ${formatCount(more)} 户` : ''}
          <span className="quiet">{neutralWords(by, isExact)}</span>
        </p>
      </div>
    </section>
  )
}

/** How the doors were selected. */
function neutralWords(by: RouteBy, isExact: boolean): string {
  if (!isExact) return `（未投的超过 ${formatCount(MAX_EXACT_DOORS)} 票，按面积从大到小选，单元数不一定最少）`
  return by === 'units' ? '（单元最少，同样多的单元里面积最大；不看投票意见）' : '（按面积从大到小选；不看投票意见）'
}

interface RouteWayProps extends Pick<RouteChoice, 'by' | 'margin'> {
  readonly onChoose: (change: Partial<RouteChoice>) => void
}

/** Fewest units or fewest doors, and the margin over the minimum. */
function RouteWay({ by, margin, onChoose }: RouteWayProps) {
  return (
    <>
      <Radio.Group
        aria-label="路线方式"
        optionType="button"
        value={by}
        options={routeWays.map((value) => ({ value, label: routeWayNames[value] }))}
        onChange={(event) => onChoose({ by: event.target.value as RouteBy })}
      />
      <MarginField margin={margin} onChoose={(chosen) => onChoose({ margin: chosen })} />
    </>
  )
}

interface RouteVisitsProps {
  readonly choice: Pick<RouteChoice, 'withRefused' | 'withLater' | 'contactResult'>
  /** The plan of votes, if any. */
  readonly plan: RoutePlan | undefined
  readonly onChoose: (change: Partial<RouteChoice>) => void
}

/** Filters doors by the result of earlier visits. */
function RouteVisits({ choice: { withRefused, withLater, contactResult }, plan, onChoose }: RouteVisitsProps) {
  const left = (count: number): string => (count === 0 ? '' : ` ${formatCount(count)} 户`)
  return (
    <>
      <Select<ContactFilter | 'all'>
        aria-label="路线的走访"
        value={contactResult ?? 'all'}
        options={[...contactFilters]}
        popupMatchSelectWidth={false}
        onChange={(value) => onChoose({ contactResult: value === 'all' ? null : value })}
      />
      {plan === undefined ? null : (
        <>
          <Checkbox checked={withRefused} onChange={(event) => onChoose({ withRefused: event.target.checked })}>
            含拒绝投票{left(plan.leftOut.refused)}
          </Checkbox>
          <Checkbox checked={withLater} onChange={(event) => onChoose({ withLater: event.target.checked })}>
            含约定再访{left(plan.leftOut.later)}
          </Checkbox>
        </>
      )}
    </>
  )
}

/** Debounce (ms), since a plan is computed for each margin. */
const PAUSE_MS = 600
const STEP = 10

function MarginField({ margin, onChoose }: { readonly margin: number; readonly onChoose: (margin: number) => void }) {
  const [typed, setTyped] = useState<number | null>(margin)
  useEffect(() => {
    if (typed === null || typed === margin) return undefined
    const timer = setTimeout(() => onChoose(typed), PAUSE_MS)
    return () => clearTimeout(timer)
  })
  return (
    <label className={styles.margin}>
      余量
      <InputNumber<number>
        aria-label="余量"
        value={typed}
        min={0}
        max={MAX_MARGIN}
        step={STEP}
        precision={0}
        suffix="%"
        onChange={setTyped}
        onBlur={() => setTyped(typed ?? margin)}
      />
      <span className="quiet">考虑到有人不在家，多走的户数</span>
    </label>
  )
}
