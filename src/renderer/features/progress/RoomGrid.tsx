import { memo, useRef, useState, type CSSProperties, type KeyboardEvent, type MouseEvent } from 'react'
import { ballotStates } from '../../widgets/ballotStates.ts'
import { firstPosition, neighbour, positionOf, type Cell, type FloorRow, type GridLayout, type Position } from './gridLayout.ts'

interface RoomGridProps {
  readonly layout: GridLayout
  readonly label: string
  readonly onOpen: (propertyId: string) => void
}

/**
 * Floors downwards from the top, a column for each room of a unit.
 *
 * Arrows move between rooms, Enter opens one. One listener serves all rooms, and a floor is drawn anew only when it has
 * changed: 2,000 rooms are ordinary.
 */
export function RoomGrid({ layout, label, onOpen }: RoomGridProps) {
  const grid = useRef<HTMLDivElement>(null)
  const [current, setCurrent] = useState<string | null>(null)
  const position = (current === null ? null : positionOf(layout, current)) ?? firstPosition(layout)
  const idAt = ({ row, column }: Position) => layout.floors[row]?.cells[column]?.propertyId
  const currentId = position ? idAt(position) : undefined

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
    setCurrent(next)
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
      className="room-grid"
      role="grid"
      aria-label={label}
      aria-rowcount={layout.floors.length + 1}
      aria-colcount={layout.columnCount + 1}
      style={{ '--columns': layout.columnCount } as CSSProperties}
      onKeyDown={pressed}
      onClick={clicked}
    >
      <div className="room-grid-row room-grid-head" role="row">
        <span className="room-grid-corner" role="columnheader">
          楼层
        </span>
        {layout.units.map(({ label: unit, firstColumn, columnCount }) => (
          <span key={firstColumn} className="room-grid-unit" role="columnheader" style={{ gridColumn: `span ${columnCount}` }}>
            <span className="room-grid-unit-name">{unit === '' ? '房号' : unit}</span>
          </span>
        ))}
      </div>
      {layout.floors.map((floor) => (
        <Floor
          key={floor.floorNo}
          floor={floor}
          units={layout.units}
          currentId={floor.cells.some((cell) => cell?.propertyId === currentId) ? currentId : undefined}
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
  readonly units: GridLayout['units']
  /** The room that the Tab key finds, where it is on this floor. */
  readonly currentId: string | undefined
}

const Floor = memo(function Floor({ floor: { floorNo, cells }, units, currentId }: FloorProps) {
  const firsts = new Set(units.map(({ firstColumn }) => firstColumn))
  return (
    <div className="room-grid-row" role="row">
      <span className="room-grid-floor tabular" role="rowheader">
        {floorNo === '' ? '—' : floorNo}
      </span>
      {cells.map((cell, column) => (
        <Room key={column} cell={cell} isFirstOfUnit={firsts.has(column)} isCurrent={cell !== null && cell.propertyId === currentId} />
      ))}
    </div>
  )
})

function Room({ cell, isFirstOfUnit, isCurrent }: { readonly cell: Cell | null; readonly isFirstOfUnit: boolean; readonly isCurrent: boolean }) {
  const first = isFirstOfUnit ? ' room-first' : ''
  if (!cell) return <span className={`room-none${first}`} role="gridcell" />
  const { look, name } = ballotStates[cell.state]
  return (
    <span
      className={`room room-${look}${first}`}
      role="gridcell"
      tabIndex={isCurrent ? 0 : -1}
      data-room={cell.propertyId}
      aria-label={`${cell.label} ${name}`}
      title={cell.room === cell.label ? name : `${cell.room} ${name}`}
    >
      {cell.label}
    </span>
  )
}
