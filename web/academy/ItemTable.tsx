import type { DragEvent } from 'react'
import { maxAtOnce } from '#shared/rules/library.ts'
import { isAtLeast } from '#shared/rules/shares.ts'
import { useTexts } from '../i18n.ts'
import { Badge } from '../kit/Badge.tsx'
import { sizeText } from '../kit/format.ts'
import { AcademyIcon } from '../kit/icons.tsx'
import { Menu } from '../kit/Menu.tsx'
import { EmptyState } from '../kit/States.tsx'
import { type Column, Table, type TableProps } from '../kit/Table.tsx'
import styles from './Academy.module.css'
import { AddMenu } from './AddMenu.tsx'
import type { LibraryDialog } from './ItemDialogs.tsx'
import { type Item, pathOf, type Place, type View } from './place.ts'
import english from './texts.en.json'
import { ItemPicture, kindOf } from './types.tsx'
import { useDelete } from './useItemActions.ts'

type Props = {
  place: Place
  view: View
  items: readonly Item[]
  isFiltered: boolean
  mayAdd: boolean
  isStaff: boolean
  isOwned: boolean
  open: (opened: LibraryDialog) => void
  drag: (ids: readonly string[]) => void
  drop: ((parentId: string) => void) | undefined
  choice: TableProps<Item>['choice']
}

const byName = (a: Item, b: Item) => a.name.localeCompare(b.name, undefined, { numeric: true })
const sizeOf = (item: Item) => item.fileMetadata?.size ?? -1

/** The items of a folder or list: folders open in place, everything else opens in the panel. */
export function ItemTable(props: Props) {
  const { place, view, items, isFiltered, mayAdd, open, choice } = props
  const t = useTexts('academy', english)
  const actions = useActions(props)
  if (items.length === 0) {
    const emptyText = isFiltered
      ? 'noneFound'
      : view === 'folders'
        ? place.folderId
          ? 'emptyFolder'
          : 'emptyLibrary'
        : (`${view}Empty` as const)
    return (
      <EmptyState
        title={t(emptyText)}
        hint={t(
          mayAdd && !isFiltered ? 'emptyHint' : `${isFiltered ? 'noneFound' : view === 'bin' ? 'folders' : view}Hint`,
        )}
        icon={<AcademyIcon size={32} />}
      >
        {mayAdd && !isFiltered && <AddMenu place={place} open={open} />}
      </EmptyState>
    )
  }
  const columns: Column<Item>[] = [
    {
      key: 'name',
      head: t('name'),
      width: 'minmax(0, 3fr)',
      sort: byName,
      cell: (item) => <Name item={item} {...props} />,
    },
    { key: 'kind', head: t('kind'), width: '9em', cell: (item) => t(kindOf(item)) },
    {
      key: 'size',
      head: t('size'),
      width: '7em',
      align: 'end',
      priority: 'low',
      sort: (a, b) => sizeOf(a) - sizeOf(b),
      cell: ({ fileMetadata }) => (fileMetadata ? sizeText(fileMetadata.size) : '–'),
    },
  ]
  return (
    <Table
      label={t('items')}
      rows={items}
      columns={columns}
      keyOf={keyOf}
      nameOf={({ name }) => name}
      to={(item) =>
        item.type === 'DIRECTORY' && item.access !== 'SEARCH'
          ? pathOf(place, item.id)
          : pathOf(place, place.folderId, { ...(view !== 'folders' && { view }), item: item.id })
      }
      actions={actions}
      {...(choice && { choice })}
    />
  )
}
const keyOf = ({ id }: Item) => id

/** A coach's own item that no folder shares with others. */
const isAlone = ({ access, shared, parentId }: Item) => access === 'OWNER' && !shared && parentId === null

function Name({ item, drag, drop, choice, isStaff, isOwned }: Props & { item: Item }) {
  const t = useTexts('academy', english)
  const isFolder = item.type === 'DIRECTORY'
  const draggedIds = choice?.chosen.has(item.id) ? [...choice.chosen] : [item.id]
  const acceptsDrop = isFolder && drop !== undefined
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- dragging is one more way; "Move to" does the same
    <span
      className={styles.name}
      draggable={isStaff && item.movable && draggedIds.length <= maxAtOnce}
      onDragStart={() => drag(draggedIds)}
      onDragOver={(event: DragEvent) => acceptsDrop && event.preventDefault()}
      onDrop={(event: DragEvent) => {
        if (!acceptsDrop) return
        event.preventDefault()
        drop(item.id)
      }}
    >
      <ItemPicture item={item} />
      <span>{item.name}</span>
      {item.shared && <Badge>{t('isShared')}</Badge>}
      {isStaff && isOwned && isAlone(item) && <Badge>{t('isAlone')}</Badge>}
    </span>
  )
}

/** Actions on one item, by the reader's access to it. */
function useActions({ place, open, isStaff }: Props) {
  const t = useTexts('academy', english)
  const remove = useDelete(place.orgId)
  return (item: Item) => {
    const mayEdit = isStaff && isAtLeast(item.access, 'EDITOR')
    const immovableProps = item.movable ? {} : { disabledReason: t('notMovable') }
    const isFile = item.type === 'FILE' && item.access !== 'SEARCH'
    return (
      <Menu
        about={item.name}
        items={[
          isFile && { label: t('open'), run: () => open({ dialog: 'preview', item }) },
          mayEdit && { label: t('edit'), run: () => open({ dialog: 'edit', item }) },
          mayEdit && { label: t('share'), run: () => open({ dialog: 'share', item }) },
          mayEdit && { label: t('moveTo'), run: () => open({ dialog: 'move', items: [item] }), ...immovableProps },
          mayEdit && { label: t('delete'), danger: true, run: () => void remove([item]), ...immovableProps },
        ]}
      />
    )
  }
}
