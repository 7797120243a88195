import '@mantine/core/styles/Popover.css'
import '@mantine/core/styles/Menu.css'
import { Menu } from '@mantine/core'
import { type ReactNode, type Ref, type RefObject, useDeferredValue, useImperativeHandle, useState } from 'react'
import { Link } from './Link.tsx'
import { classes } from './classes.ts'
import { Kit } from './Kit.tsx'
import styles from './Menu.module.css'

export type MenuItem = {
  label: string
  icon?: ReactNode
  /** An action, or a link's address in `to`. */
  run?: () => void
  to?: string
  /** Destructive: shown in red. */
  danger?: boolean
  /** Why it is disabled; shown below its label. */
  disabledReason?: string | undefined
}

type Props = {
  /** The id of the trigger, and its element. */
  id: string
  opener: RefObject<HTMLElement | null>
  opened: boolean
  setOpened: (opened: boolean) => void
  items: readonly MenuItem[]
}

/** Limits a long list to the available height and lets it scroll, since its end would otherwise be off-screen. */
function limitHeight({
  availableHeight,
  elements,
}: {
  availableHeight: number
  elements: { floating: HTMLElement }
}): void {
  elements.floating.style.maxHeight = `${Math.max(minHeight, availableHeight - screenMargin)}px`
}
/** In pixels: the height of four items, and the gap between the list and the edge of the screen. */
const [minHeight, screenMargin] = [184, 8]

/** The list of a `Menu`, positioned at its trigger. */
export function MenuList({ id, opener, opened, setOpened, items }: Props) {
  // Rendered closed first: Mantine remembers where to return focus at the moment of opening.
  const isShown = useDeferredValue(opened, false)
  const [isItemChosen, setItemChosen] = useState(false)
  if (isItemChosen && opened && isShown) setItemChosen(false)
  return (
    <Kit>
      <Menu
        id={id}
        opened={isShown}
        onChange={setOpened}
        // Mantine's focus placeholder is not a menu item; the first item takes focus instead.
        withInitialFocusPlaceholder={false}
        position="bottom-end"
        shadow="md"
        zIndex="var(--z-popover)"
        transitionProps={{ duration: 150 }}
        middlewares={{ flip: true, shift: true, size: { apply: limitHeight } }}
        // A chosen item returns focus itself, and what it opens may have taken focus since.
        returnFocus={isShown || !isItemChosen}
      >
        <Menu.Target>
          <ExistingTarget element={opener} />
        </Menu.Target>
        <Menu.Dropdown className={styles.list}>
          {items.map((item, i) => (
            <Item
              key={itemKey(items, i)}
              item={item}
              opener={opener}
              opened={opened}
              choose={() => setItemChosen(true)}
            />
          ))}
        </Menu.Dropdown>
      </Menu>
    </Kit>
  )
}

/** A unique key even if two items have the same label. */
const itemKey = (items: readonly MenuItem[], index: number): string => {
  const label = items[index]?.label ?? ''
  return `${label} ${items.slice(0, index).filter((item) => item.label === label).length}`
}

/** Mantine renders its menu targets itself: passes it the trigger that is already on the page. */
function ExistingTarget({ element, ref }: { element: RefObject<HTMLElement | null>; ref?: Ref<HTMLElement> }) {
  useImperativeHandle(ref, () => element.current as HTMLElement, [element])
  return null
}

type ItemProps = { item: MenuItem; choose: () => void } & Pick<Props, 'opener' | 'opened'>

function Item({ item, opener, opened, choose }: ItemProps) {
  const { label, icon, run, to, danger, disabledReason } = item
  const isDisabled = disabledReason !== undefined
  const itemProps = {
    className: classes(styles.item, danger && styles.danger),
    leftSection: icon,
    'aria-disabled': isDisabled || undefined,
  }
  const text = (
    <>
      {label}
      {isDisabled && <span className={styles.reason}>{disabledReason}</span>}
    </>
  )
  if (to !== undefined && !isDisabled) {
    return (
      <Menu.Item {...itemProps} component={Link} to={to}>
        {text}
      </Menu.Item>
    )
  }
  function press() {
    // Ignores a double press: a closing list stays on the page for a moment.
    if (isDisabled || !opened) return
    // A dialog opened from here returns focus to the element focused before: this item is gone by then.
    opener.current?.focus({ preventScroll: true })
    choose()
    run?.()
  }
  return (
    <Menu.Item {...itemProps} closeMenuOnClick={!isDisabled} onClick={press}>
      {text}
    </Menu.Item>
  )
}
