import { useTexts } from '../../i18n.ts'
import { Notice } from '../../kit/Badge.tsx'
import { CopyButton } from '../../kit/CopyButton.tsx'
import styles from '../Registrations.module.css'
import english from '../texts.en.json'

/** The URL that families open. */
export function FamilyLink({ registrationId }: { registrationId: string }) {
  const t = useTexts('registrations', english)
  const address = `${window.location.origin}/register/${registrationId}`
  return (
    <Notice>
      <span className={styles.what}>
        <span>{t('familyLink')}</span>
        <a href={address}>{address}</a>
      </span>
      <CopyButton text={address} label={t('copyLink')} />
    </Notice>
  )
}
