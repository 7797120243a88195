import { useTexts } from '../i18n.ts'
import { numberText } from '../kit/format.ts'
import styles from './Assignments.module.css'
import english from './texts.en.json'

/** How many have done it, as text and as a progress bar. */
export function DoneCell({ done, of }: { done: number; of: number }) {
  const t = useTexts('assignments', english)
  const text = of === 0 ? t('onItsWay') : t('doneOf', { done: numberText(done), all: numberText(of) })
  return (
    <span className={styles.done}>
      <span>{text}</span>
      {of > 0 && <progress className={styles.bar} value={done} max={of} aria-label={text} />}
    </span>
  )
}
