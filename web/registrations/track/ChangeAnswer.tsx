import { addressParts, answerDays, answerLimit } from '#shared/rules/register/answers.ts'
import type { Question } from '#shared/rules/registrations/questions.ts'
import { useTexts } from '../../i18n.ts'
import { Checkbox } from '../../kit/Checkbox.tsx'
import { DateField } from '../../kit/DateField.tsx'
import { Field } from '../../kit/Field.tsx'
import type { Bound } from '../../kit/form/useForm.ts'
import { Frame } from '../../kit/Frame.tsx'
import { Select } from '../../kit/Select.tsx'
import { TextArea } from '../../kit/TextArea.tsx'
import english from '../texts.en.json'

const partLabels = { city: 'label_CITY', state: 'label_STATE', zip: 'label_ZIP' } as const
/** One text, as the kit's fields take it. */
function textOf({ value, onChange, ...rest }: Bound<string[] | undefined>): Bound<string> {
  return { ...rest, value: value?.[0] ?? '', onChange: (text) => onChange(text === '' ? [] : [text]) }
}

type AnswerProps = { question: Question; field: (name: string) => Bound<string[] | undefined> }
/** What a family has answered, as the club changes it for them. */
export function Answer({ question, field }: AnswerProps) {
  const t = useTexts('registrations', english)
  const { id, answerType, questionTitle: label, answers, optional, standardLabel } = question
  const bound = field(id)
  const text = textOf(bound)
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
  if (answerType === 'OPTIONS_CHOOSE_MULTIPLE') {
    const { value = [], onChange, fault, name } = bound
    return (
      <Frame id={id} label={label} name={name} fault={fault} group>
        {answers.map((answer) => (
          <Checkbox
            key={answer}
            label={answer}
            value={value.includes(answer)}
            onChange={(on) => onChange(answers.filter((each) => (each === answer ? on : value.includes(each))))}
          />
        ))}
      </Frame>
    )
  }
  const line = (
    <Field
      label={label}
      {...text}
      autoComplete="off"
      {...(answerType === 'NUMBER' && { inputMode: 'decimal' as const })}
    />
  )
  if (standardLabel !== 'ADDRESS') return line
  return (
    <>
      {line}
      {addressParts.map((part) => (
        <Field key={part} label={t(partLabels[part])} {...textOf(field(`${id}:${part}`))} autoComplete="off" />
      ))}
    </>
  )
}
