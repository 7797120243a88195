import { useId } from 'react'
import { useTexts } from '../i18n.ts'
import { IconButton } from '../kit/Button.tsx'
import { ChevronDownIcon, ChevronUpIcon, CloseIcon } from '../kit/icons.tsx'
import styles from './Assignments.module.css'
import english from './texts.en.json'

type Props = {
  name: string
  /** What stands in it, for who only hears it. */
  about: string
  at: number
  of: number
  move: (to: number) => void
  remove: () => void
}

/** The head of a line or a question that is being written: its number, up, down, and away. */
export function PartHead({ name, about, at, of, move, remove }: Props) {
  const t = useTexts('assignments', english)
  const id = useId()
  const [isFirst, isLast] = [at === 0, at === of - 1]
  const which = about ? `${name}: ${about}` : name
  return (
    <div className={styles.head}>
      <span className={styles.muted}>{name}</span>
      <span>
        {/* Both stay, with the focus that one of them may have. */}
        <IconButton
          label={t('moveUp', { which })}
          onClick={() => move(at - 1)}
          {...(isFirst && { disabledBy: `${id}-first` })}
        >
          <ChevronUpIcon size={20} />
        </IconButton>
        <IconButton
          label={t('moveDown', { which })}
          onClick={() => move(at + 1)}
          {...(isLast && { disabledBy: `${id}-last` })}
        >
          <ChevronDownIcon size={20} />
        </IconButton>
        {isFirst && (
          <span id={`${id}-first`} className="visually-hidden">
            {t('isFirst')}
          </span>
        )}
        {isLast && (
          <span id={`${id}-last`} className="visually-hidden">
            {t('isLast')}
          </span>
        )}
        <IconButton label={t('takeOut', { which })} onClick={remove}>
          <CloseIcon size={20} />
        </IconButton>
      </span>
    </div>
  )
}
