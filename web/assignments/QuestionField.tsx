import { answerLimit } from '#shared/rules/register/answers.ts'
import type { TaskQuestion } from '#shared/rules/tasks.ts'
import { useTexts } from '../i18n.ts'
import { Checkbox } from '../kit/Checkbox.tsx'
import { DateField } from '../kit/DateField.tsx'
import { Field } from '../kit/Field.tsx'
import { Radios } from '../kit/Radios.tsx'
import { TextArea } from '../kit/TextArea.tsx'
import styles from './Assignments.module.css'
import english from './texts.en.json'

type Props = {
  question: TaskQuestion
  value: readonly string[]
  onChange: (value: readonly string[]) => void
  fault: string | undefined
  /** Why the user cannot sign. */
  whyNotSign?: string | undefined
}

/** A question with the input for its type. */
export function QuestionField({ question, value, onChange, fault, whyNotSign }: Props) {
  const t = useTexts('assignments', english)
  const { id, answerType, questionTitle, description, answers, optional } = question
  const [text = ''] = value
  const field = {
    name: id,
    label: questionTitle,
    hint: description,
    required: !optional,
    fault,
    value: text,
    onChange: (typed: string) => onChange(typed === '' ? [] : [typed]),
  }
  switch (answerType) {
    case 'SECTION_TITLE':
      return (
        <div>
          <h3 className={styles.section}>{questionTitle}</h3>
          {description && <p className={styles.text}>{description}</p>}
        </div>
      )
    case 'TEXT_BLOCK':
      return (
        <div>
          {questionTitle && <p className={styles.name}>{questionTitle}</p>}
          <p className={styles.text}>{description}</p>
        </div>
      )
    case 'LONG_TEXT':
      return <TextArea {...field} limit={answerLimit} />
    case 'NUMBER':
      return <Field {...field} inputMode="decimal" autoComplete="off" />
    case 'DATE':
      return <DateField {...field} />
    case 'OPTIONS_CHOOSE_ONE':
      return <Radios {...field} options={answers.map((answer) => ({ value: answer, label: answer }))} />
    case 'OPTIONS_CHOOSE_MULTIPLE':
      return (
        <fieldset className={styles.box} data-field={id}>
          <legend>{questionTitle}</legend>
          {description && <p className={styles.muted}>{description}</p>}
          {answers.map((answer, i) => (
            <Checkbox
              key={answer}
              label={answer}
              value={value.includes(answer)}
              fault={i === answers.length - 1 ? fault : undefined}
              onChange={(on) => onChange(answers.filter((each) => (each === answer ? on : value.includes(each))))}
            />
          ))}
        </fieldset>
      )
    case 'WAIVER':
    case 'SIGNATURE_BLOCK':
      return (
        <div>
          <p className={styles.text}>{description}</p>
          <Field {...field} hint={t('signHint')} disabledReason={whyNotSign} autoComplete="name" />
        </div>
      )
    default:
      return <Field {...field} maxLength={answerLimit} autoComplete="off" />
  }
}
