import { addressParts, answerDays, answerLimit } from '#shared/rules/register/answers.ts'
import { type Question, titleIn } from '#shared/rules/registrations/questions.ts'
import { readerLanguage, useTexts } from '../../i18n.ts'
import { DateField } from '../../kit/DateField.tsx'
import { Field } from '../../kit/Field.tsx'
import { oneText } from '../../kit/form/oneText.ts'
import type { Bound } from '../../kit/form/useForm.ts'
import { CheckboxGroup } from '../../kit/CheckboxGroup.tsx'
import { Select } from '../../kit/Select.tsx'
import { TextArea } from '../../kit/TextArea.tsx'
import english from '../texts.en.json'

const partLabels = { city: 'label_CITY', state: 'label_STATE', zip: 'label_ZIP' } as const
type AnswerProps = { question: Question; field: (name: string) => Bound<string[] | undefined> }
/** A family's answer, edited by the club on their behalf. */
export function AnswerField({ question, field }: AnswerProps) {
  const t = useTexts('registrations', english)
  const { id, answerType, answers, optional, standardLabel } = question
  const label = titleIn(question, readerLanguage())
  const boundField = field(id)
  const text = oneText(boundField)
  const options = answers.map((value) => ({ value, label: value }))
  if (answerType === 'LONG_TEXT') return <TextArea label={label} {...text} limit={answerLimit} />
  if (answerType === 'DATE') return <DateField label={label} {...answerDays} {...text} />
  if (answerType === 'OPTIONS_CHOOSE_ONE')
    return (
      <Select
        label={label}
        {...text}
        options={optional || text.value === '' ? [{ value: '', label: t('notAnswered') }, ...options] : options}
      />
    )
  if (answerType === 'OPTIONS_CHOOSE_MULTIPLE')
    return <CheckboxGroup {...boundField} id={id} label={label} options={answers} />
  const input = (
    <Field
      label={label}
      {...text}
      autoComplete="off"
      {...(answerType === 'NUMBER' && { inputMode: 'decimal' as const })}
    />
  )
  if (standardLabel !== 'ADDRESS') return input
  return (
    <>
      {input}
      {addressParts.map((part) => (
        <Field key={part} label={t(partLabels[part])} {...oneText(field(`${id}:${part}`))} autoComplete="off" />
      ))}
    </>
  )
}
