import {
  closestCenter,
  DndContext,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
  type Announcements,
  type DragEndEvent,
  type UniqueIdentifier,
} from '@dnd-kit/core'
import { SortableContext, sortableKeyboardCoordinates } from '@dnd-kit/sortable'
import { useMemo, type ReactNode } from 'react'
import './sortable.css'

interface SortableListProps {
  /** The items' ids, in order; without spaces. */
  readonly ids: readonly string[]
  /** An item's name at its position: `议题 2`. */
  readonly nameOf: (index: number) => string
  readonly onMove: (from: number, to: number) => void
  /** The items, each using useSortableItem(). */
  readonly children: ReactNode
}

/** A list reordered by dragging its items' handles, by mouse or keyboard; Esc cancels. */
export function SortableList({ ids, nameOf, onMove, children }: SortableListProps) {
  const sensors = useSensors(
    // A press without movement does not drag; it only focuses the handle.
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  // Stable while the order is the same, since a new array re-renders all items. The compiler would create a new one for each list of ids,
  // i.e. on each change of the form.
  const order = ids.join(' ')
  const items = useMemo(() => order.split(' '), [order])
  const indexOf = (id: UniqueIdentifier) => ids.indexOf(String(id))
  const drop = ({ active, over }: DragEndEvent) => {
    if (over && over.id !== active.id) onMove(indexOf(active.id), indexOf(over.id))
  }
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={drop}
      accessibility={{ announcements: announcements((id) => nameOf(indexOf(id)), indexOf), screenReaderInstructions }}
    >
      {/* A line shows where the dragged one lands; nothing else moves meanwhile. */}
      <SortableContext items={ids.length === 0 ? none : items} strategy={nothingMoves}>
        {children}
      </SortableContext>
    </DndContext>
  )
}

const none: string[] = []
const nothingMoves = () => null

const screenReaderInstructions = { draggable: '按空格键拿起，用上下方向键移动，再按空格键放下；按 Esc 放弃' }

function announcements(nameOf: (id: UniqueIdentifier) => string, indexOf: (id: UniqueIdentifier) => number): Announcements {
  const place = (id: UniqueIdentifier) => `第 ${indexOf(id) + 1} 个位置`
  const taken = (id: UniqueIdentifier) => `已拿起${nameOf(id)}，在${place(id)}`
  return {
    onDragStart: ({ active }) => taken(active.id),
    // An item just picked up is over its own position.
    onDragOver: ({ active, over }) => (over === null ? undefined : over.id === active.id ? taken(active.id) : `${nameOf(active.id)}将移到${place(over.id)}`),
    onDragEnd: ({ active, over }) => `${nameOf(active.id)}已放在${place(over?.id ?? active.id)}`,
    onDragCancel: ({ active }) => `已放弃，${nameOf(active.id)}仍在${place(active.id)}`,
  }
}
