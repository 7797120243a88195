import { cloneElement, type ComponentProps, type ReactElement, useId, useRef, useState } from 'react'
import { useTexts } from '../i18n.ts'
import { IconButton } from './Button.tsx'
import { MoreIcon } from './icons.tsx'
import { MenuList } from './late.ts'
import { LatePart } from './LatePart.tsx'
import type { MenuItem } from './MenuList.tsx'
import english from './texts.en.json'

type Props = {
  /** What the actions are about: "Mia Moreno". */
  about: string
  items: readonly (MenuItem | false | undefined)[]
  /** What opens it; three dots unless something else is given. */
  opener?: ReactElement<ComponentProps<'button'>>
}

const soon = () => void MenuList.prefetch()

/**
 * What can be done with one thing, in a list that opens. Arrow keys go through it. The list is loaded when somebody is about to
 * open the first one: a screen with a hundred of them draws a hundred buttons.
 */
export function Menu({ about, items, opener }: Props) {
  const t = useTexts('kit', english)
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const [opened, setOpened] = useState(false)
  const [wanted, setWanted] = useState(false)
  const all = items.filter((item) => item !== false && item !== undefined)
  if (all.length === 0) return null
  const drawn: ReactElement<ComponentProps<'button'>> = opener ?? (
    <IconButton label={t('actionsFor', { name: about })}>
      <MoreIcon />
    </IconButton>
  )
  return (
    <>
      {cloneElement(drawn, {
        ref: button,
        id,
        'aria-haspopup': 'menu',
        'aria-expanded': opened,
        'aria-controls': opened ? `${id}-dropdown` : undefined,
        onPointerEnter: soon,
        onFocus: soon,
        onClick: () => {
          setWanted(true)
          setOpened(!opened)
        },
      })}
      {wanted && (
        <LatePart wanted={opened} onFailed={() => setOpened(false)} fallback={null}>
          <MenuList.Component id={id} opener={button} opened={opened} setOpened={setOpened} items={all} />
        </LatePart>
      )}
    </>
  )
}
