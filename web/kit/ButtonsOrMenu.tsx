import { Button, ButtonLink } from './Button.tsx'
import { Menu } from './Menu.tsx'
import type { MenuItem } from './MenuList.tsx'

type Props = {
  /** The subject of the actions. */
  about: string
  items: readonly MenuItem[]
  /** There is no room for buttons. */
  isMenu: boolean
}

/** Actions or links as buttons, or all of them in a menu. */
export function ButtonsOrMenu({ about, items, isMenu }: Props) {
  if (isMenu) return <Menu about={about} items={items} />
  return items.map(({ label, run, to }) =>
    to === undefined ? (
      <Button key={label} onClick={run}>
        {label}
      </Button>
    ) : (
      <ButtonLink key={label} to={to}>
        {label}
      </ButtonLink>
    ),
  )
}
