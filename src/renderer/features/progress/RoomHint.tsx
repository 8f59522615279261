import { useEffect, useId, useRef, useState, type FocusEvent, type MouseEvent, type ReactNode } from 'react'
import { doorInWords } from '#shared/features/property/categories.ts'
import type { RoomOwner } from '#shared/features/voting/contract.ts'
import { visitLine } from '../contact/parts/contactWords.ts'
import { deliveryInWords } from './notVoted.ts'
import styles from './progress.module.css'

interface RoomHintProps {
  readonly owners: ReadonlyMap<string, RoomOwner>
  /** The grid; each room is an element with `data-room` and its state in `data-state`. */
  readonly children: ReactNode
}

interface Shown {
  readonly propertyId: string
  readonly state: string
  /** Window position in px: horizontal centre of the room, its top and bottom edge. */
  readonly x: number
  readonly top: number
  readonly bottom: number
  /** Time of showing, epoch ms. */
  readonly at: number
}

/** Maximum height; shown above the room if there is too little space below. */
const HEIGHT = 190

/**
 * Shows a room's owner, place and state while hovered or focused.
 *
 * One hint serves all rooms, without re-rendering the grid. Esc and scrolling hide it.
 */
export function RoomHint({ owners, children }: RoomHintProps) {
  const id = useId()
  const place = useRef<HTMLDivElement>(null)
  const [shown, setShown] = useState<Shown | null>(null)
  const described = useRef<HTMLElement | null>(null)

  const show = (room: HTMLElement) => {
    const { left, width, top, bottom } = room.getBoundingClientRect()
    setShown({ propertyId: room.dataset['room'] ?? '', state: room.dataset['state'] ?? '', x: left + width / 2, top, bottom, at: Date.now() })
  }
  const hide = () => {
    described.current?.removeAttribute('aria-describedby')
    described.current = null
    setShown(null)
  }
  const entered = (event: MouseEvent) => {
    const room = roomOf(event.target)
    if (room) show(room)
    else setShown(null)
  }
  const focused = (event: FocusEvent) => {
    const room = roomOf(event.target)
    if (!room) return
    described.current?.removeAttribute('aria-describedby')
    // Set directly, since React does not re-render the room on focus.
    room.setAttribute('aria-describedby', id)
    described.current = room
    show(room)
  }
  useEffect(() => {
    if (!shown) return undefined
    const hidden = () => setShown(null)
    const pressed = (event: KeyboardEvent) => {
      if (event.key === 'Escape') hidden()
    }
    addEventListener('scroll', hidden, true)
    addEventListener('keydown', pressed)
    return () => {
      removeEventListener('scroll', hidden, true)
      removeEventListener('keydown', pressed)
    }
  }, [shown])
  return (
    <div ref={place} onMouseOver={entered} onMouseLeave={() => setShown(null)} onFocus={focused} onBlur={hide}>
      {children}
      <Hint id={id} shown={shown} owner={shown ? owners.get(shown.propertyId) : undefined} />
    </div>
  )
}

function Hint({ id, shown, owner }: { readonly id: string; readonly shown: Shown | null; readonly owner: RoomOwner | undefined }) {
  if (!shown) return <div id={id} hidden />
  const isAbove = shown.bottom + HEIGHT > innerHeight
  const x = Math.min(Math.max(shown.x, 120), innerWidth - 120)
  return (
    <div
      id={id}
      role="tooltip"
      className={isAbove ? styles.roomHintAbove : styles.roomHint}
      style={{ left: x, top: isAbove ? shown.top - 6 : shown.bottom + 6 }}
    >
      {owner ? (
        <>
          <strong>{owner.place}</strong>
          <span>产权人 {owner.ownerName}</span>
          {doorInWords(owner) === '' ? null : <span>{doorInWords(owner)}</span>}
          <span className="tabular">{deliveryInWords(owner, shown.at)}</span>
          <span className="tabular">{visitLine(owner.contact, shown.at)}</span>
        </>
      ) : null}
      <span>{shown.state}</span>
    </div>
  )
}

function roomOf(target: EventTarget): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('[data-room]') : null
}
