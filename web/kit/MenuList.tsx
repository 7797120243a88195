import '@mantine/core/styles/Popover.css'
import '@mantine/core/styles/Menu.css'
import { Menu } from '@mantine/core'
import { type ReactNode, type Ref, type RefObject, useDeferredValue, useImperativeHandle, useState } from 'react'
import { Link } from 'react-router-dom'
import { classes } from './classes.ts'
import { Kit } from './Kit.tsx'
import styles from './Menu.module.css'

export type MenuItem = {
  label: string
  icon?: ReactNode
  /** What it does, or where it leads. */
  run?: () => void
  to?: string
  /** It takes something away: stands in red. */
  danger?: boolean
  /** Why it cannot be done now; stands below its name. */
  disabledReason?: string | undefined
}

type Props = {
  /** The id of what opens it, and the element itself. */
  id: string
  opener: RefObject<HTMLElement | null>
  opened: boolean
  setOpened: (opened: boolean) => void
  items: readonly MenuItem[]
}

/** A long list is as high as there is room, and its end is scrolled to: below the screen nobody would find it. */
function fit({ availableHeight, elements }: { availableHeight: number; elements: { floating: HTMLElement } }): void {
  elements.floating.style.maxHeight = `${Math.max(leastHeight, availableHeight - edge)}px`
}
/** In pixels: four of its lines, and what stays free between it and the edge of the screen. */
const [leastHeight, edge] = [184, 8]

/** The list of a `Menu`, at what opens it. */
export function MenuList({ id, opener, opened, setOpened, items }: Props) {
  // Drawn closed first: at the moment of opening Mantine remembers where focus has to go back to.
  const shown = useDeferredValue(opened, false)
  const [chosen, setChosen] = useState(false)
  if (chosen && opened && shown) setChosen(false)
  return (
    <Kit>
      <Menu
        id={id}
        opened={shown}
        onChange={setOpened}
        // Mantine's own placeholder is no item of a menu; the first item takes the focus.
        withInitialFocusPlaceholder={false}
        position="bottom-end"
        shadow="md"
        zIndex="var(--z-popover)"
        transitionProps={{ duration: 150 }}
        middlewares={{ flip: true, shift: true, size: { apply: fit } }}
        // What was chosen gives it back itself, and what that opens may have taken it since.
        returnFocus={shown || !chosen}
      >
        <Menu.Target>
          <Standing element={opener} />
        </Menu.Target>
        <Menu.Dropdown className={styles.list}>
          {items.map((item, i) => (
            <Item key={keyAt(items, i)} item={item} opener={opener} opened={opened} choose={() => setChosen(true)} />
          ))}
        </Menu.Dropdown>
      </Menu>
    </Kit>
  )
}

/** Two may be called alike: the second one is told from the first. */
const keyAt = (items: readonly MenuItem[], at: number): string => {
  const label = items[at]?.label ?? ''
  return `${label} ${items.slice(0, at).filter((item) => item.label === label).length}`
}

/** For Mantine, which draws what opens its menus itself: gives it the one that has been on the page before. */
function Standing({ element, ref }: { element: RefObject<HTMLElement | null>; ref?: Ref<HTMLElement> }) {
  useImperativeHandle(ref, () => element.current as HTMLElement, [element])
  return null
}

type ItemProps = { item: MenuItem; choose: () => void } & Pick<Props, 'opener' | 'opened'>

function Item({ item, opener, opened, choose }: ItemProps) {
  const { label, icon, run, to, danger, disabledReason } = item
  const blocked = disabledReason !== undefined
  const shared = {
    className: classes(styles.item, danger && styles.danger),
    leftSection: icon,
    'aria-disabled': blocked || undefined,
  }
  const text = (
    <>
      {label}
      {blocked && <span className={styles.reason}>{disabledReason}</span>}
    </>
  )
  if (to !== undefined && !blocked) {
    return (
      <Menu.Item {...shared} component={Link} to={to}>
        {text}
      </Menu.Item>
    )
  }
  function press() {
    // Pressed twice, it is chosen once: the list that closes stands there for a moment.
    if (blocked || !opened) return
    // A dialog that it opens gives focus back to where it was: this item is gone by then.
    opener.current?.focus({ preventScroll: true })
    choose()
    run?.()
  }
  return (
    <Menu.Item {...shared} closeMenuOnClick={!blocked} onClick={press}>
      {text}
    </Menu.Item>
  )
}
