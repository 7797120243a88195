import { cloneElement, type ComponentProps, type ReactElement, useId, useRef, useState } from 'react'
import { useTexts } from '../i18n.ts'
import { IconButton } from './Button.tsx'
import { MoreIcon } from './icons.tsx'
import { MenuList } from './lazyParts.ts'
import { LazyPart } from './LazyPart.tsx'
import type { MenuItem } from './MenuList.tsx'
import english from './texts.en.json'

type Props = {
  /** The subject of the actions: "Mia Moreno". */
  about: string
  items: readonly (MenuItem | false | undefined)[]
  /** The trigger; three dots by default. */
  opener?: ReactElement<ComponentProps<'button'>>
}

const prefetchList = () => void MenuList.prefetch()

/**
 * A dropdown menu of actions on one item, navigable by arrow keys. The list is loaded when the first menu is about to open: a
 * screen with a hundred menus renders only a hundred buttons.
 */
export function Menu({ about, items, opener }: Props) {
  const t = useTexts('kit', english)
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const [opened, setOpened] = useState(false)
  const [isNeeded, setNeeded] = useState(false)
  const shownItems = items.filter((item) => item !== false && item !== undefined)
  if (shownItems.length === 0) return null
  const trigger: ReactElement<ComponentProps<'button'>> = opener ?? (
    <IconButton label={t('actionsFor', { name: about })}>
      <MoreIcon />
    </IconButton>
  )
  return (
    <>
      {cloneElement(trigger, {
        ref: button,
        id,
        'aria-haspopup': 'menu',
        'aria-expanded': opened,
        'aria-controls': opened ? `${id}-dropdown` : undefined,
        onPointerEnter: prefetchList,
        onFocus: prefetchList,
        onClick: () => {
          setNeeded(true)
          setOpened(!opened)
        },
      })}
      {isNeeded && (
        <LazyPart isNeeded={opened} onFailed={() => setOpened(false)} fallback={null}>
          <MenuList.Component id={id} opener={button} opened={opened} setOpened={setOpened} items={shownItems} />
        </LazyPart>
      )}
    </>
  )
}
