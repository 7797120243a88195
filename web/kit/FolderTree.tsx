import { Tree, type TreeNodeData, useTree } from '@mantine/core'
import { type DragEvent, type ReactNode, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { classes } from './classes.ts'
import styles from './FolderTree.module.css'
import { ChevronDownIcon, ChevronRightIcon } from './icons.tsx'
import { Kit } from './Kit.tsx'

export type TreeFolder = { id: string; name: string; parentId: string | null }

type Props = {
  /** What the tree is of, for screen readers. */
  label: string
  folders: readonly TreeFolder[]
  /** Which one is shown. */
  current: string | undefined
  icon: ReactNode
  open: (id: string) => void
  /** What is dragged is dropped onto a folder; left out where nothing can be. */
  drop?: ((id: string) => void) | undefined
  drag?: ((id: string) => void) | undefined
}

/** How far a folder stands in from the one around it, in pixels. */
const indent = 16

/** Folders in folders. Arrow keys go through it, Enter opens one; dragging is one more way to what a menu does too. */
export function FolderTree({ label, folders, current, icon, open, drop, drag }: Props) {
  const [over, setOver] = useState<string>()
  const around = aroundOf(folders, current)
  const [shown, setShown] = useState(around.join())
  const [expandedState, setExpanded] = useState(() => opened(around))
  // Another folder is shown, or it lies elsewhere: those around it open, and what else is open stays so.
  if (shown !== around.join()) {
    setShown(around.join())
    setExpanded({ ...expandedState, ...opened(around) })
  }
  const selectedState = useMemo(() => (current === undefined ? [] : [current]), [current])
  const tree = useTree({ expandedState, onExpandedStateChange: setExpanded, selectedState })
  // The same until the folders change: the tree sets itself up anew for other data, and is drawn again when it has.
  const data = useMemo(() => nodesOf(folders), [folders])
  const root = useRef<HTMLUListElement>(null)
  // The tree itself has Tab stop at its first folder always.
  useLayoutEffect(() => stopAt(root.current, current))
  return (
    <Kit>
      <Tree
        ref={root}
        aria-label={label}
        data={data}
        tree={tree}
        expandOnClick={false}
        className={styles.tree}
        onFocus={() => stopAt(root.current, current)}
        onKeyDown={(event) => {
          const id = (event.target as HTMLElement).dataset['value']
          if (event.key === 'Enter' && id) open(id)
        }}
        renderNode={({ node: { value, label: name }, level, expanded, hasChildren, elementProps }) => (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the tree has the keys
          <div
            {...elementProps}
            className={classes(styles.node, value === current && styles.current, value === over && styles.over)}
            style={{ paddingInlineStart: `${level * indent - indent / 2}px` }}
            draggable={drag !== undefined}
            onDragStart={() => drag?.(value)}
            onDragOver={(event: DragEvent) => {
              if (!drop) return
              event.preventDefault()
              setOver(value)
            }}
            onDragLeave={() => setOver(undefined)}
            onDrop={(event: DragEvent) => {
              event.preventDefault()
              setOver(undefined)
              drop?.(value)
            }}
            onClick={() => open(value)}
          >
            {hasChildren ? (
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- left and right arrow do the same
              <span
                className={styles.toggle}
                onClick={(event) => {
                  event.stopPropagation()
                  tree.toggleExpanded(value)
                }}
              >
                {expanded ? <ChevronDownIcon size={16} /> : <ChevronRightIcon size={16} />}
              </span>
            ) : (
              <span className={styles.toggle} />
            )}
            {icon}
            <span className={styles.name}>{name}</span>
          </div>
        )}
      />
    </Kit>
  )
}

/** Tab leads to the folder that has focus, or else to the one that is shown; to the first where that one is folded away. */
function stopAt(root: HTMLElement | null, current: string | undefined): void {
  const nodes = [...(root?.querySelectorAll<HTMLElement>('[role=treeitem]') ?? [])]
  const focused = nodes.find((node) => node === document.activeElement)
  const stop = focused ?? nodes.find((node) => node.dataset['value'] === current) ?? nodes[0]
  for (const node of nodes) node.tabIndex = node === stop ? 0 : -1
}

const opened = (ids: readonly string[]): Record<string, boolean> => Object.fromEntries(ids.map((id) => [id, true]))

/** A folder and those around it. */
function aroundOf(folders: readonly TreeFolder[], current: string | undefined): string[] {
  const byId = new Map(folders.map((folder) => [folder.id, folder]))
  const found: string[] = []
  for (let at = current; at && byId.has(at) && !found.includes(at); at = byId.get(at)?.parentId ?? undefined)
    found.push(at)
  return found
}

/** One whose folder is not among them stands at the top. */
function nodesOf(folders: readonly TreeFolder[]): TreeNodeData[] {
  const ids = new Set(folders.map(({ id }) => id))
  const within = (parentId: string | null): TreeNodeData[] =>
    folders
      .filter((folder) => (ids.has(folder.parentId ?? '') ? folder.parentId : null) === parentId)
      .map(({ id, name }) => ({ value: id, label: name, children: within(id) }))
  return within(null)
}
