import { funnelNames } from '#shared/features/voting/funnel.ts'
import { formatCount } from '../../ui/numbers.ts'
import { notVotedStates, roomStates, type RoomState } from './roomStates.ts'
import styles from './progress.module.css'

interface GridLegendProps {
  /** Properties by state. */
  readonly counts: ReadonlyMap<RoomState, number>
  /** Properties that the route leads to. */
  readonly planned: number
}

/** The colours of the grid, in properties: those with a vote, and those without as 未投名单 lists them, by where their papers are. */
export function GridLegend({ counts, planned }: GridLegendProps) {
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
