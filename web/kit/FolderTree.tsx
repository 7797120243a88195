import { Tree, type TreeNodeData, useTree } from '@mantine/core'
import { type DragEvent, type ReactNode, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { classes } from './classes.ts'
import styles from './FolderTree.module.css'
import { ChevronDownIcon, ChevronRightIcon } from './icons.tsx'
import { Kit } from './Kit.tsx'

export type TreeFolder = { id: string; name: string; parentId: string | null }

type Props = {
  /** The accessible name of the tree. */
  label: string
  folders: readonly TreeFolder[]
  /** The selected folder. */
  current: string | undefined
  icon: ReactNode
  open: (id: string) => void
  /** Called when something is dropped onto a folder; omitted if nothing can be. */
  drop?: ((id: string) => void) | undefined
  drag?: ((id: string) => void) | undefined
}

/** Indentation per level, in pixels. */
const indent = 16

/** A folder tree. Arrow keys move through it, Enter opens a folder; drag and drop duplicates what the menu offers. */
export function FolderTree({ label, folders, current, icon, open, drop, drag }: Props) {
  const [dropTargetId, setDropTargetId] = useState<string>()
  const currentPath = pathTo(folders, current)
  const [shownPath, setShownPath] = useState(currentPath.join())
  const [expandedState, setExpanded] = useState(() => expandAll(currentPath))
  // When the selection or its place changes, expand its ancestors and keep the rest as it is.
  if (shownPath !== currentPath.join()) {
    setShownPath(currentPath.join())
    setExpanded({ ...expandedState, ...expandAll(currentPath) })
  }
  const selectedState = useMemo(() => (current === undefined ? [] : [current]), [current])
  const tree = useTree({ expandedState, onExpandedStateChange: setExpanded, selectedState })
  // Memoized: the tree reinitializes and renders again whenever its data changes.
  const data = useMemo(() => toTreeNodes(folders), [folders])
  const root = useRef<HTMLUListElement>(null)
  // Mantine's tree always makes its first node the tab stop.
  useLayoutEffect(() => setTabStop(root.current, current))
  return (
    <Kit>
      <Tree
        ref={root}
        aria-label={label}
        data={data}
        tree={tree}
        expandOnClick={false}
        className={styles.tree}
        onFocus={() => setTabStop(root.current, current)}
        onKeyDown={(event) => {
          const id = (event.target as HTMLElement).dataset['value']
          if (event.key === 'Enter' && id) open(id)
        }}
        renderNode={({ node: { value, label: name }, level, expanded, hasChildren, elementProps }) => (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the tree handles the keys
          <div
            {...elementProps}
            className={classes(styles.node, value === current && styles.current, value === dropTargetId && styles.over)}
            style={{ paddingInlineStart: `${level * indent - indent / 2}px` }}
            draggable={drag !== undefined}
            onDragStart={() => drag?.(value)}
            onDragOver={(event: DragEvent) => {
              if (!drop) return
              event.preventDefault()
              setDropTargetId(value)
            }}
            onDragLeave={() => setDropTargetId(undefined)}
            onDrop={(event: DragEvent) => {
              event.preventDefault()
              setDropTargetId(undefined)
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

/** Makes the focused node the tab stop, else the current one, or the first if that one is collapsed. */
function setTabStop(root: HTMLElement | null, current: string | undefined): void {
  const nodes = [...(root?.querySelectorAll<HTMLElement>('[role=treeitem]') ?? [])]
  const focused = nodes.find((node) => node === document.activeElement)
  const tabStop = focused ?? nodes.find((node) => node.dataset['value'] === current) ?? nodes[0]
  for (const node of nodes) node.tabIndex = node === tabStop ? 0 : -1
}

const expandAll = (ids: readonly string[]): Record<string, boolean> => Object.fromEntries(ids.map((id) => [id, true]))

/** A folder's id and those of its ancestors. */
function pathTo(folders: readonly TreeFolder[], current: string | undefined): string[] {
  const byId = new Map(folders.map((folder) => [folder.id, folder]))
  const path: string[] = []
  for (
    let folderId = current;
    folderId && byId.has(folderId) && !path.includes(folderId);
    folderId = byId.get(folderId)?.parentId ?? undefined
  )
    path.push(folderId)
  return path
}

/** Builds the tree. Folders whose parent is not in the list are at the top level. */
function toTreeNodes(folders: readonly TreeFolder[]): TreeNodeData[] {
  const ids = new Set(folders.map(({ id }) => id))
  const childrenOf = (parentId: string | null): TreeNodeData[] =>
    folders
      .filter((folder) => (ids.has(folder.parentId ?? '') ? folder.parentId : null) === parentId)
      .map(({ id, name }) => ({ value: id, label: name, children: childrenOf(id) }))
  return childrenOf(null)
}
