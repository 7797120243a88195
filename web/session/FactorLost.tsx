import { useTexts } from '../i18n.ts'
import styles from './Session.module.css'
import english from './texts.en.json'
import { useSupportEmail } from './useSupportEmail.ts'

/** Users who have lost their authenticator app are locked out: says who can help, if the stage has a support address. */
export function FactorLost() {
  const t = useTexts('session', english)
  const support = useSupportEmail()
  return (
    <p className={styles.rule}>
      {support ? t('factorLost') : t('factorLostAlone')} {support && <a href={`mailto:${support}`}>{support}</a>}
    </p>
  )
}
