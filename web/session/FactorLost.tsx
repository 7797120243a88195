import { useTexts } from '../i18n.ts'
import styles from './Session.module.css'
import english from './texts.en.json'
import { useSupport } from './useSupport.ts'

/** Whoever has lost the app would stand before a closed door: who opens it is said, where the stage has somebody. */
export function FactorLost() {
  const t = useTexts('session', english)
  const support = useSupport()
  return (
    <p className={styles.rule}>
      {support ? t('factorLost') : t('factorLostAlone')} {support && <a href={`mailto:${support}`}>{support}</a>}
    </p>
  )
}
