import { useTexts } from '../i18n.ts'
import { IconButton } from '../kit/Button.tsx'
import { CloseIcon } from '../kit/icons.tsx'
import { MoveButtons } from '../kit/MoveButtons.tsx'
import styles from './Assignments.module.css'
import english from './texts.en.json'

type Props = {
  name: string
  /** Its content, for screen readers. */
  about: string
  at: number
  of: number
  move: (to: number) => void
  remove: () => void
}

/** The head of a line or question in the editor: its number, and buttons to move and remove it. */
export function PartHead({ name, about, at, of, move, remove }: Props) {
  const t = useTexts('assignments', english)
  const label = about ? `${name}: ${about}` : name
  return (
    <div className={styles.head}>
      <span className={styles.muted}>{name}</span>
      <span>
        <MoveButtons name={label} at={at} of={of} move={move} />
        <IconButton label={t('takeOut', { which: label })} onClick={remove}>
          <CloseIcon size={20} />
        </IconButton>
      </span>
    </div>
  )
}
