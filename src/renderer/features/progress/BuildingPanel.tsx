import { Checkbox } from 'antd'
import { useState } from 'react'
import type { Activity } from '#shared/features/activity/contract.ts'
import type { BuildingGrid, RoomOwner } from '#shared/features/voting/contract.ts'
import { shownPath } from '#shared/place/placeText.ts'
import { useEndpoint } from '../../bridge/useEndpoint.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Awaited } from '../../ui/FailureState.tsx'
import { gridLayout, type GridLayout } from './gridLayout.ts'
import { RoomGrid } from './RoomGrid.tsx'
import { RoomHint } from './RoomHint.tsx'
import { roomStateOf, type RoomState, notVotedStates, roomStates } from './roomStates.ts'
import { useRouteChoice } from '../route/parts/routeChoice.ts'
import { usePlannedRooms } from '../route/parts/usePlannedRooms.ts'
import { useLiveInterval } from '../../ui/useLiveInterval.ts'
import styles from './progress.module.css'
import { funnelNames } from '#shared/features/voting/funnel.ts'
import { formatCount } from '../../ui/numbers.ts'

interface BuildingPanelProps {
  readonly activity: Activity
  /** Path of a building or unit. */
  readonly path: string
  readonly onOpen: (propertyId: string) => void
}

const isNotVoted = (state: RoomState): boolean => state !== 'voted'
const anyState = (): boolean => true

/** The rooms of a building or unit, with legend and filter above. */
export function BuildingPanel({ activity, path, onOpen }: BuildingPanelProps) {
  const activityId = activity.id
  const refetchInterval = useLiveInterval()
  const { data, error, isPlaceholderData, refetch } = useEndpoint('voting.grid', { query: { activityId, path } }, { refetchInterval, keepsPrevious: true })
  const owners = useRoomOwners(activityId, path)
  const [showsOnlyOpen, setShowsOnlyOpen] = useState(false)
  const counts = countsOf(data)
  const { rooms: planned, isPossible } = usePlannedRooms(activity)
  const layout = data ? gridLayout(data, showsOnlyOpen ? isNotVoted : anyState, planned) : null
  return (
    <section aria-label={`${shownPath(path)} 投票情况`}>
      <div className={styles.buildingHead}>
        <h2>{shownPath(path)}</h2>
        <div className={styles.buildingSwitches}>
          {isPossible ? <OnGrid activityId={activityId} /> : null}
          <Checkbox checked={showsOnlyOpen} onChange={(event) => setShowsOnlyOpen(event.target.checked)}>
            只看未投
          </Checkbox>
        </div>
      </div>
      <GridLegend counts={counts} planned={plannedIn(layout)} />
      {/* Rooms of the building before: by their numbers alone nobody could tell, and a click would open another one's ballot. */}
      <div className={styles.buildingBody} data-testid="building" aria-busy={isPlaceholderData} inert={isPlaceholderData}>
        {layout === null ? (
          <Awaited of={{ error, refetch }} />
        ) : layout.roomCount === 0 ? (
          <EmptyState text={showsOnlyOpen ? '这里的房产都已投票' : '这里没有房产'} />
        ) : (
          <RoomHint owners={owners}>
            <RoomGrid layout={layout} label={`${shownPath(path)} 楼层与房号`} onOpen={onOpen} />
          </RoomHint>
        )}
      </div>
    </section>
  )
}

/** How long owners are cached (ms): they seldom change, so they are not polled with the votes. */
const OWNERS_FRESH = 60_000

function useRoomOwners(activityId: string, path: string): ReadonlyMap<string, RoomOwner> {
  const { data } = useEndpoint('voting.roomOwners', { query: { activityId, path } }, { staleTime: OWNERS_FRESH })
  return new Map(data?.map((owner) => [owner.propertyId, owner]))
}

type Counts = ReadonlyMap<RoomState, number>

function countsOf(grid: BuildingGrid | undefined): Counts {
  const counts = new Map<RoomState, number>()
  for (const { floors } of grid?.units ?? []) {
    for (const element of floors.flatMap(({ elements }) => elements)) {
      const state = roomStateOf(element)
      counts.set(state, (counts.get(state) ?? 0) + 1)
    }
  }
  return counts
}

/** The number of shown rooms on the route. */
function plannedIn(layout: GridLayout | null): number {
  return layout?.floors.reduce((sum, { cells }) => sum + cells.filter((cell) => cell?.isPlanned).length, 0) ?? 0
}

function OnGrid({ activityId }: { readonly activityId: string }) {
  const [{ isOnGrid }, choose] = useRouteChoice(activityId)
  return (
    <Checkbox checked={isOnGrid} onChange={(event) => choose({ isOnGrid: event.target.checked })}>
      圈出补票路线
    </Checkbox>
  )
}

interface GridLegendProps {
  /** Properties by state. */
  readonly counts: ReadonlyMap<RoomState, number>
  /** Properties on the route. */
  readonly planned: number
}

/** The grid's legend, counting properties: voted, and not voted by the whereabouts of their papers as in 未投名单. */
function GridLegend({ counts, planned }: GridLegendProps) {
  const countOf = (state: RoomState): number => counts.get(state) ?? 0
  const notVoted = notVotedStates.reduce((sum, state) => sum + countOf(state), 0)
  return (
    <ul className={styles.gridLegend} aria-label="图例">
      <Entry state="voted" name={`${roomStates.voted.name} ${formatCount(countOf('voted'))} 套`} />
      <li title="与右侧未投名单的套数一致，按房屋计；一票含多套房屋时每套各计一次">
        未投 <strong className="tabular">{formatCount(notVoted)}</strong> 套：
      </li>
      {notVotedStates.map((state) => (
        <Entry key={state} state={state} name={`${funnelNames[roomStates[state].stage]} ${formatCount(countOf(state))}`} />
      ))}
      {planned === 0 ? null : (
        <li>
          <span className={`${styles.gridLegendSample} ${styles.open} ${styles.roomPlanned}`} aria-hidden>
            补
          </span>
          在补票路线上 <span className="tabular">{formatCount(planned)}</span>
        </li>
      )}
    </ul>
  )
}

function Entry({ state, name }: { readonly state: RoomState; readonly name: string }) {
  return (
    <li className="tabular">
      <span className={`${styles.gridLegendSample} ${styles[state]}`} aria-hidden>
        {roomStates[state].letter}
      </span>
      {name}
    </li>
  )
}
