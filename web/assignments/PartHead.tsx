import { useTexts } from '../i18n.ts'
import { IconButton } from '../kit/Button.tsx'
import { CloseIcon } from '../kit/icons.tsx'
import { MoveButtons } from '../kit/MoveButtons.tsx'
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
  const which = about ? `${name}: ${about}` : name
  return (
    <div className={styles.head}>
      <span className={styles.muted}>{name}</span>
      <span>
        <MoveButtons name={which} at={at} of={of} move={move} />
        <IconButton label={t('takeOut', { which })} onClick={remove}>
          <CloseIcon size={20} />
        </IconButton>
      </span>
    </div>
  )
}
