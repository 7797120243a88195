import { useTexts } from '../i18n.ts'
import { Button } from '../kit/Button.tsx'
import styles from './Registrations.module.css'
import english from './texts.en.json'

/** Goes to the next step; the current one is saved already. */
export function NextButton({ next }: { next: (() => void) | undefined }) {
  const t = useTexts('registrations', english)
  if (!next) return null
  return (
    <div className={styles.buttons}>
      <Button kind="primary" onClick={next}>
        {t('next')}
      </Button>
    </div>
  )
}
