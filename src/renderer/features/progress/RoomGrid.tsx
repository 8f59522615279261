import { useRef, useState, type CSSProperties, type KeyboardEvent, type MouseEvent, useLayoutEffect, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import { firstPosition, neighbour, positionOf, type Cell, type FloorRow, type GridLayout, type Position } from './gridLayout.ts'
import { roomStates } from './roomStates.ts'
import styles from './progress.module.css'

interface RoomGridProps {
  readonly layout: GridLayout
  readonly label: string
  readonly onOpen: (propertyId: string) => void
}

/**
 * Floors downwards from the top, a column for each room of a unit.
 *
 * Arrows move between rooms, Enter opens one. One listener serves all rooms, a floor is rendered again only when it has changed,
 * and a unit's part of a floor has its rooms only where it is in sight or holds the focus: 2,000 rooms are ordinary.
 */
export function RoomGrid({ layout, label, onOpen }: RoomGridProps) {
  const grid = useRef<HTMLDivElement>(null)
  const [current, setCurrent] = useState<string | null>(null)
  const inSight = usePartsInSight(grid, layout)
  const position = (current === null ? null : positionOf(layout, current)) ?? firstPosition(layout)
  const idAt = ({ row, column }: Position) => layout.floors[row]?.cells[column]?.propertyId

  const pressed = (event: KeyboardEvent) => {
    const id = idOf(event.target)
    if (id === undefined || event.ctrlKey || event.altKey || event.metaKey) return
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault()
      onOpen(id)
      return
    }
    const from = positionOf(layout, id)
    const to = from && neighbour(layout, from, event.key)
    const next = to ? idAt(to) : undefined
    if (next === undefined) return
    event.preventDefault()
    // At once, for the room may be out of sight and not be rendered before it is the current one.
    flushSync(() => setCurrent(next))
    grid.current?.querySelector<HTMLElement>(`[data-room="${CSS.escape(next)}"]`)?.focus()
  }
  const clicked = (event: MouseEvent) => {
    const id = idOf(event.target)
    if (id === undefined) return
    setCurrent(id)
    onOpen(id)
  }
  return (
    <div
      ref={grid}
      className={styles.roomGrid}
      role="grid"
      aria-label={label}
      aria-rowcount={layout.floors.length + 1}
      aria-colcount={layout.columnCount + 1}
      style={{ '--all': layout.columnCount } as CSSProperties}
      onKeyDown={pressed}
      onClick={clicked}
    >
      <div className={`${styles.roomGridRow} ${styles.roomGridHead}`} role="row" aria-rowindex={1}>
        <span className={styles.roomGridCorner} role="columnheader" aria-colindex={1}>
          楼层
        </span>
        {layout.units.map(({ label: unit, firstColumn, columnCount }) => (
          <span
            key={firstColumn}
            className={styles.roomGridUnit}
            role="columnheader"
            aria-colindex={firstColumn + 2}
            aria-colspan={columnCount}
            style={columns(columnCount)}
          >
            <span className={styles.roomGridUnitName}>{unit === '' ? '房号' : unit}</span>
          </span>
        ))}
      </div>
      {layout.floors.map((floor, row) => (
        <Floor
          key={floor.floorNo}
          floor={floor}
          row={row}
          units={layout.units}
          drawn={layout.units.map((_, unit) => (inSight.has(partKey(row, unit)) ? '1' : '0')).join('')}
          currentColumn={row === position?.row ? position.column : undefined}
        />
      ))}
    </div>
  )
}

function idOf(target: EventTarget): string | undefined {
  return target instanceof HTMLElement ? target.closest<HTMLElement>('[data-room]')?.dataset['room'] : undefined
}

interface FloorProps {
  readonly floor: FloorRow
  /** Which floor from the top, from 0. */
  readonly row: number
  readonly units: GridLayout['units']
  /** A character a unit, `1` where its rooms are to be rendered: a text, so that a floor that has not changed is seen to be the same. */
  readonly drawn: string
  /** Where the room stands that the Tab key finds, if it is on this floor. */
  readonly currentColumn: number | undefined
}

function Floor({ floor: { floorNo, cells }, row, units, drawn, currentColumn = -1 }: FloorProps) {
  return (
    <div className={styles.roomGridRow} role="row" aria-rowindex={row + 2}>
      <span className={`${styles.roomGridFloor} tabular`} role="rowheader" aria-colindex={1}>
        {floorNo === '' ? '—' : floorNo}
      </span>
      {units.map(({ firstColumn, columnCount }, unit) => {
        const end = firstColumn + columnCount
        const isDrawn = drawn[unit] === '1' || (currentColumn >= firstColumn && currentColumn < end)
        return (
          <div key={firstColumn} className={styles.roomGridPart} role="presentation" data-part={partKey(row, unit)} style={columns(columnCount)}>
            {isDrawn
              ? cells
                  .slice(firstColumn, end)
                  .map((cell, index) => <Room key={index} cell={cell} column={firstColumn + index} isCurrent={firstColumn + index === currentColumn} />)
              : null}
          </div>
        )
      })}
    </div>
  )
}

/** A label that finds room in its cell, with the letter of its state. */
const ORDINARY = /^\d{1,4}$/

/** What the style sheet makes a width of. */
const columns = (count: number): CSSProperties => ({ '--columns': count }) as CSSProperties

interface RoomProps {
  readonly cell: Cell | null
  /** Which column of rooms, from 0. */
  readonly column: number
  readonly isCurrent: boolean
}

function Room({ cell, column, isCurrent }: RoomProps) {
  // The floors' own numbers are the first column.
  const columnIndex = column + 2
  if (!cell) return <span className={styles.roomNone} role="gridcell" aria-colindex={columnIndex} />
  const { letter, name } = roomStates[cell.state]
  return (
    <span
      className={`${styles.room} ${styles[cell.state]}${ORDINARY.test(cell.label) ? '' : ` ${styles.roomLong}`}${cell.isPlanned ? ` ${styles.roomPlanned}` : ''}`}
      role="gridcell"
      aria-colindex={columnIndex}
      tabIndex={isCurrent ? 0 : -1}
      data-room={cell.propertyId}
      data-letter={letter}
      aria-label={`${cell.label} ${name}${cell.isPlanned ? ' 在补票路线上' : ''}`}
      data-state={name}
    >
      {cell.label}
    </span>
  )
}

/** How far outside the window a part is already rendered, so that scrolling finds it there. */
const MARGIN = '100px'
/** Less than a room takes in the smallest font. */
const ROOM_PIXELS = { width: 60, height: 34 }
/** What stands around the grid at the least: menu and tree, bars and legend. */
const AROUND_PIXELS = { width: 480, height: 260 }

/** A unit's rooms on one floor, as the page names them: `row:unit`, both counted from 0. */
const partKey = (row: number, unit: number): string => `${row}:${unit}`

/**
 * Which parts of the grid are in sight or near it: only those need their rooms rendered.
 *
 * Every part must be an element with its key as `data-part`, of a size that does not depend on whether it is rendered. Until the
 * browser has reported where things are, what a window can show from the top left is taken to be in sight.
 */
function usePartsInSight(grid: RefObject<HTMLElement | null>, layout: GridLayout): ReadonlySet<string> {
  const [inSight, setInSight] = useState(() => firstGuess(layout))
  useLayoutEffect(() => {
    if (layout.roomCount === 0) return undefined
    const observer = new IntersectionObserver(
      (entries) => setInSight((known) => updated(known, entries)),
      // The window's own edge, and that of each scrolling box on the way to it.
      { rootMargin: MARGIN, scrollMargin: MARGIN },
    )
    for (const part of grid.current?.querySelectorAll('[data-part]') ?? []) observer.observe(part)
    return () => observer.disconnect()
  }, [grid, layout])
  return inSight
}

function firstGuess({ floors, units }: GridLayout): ReadonlySet<string> {
  const rows = Math.min(floors.length, Math.max(1, Math.ceil((innerHeight - AROUND_PIXELS.height) / ROOM_PIXELS.height)))
  const columns = (innerWidth - AROUND_PIXELS.width) / ROOM_PIXELS.width
  const shown = units.flatMap(({ firstColumn }, unit) => (firstColumn === 0 || firstColumn < columns ? [unit] : []))
  return new Set(Array.from({ length: rows }, (_, row) => shown.map((unit) => partKey(row, unit))).flat())
}

function updated(known: ReadonlySet<string>, entries: readonly IntersectionObserverEntry[]): ReadonlySet<string> {
  const next = new Set(known)
  let isChanged = false
  for (const { target, isIntersecting } of entries) {
    const key = target instanceof HTMLElement ? target.dataset['part'] : undefined
    if (key === undefined || isIntersecting === next.has(key)) continue
    isChanged = true
    if (isIntersecting) next.add(key)
    else next.delete(key)
  }
  return isChanged ? next : known
}
