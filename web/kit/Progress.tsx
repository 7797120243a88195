import { useId } from 'react'
import { useTexts } from '../i18n.ts'
import { Button } from './Button.tsx'
import { numberText, percentText } from './format.ts'
import styles from './Progress.module.css'
import english from './texts.en.json'

type Props = {
  /** The task: "Sending invitations". */
  label: string
  done: number
  /** Omitted while unknown. */
  total?: number | undefined
  /** How the numbers are written: `sizeText` for bytes. */
  format?: (value: number) => string
  /** Where only the share means something to the reader: written as a percentage. */
  asShare?: boolean
  cancel?: () => void
}

/** The progress of a long task, in numbers too, with a button to cancel it. */
export function Progress({ label, done, total, format = numberText, asShare = false, cancel }: Props) {
  const t = useTexts('kit', english)
  const id = useId()
  return (
    <div className={styles.progress}>
      <p className={styles.text}>
        <span id={id}>{label}</span>
        <span className={styles.count}>
          {total === undefined
            ? format(done)
            : asShare
              ? percentText(done / total)
              : t('ofTotal', { done: format(done), total: format(total) })}
        </span>
      </p>
      <progress
        aria-labelledby={id}
        className={styles.bar}
        max={total ?? 1}
        value={total === undefined ? undefined : done}
      />
      {cancel && (
        <Button kind="quiet" onClick={cancel}>
          {t('cancel')}
        </Button>
      )}
    </div>
  )
}
