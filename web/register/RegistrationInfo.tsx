import { useTexts } from '../i18n.ts'
import { Badge } from '../kit/Badge.tsx'
import { dateTimeText } from '../kit/format.ts'
import type { OpenRegistration } from './formValues.ts'
import styles from './Register.module.css'
import english from './texts.en.json'

/** The club, what it offers, until when, and how many places are left. */
export function RegistrationInfo({ registration }: { registration: OpenRegistration }) {
  const t = useTexts('register', english)
  const { organization, orgUnit, description, closesAt, placesLeft, status } = registration
  const unit = orgUnit.id === organization.id ? organization.name : `${organization.name} · ${orgUnit.name}`
  return (
    <header className={styles.about}>
      <p className={styles.unit}>{unit}</p>
      {description && <p className={styles.text}>{description}</p>}
      {status === 'OPEN' && (
        <p className={styles.badges}>
          {placesLeft !== null && (
            <Badge tone={placesLeft === 0 ? 'danger' : placesLeft <= 5 ? 'warning' : 'success'}>
              {placesLeft === 0 ? t('full') : t('placesLeft', { count: placesLeft })}
            </Badge>
          )}
          {closesAt && <Badge>{t('openUntil', { when: dateTimeText(closesAt, organization.timezone) })}</Badge>}
        </p>
      )}
    </header>
  )
}
