import { useTexts } from '../i18n.ts'
import { Link } from '../kit/Link.tsx'
import { paths } from '../paths.ts'
import styles from './Session.module.css'
import english from './texts.en.json'

/** A link to the sign-up of a club. */
export function OpenClub() {
  const t = useTexts('session', english)
  return (
    <p className={styles.openClub}>
      <Link to={paths.signup()}>{t('openClub')}</Link>
    </p>
  )
}
