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
 * The grid of rooms: floors from the top down, a column per room of each unit.
 *
 * Arrows move between rooms, Enter opens one. Optimised for 2,000 rooms: a single listener, floors re-render only when changed,
 * and a unit's part of a floor renders its rooms only while visible or focused.
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
    // Synchronous, since a room out of view is rendered only once it is current.
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
  /** Index of the floor from the top, from 0. */
  readonly row: number
  readonly units: GridLayout['units']
  /** One character per unit, `1` if its rooms are rendered; a string, so that an unchanged floor compares equal. */
  readonly drawn: string
  /** Column of the focusable room, if on this floor. */
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

/** A label short enough to fit its cell beside the state's letter. */
const ORDINARY = /^\d{1,4}$/

/** Determines the width in the style sheet. */
const columns = (count: number): CSSProperties => ({ '--columns': count }) as CSSProperties

interface RoomProps {
  readonly cell: Cell | null
  /** Index of the room's column, from 0. */
  readonly column: number
  readonly isCurrent: boolean
}

function Room({ cell, column, isCurrent }: RoomProps) {
  // The first column contains the floor numbers.
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

/** How far outside the window parts are rendered in advance, for scrolling. */
const MARGIN = '100px'
/** Minimum size of a room, in the smallest font. */
const ROOM_PIXELS = { width: 60, height: 34 }
/** Minimum space around the grid: menu and tree, bars and legend. */
const AROUND_PIXELS = { width: 480, height: 260 }

/** Key of a unit's rooms on one floor: `row:unit`, both zero-based. */
const partKey = (row: number, unit: number): string => `${row}:${unit}`

/**
 * The parts of the grid in or near the viewport, which need their rooms rendered.
 *
 * Every part must be an element with its key as `data-part`, of a size independent of rendering. Until the browser reports
 * positions, what fits in a window from the top left counts as visible.
 */
function usePartsInSight(grid: RefObject<HTMLElement | null>, layout: GridLayout): ReadonlySet<string> {
  const [inSight, setInSight] = useState(() => firstGuess(layout))
  useLayoutEffect(() => {
    if (layout.roomCount === 0) return undefined
    const observer = new IntersectionObserver(
      (entries) => setInSight((known) => updated(known, entries)),
      // For the window's edge and for each scroll container in between.
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
