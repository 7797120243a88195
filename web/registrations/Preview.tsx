import type { Question } from '#shared/rules/registrations/questions.ts'
import { useApi } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { classes } from '../kit/classes.ts'
import { moneyText } from '../kit/format.ts'
import type { Details, Head } from './answers.ts'
import { priceText } from './addOns/AddOnsStep.tsx'
import styles from './Registrations.module.css'
import english from './texts.en.json'

/** What a family will see on a phone, as far as it is built. */
export function Preview({ details, head: setup }: { details: Details; head: Head }) {
  const t = useTexts('registrations', english)
  const { registrationId, questions, organization, orgUnit } = details
  const options = useApi('GET /rest-api/registration/event-options/{registrationId}/summary', { registrationId }).data
  const addOns = useApi('GET /rest-api/registration/add-ons/{registrationId}', { registrationId }).data
  return (
    <div className={styles.phone}>
      <p className={styles.muted}>
        {orgUnit.id === organization.id ? organization.name : `${organization.name} · ${orgUnit.name}`}
      </p>
      <h3>{setup.name || t('untitled')}</h3>
      {setup.description && <p>{setup.description}</p>}
      <ul className={styles.list} aria-label={t('options')}>
        {(options?.options ?? []).map(({ id, name, description, priceInCents }) => (
          <li key={id} className={styles.row}>
            <span className={styles.what}>
              <span className={styles.name}>{name}</span>
              {description && <span className={styles.muted}>{description}</span>}
            </span>
            <span className={styles.figure}>{priceInCents === 0 ? t('free') : moneyText(priceInCents)}</span>
          </li>
        ))}
      </ul>
      {questions.map((question) => (
        <Asked key={question.id} question={question} />
      ))}
      {addOns && addOns.addOns.length > 0 && (
        <ul className={styles.list} aria-label={t('step_add-ons')}>
          {addOns.addOns.map((addOn) => (
            <li key={addOn.id} className={styles.row}>
              <span className={styles.what}>{addOn.addOnName}</span>
              <span className={styles.figure}>{priceText(addOn, t('free'))}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function Asked({ question }: { question: Question }) {
  const t = useTexts('registrations', english)
  const { answerType, questionTitle, description, answers, optional, showIf } = question
  if (answerType === 'SECTION_TITLE' || answerType === 'TEXT_BLOCK')
    return (
      <div className={styles.question}>
        {questionTitle && <h3>{questionTitle}</h3>}
        {description && <p>{description}</p>}
      </div>
    )
  return (
    <div className={styles.question}>
      <span className={styles.name}>
        {questionTitle || t(`type_${answerType}`)}
        {optional ? ` (${t('optional')})` : ''}
      </span>
      {description && <p className={styles.muted}>{description}</p>}
      {answers.length > 0 ? (
        <span className={styles.muted}>{answers.join(' · ')}</span>
      ) : (
        <span className={classes(styles.blank, answerType === 'LONG_TEXT' && styles.tall)} aria-hidden="true" />
      )}
      {showIf && <span className={styles.muted}>{t('notAlways')}</span>}
    </div>
  )
}
