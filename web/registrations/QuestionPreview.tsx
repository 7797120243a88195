import { addressParts } from '#shared/rules/register/answers.ts'
import { type Question, titleIn } from '#shared/rules/registrations/questions.ts'
import { readerLanguage, useTexts } from '../i18n.ts'
import { classes } from '../kit/classes.ts'
import styles from './Registrations.module.css'
import english from './texts.en.json'

const partLabels = { city: 'label_CITY', state: 'label_STATE', zip: 'label_ZIP' } as const

/** A question as a family will see it. */
export function QuestionPreview({ question }: { question: Question }) {
  const t = useTexts('registrations', english)
  const { answerType, questionTitle, description, answers, optional, showIf, standardLabel } = question
  if (answerType === 'SECTION_TITLE' || answerType === 'TEXT_BLOCK')
    return (
      <div className={styles.question}>
        {questionTitle && <h3>{questionTitle}</h3>}
        {description && <p>{description}</p>}
      </div>
    )
  const needsSignature = answerType === 'WAIVER' || answerType === 'SIGNATURE_BLOCK'
  return (
    <div className={styles.question}>
      <span className={styles.name}>
        {titleIn(question, readerLanguage()) || t(`type_${answerType}`)}
        {optional ? ` (${t('optional')})` : ''}
      </span>
      {description && <p className={styles.muted}>{description}</p>}
      {needsSignature && <span className={styles.muted}>{t('signedBy')}</span>}
      {answers.length > 0 ? (
        <span className={styles.muted}>{answers.join(' · ')}</span>
      ) : (
        <span className={classes(styles.blank, answerType === 'LONG_TEXT' && styles.tall)} aria-hidden="true" />
      )}
      {standardLabel === 'ADDRESS' && (
        <div className={styles.pair}>
          {addressParts.map((part) => (
            <div key={part} className={styles.question}>
              <span className={styles.name}>{t(partLabels[part])}</span>
              <span className={styles.blank} aria-hidden="true" />
            </div>
          ))}
        </div>
      )}
      {showIf && <span className={styles.muted}>{t('notAlways')}</span>}
    </div>
  )
}
