import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import {
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import type { ReactNode } from 'react'
import { useTexts } from '../i18n.ts'
import { DragIcon } from './lateIcons.tsx'
import { MoveButtons } from './MoveButtons.tsx'
import styles from './Sortable.module.css'
import english from './texts.en.json'
import { useKeptFocus } from './useKeptFocus.ts'

type Props<Item> = {
  /** What is sorted: "Questions". */
  label: string
  items: readonly Item[]
  keyOf: (item: Item) => string
  nameOf: (item: Item) => string
  move: (from: number, to: number) => void
  children: (item: Item) => ReactNode
}

/**
 * A list the user can reorder by dragging, by the handle and arrow keys, or by up and down buttons. Moves are announced in the
 * reader's language.
 */
export function Sortable<Item>({ label, items, keyOf, nameOf, move, children }: Props<Item>) {
  const t = useTexts('kit', english)
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 6 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const box = useKeptFocus<HTMLOListElement>()
  const ids = items.map(keyOf)
  const nameAt = (id: unknown) => {
    const item = items[ids.indexOf(String(id))]
    return item === undefined ? '' : nameOf(item)
  }
  const positionOf = (id: unknown) => ids.indexOf(String(id)) + 1
  const drop = ({ active, over }: DragEndEvent) => {
    if (over && active.id !== over.id) move(ids.indexOf(String(active.id)), ids.indexOf(String(over.id)))
  }
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={drop}
      accessibility={{
        screenReaderInstructions: { draggable: t('dragHow') },
        announcements: {
          onDragStart: ({ active }) => t('dragTaken', { name: nameAt(active.id) }),
          onDragOver: ({ active, over }) =>
            over ? t('dragOver', { name: nameAt(active.id), place: positionOf(over.id), count: ids.length }) : '',
          onDragEnd: ({ active, over }) =>
            t('dragDropped', { name: nameAt(active.id), place: positionOf(over?.id ?? active.id), count: ids.length }),
          onDragCancel: ({ active }) => t('dragCancelled', { name: nameAt(active.id) }),
        },
      }}
    >
      <SortableContext items={ids} strategy={verticalListSortingStrategy}>
        <ol ref={box} tabIndex={-1} className={styles.list} aria-label={label}>
          {items.map((item, i) => (
            <Row
              key={keyOf(item)}
              id={keyOf(item)}
              name={nameOf(item)}
              at={i}
              of={items.length}
              move={(to) => move(i, to)}
            >
              {children(item)}
            </Row>
          ))}
        </ol>
      </SortableContext>
    </DndContext>
  )
}

type RowProps = { id: string; name: string; at: number; of: number; move: (to: number) => void; children: ReactNode }

function Row({ id, name, at, of, move, children }: RowProps) {
  const t = useTexts('kit', english)
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id,
  })
  return (
    <li
      ref={setNodeRef}
      className={styles.row}
      data-dragging={isDragging || undefined}
      style={{ transform: CSS.Translate.toString(transform), transition }}
    >
      <button
        type="button"
        ref={setActivatorNodeRef}
        className={styles.handle}
        {...attributes}
        {...listeners}
        aria-label={t('dragName', { name })}
      >
        <DragIcon />
      </button>
      <div className={styles.inside}>{children}</div>
      <div className={styles.steps}>
        <MoveButtons name={name} at={at} of={of} move={move} />
      </div>
    </li>
  )
}
