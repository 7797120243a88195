import { useId } from 'react'
import { useTexts } from '../i18n.ts'
import { IconButton } from './Button.tsx'
import { ChevronDownIcon, ChevronUpIcon } from './icons.tsx'
import english from './texts.en.json'

type Props = { name: string; at: number; of: number; move: (to: number) => void }

/** Up and down buttons for one item of a list. At the ends, the disabled one stays focusable and gives the reason. */
export function MoveButtons({ name, at, of, move }: Props) {
  const t = useTexts('kit', english)
  const id = useId()
  const [first, last] = [`${id}-first`, `${id}-last`]
  const [isFirst, isLast] = [at === 0, at === of - 1]
  return (
    <>
      <IconButton label={t('moveUp', { name })} onClick={() => move(at - 1)} {...(isFirst && { disabledBy: first })}>
        <ChevronUpIcon />
      </IconButton>
      <IconButton label={t('moveDown', { name })} onClick={() => move(at + 1)} {...(isLast && { disabledBy: last })}>
        <ChevronDownIcon />
      </IconButton>
      {isFirst && (
        <span id={first} className="visually-hidden">
          {t('isFirst')}
        </span>
      )}
      {isLast && (
        <span id={last} className="visually-hidden">
          {t('isLast')}
        </span>
      )}
    </>
  )
}
