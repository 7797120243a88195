import '@mantine/core/styles/Popover.css'
import '@mantine/core/styles/Menu.css'
import { Menu as MantineMenu } from '@mantine/core'
import type { ReactElement, ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { useTexts } from '../i18n.ts'
import { IconButton } from './Button.tsx'
import { classes } from './classes.ts'
import { MoreIcon } from './icons.tsx'
import { Kit } from './Kit.tsx'
import styles from './Menu.module.css'
import english from './texts.en.json'

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
  /** What the actions are about: "Mia Moreno". */
  about: string
  items: readonly (MenuItem | false | undefined)[]
  /** What opens it; three dots unless something else is given. */
  opener?: ReactElement
}

/** What can be done with one thing, in a list that opens. Arrow keys go through it. */
export function Menu({ about, items, opener }: Props) {
  const t = useTexts('kit', english)
  const all = items.filter((item) => item !== false && item !== undefined)
  if (all.length === 0) return null
  return (
    <Kit>
      <MantineMenu
        // Mantine's own placeholder is no item of a menu; the first item takes the focus.
        withInitialFocusPlaceholder={false}
        position="bottom-end"
        shadow="md"
        zIndex="var(--z-popover)"
        transitionProps={{ duration: 150 }}
      >
        <MantineMenu.Target>
          {opener ?? (
            <IconButton label={t('actionsFor', { name: about })}>
              <MoreIcon />
            </IconButton>
          )}
        </MantineMenu.Target>
        <MantineMenu.Dropdown className={styles.list}>
          {all.map((item) => (
            <Item key={item.label} item={item} />
          ))}
        </MantineMenu.Dropdown>
      </MantineMenu>
    </Kit>
  )
}

function Item({ item: { label, icon, run, to, danger, disabledReason } }: { item: MenuItem }) {
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
      <MantineMenu.Item {...shared} component={Link} to={to}>
        {text}
      </MantineMenu.Item>
    )
  }
  return (
    <MantineMenu.Item {...shared} closeMenuOnClick={!blocked} onClick={() => !blocked && run?.()}>
      {text}
    </MantineMenu.Item>
  )
}
