import { type AnswerType, possibleConditions, isChosen, maxQuestions } from '#shared/rules/registrations/questions.ts'
import { isInformational, taskAnswerTypes, type TaskQuestion } from '#shared/rules/tasks.ts'
import { useTexts } from '../i18n.ts'
import { Button } from '../kit/Button.tsx'
import { Checkbox } from '../kit/Checkbox.tsx'
import { Field } from '../kit/Field.tsx'
import type { useForm } from '../kit/form/useForm.ts'
import { Select } from '../kit/Select.tsx'
import { TextArea } from '../kit/TextArea.tsx'
import { useKeptFocus } from '../kit/useKeptFocus.ts'
import { newPart } from '../api/newPart.ts'
import styles from './Assignments.module.css'
import { PartHead } from './PartHead.tsx'
import type { AssignmentValues } from './shapes.ts'
import english from './texts.en.json'

type Props = { form: ReturnType<typeof useForm<AssignmentValues>> }

const newQuestion = (answerType: AnswerType): TaskQuestion => ({
  id: newPart('q'),
  answerType,
  questionTitle: '',
  description: '',
  answers: [],
  optional: false,
})

/** Editor for the questions of a form. */
export function QuestionsEditor({ form }: Props) {
  const t = useTexts('assignments', english)
  const boxRef = useKeptFocus<HTMLFieldSetElement>()
  const questions = form.values.updateFormList
  const whyFull = questions.length >= maxQuestions ? t('listFull', { count: maxQuestions }) : undefined
  const { fault } = form.field('updateFormList')
  return (
    <fieldset ref={boxRef} tabIndex={-1} className={styles.box} data-field="updateFormList">
      <legend>{t('questions')}</legend>
      {questions.map((question, i) => (
        <QuestionPart key={question.id} form={form} question={question} index={i} />
      ))}
      <Button onClick={() => form.add('updateFormList', newQuestion('TEXT'))} disabledReason={whyFull}>
        {t('addQuestion')}
      </Button>
      <p role="status" className={styles.fault}>
        {fault}
      </p>
    </fieldset>
  )
}

/** A question's condition (another question and its answer) as one select value. */
const conditionText = (questionId: string, answer: string) => `${questionId} ${answer}`

function QuestionPart({ form, question, index }: Props & { question: TaskQuestion; index: number }) {
  const t = useTexts('assignments', english)
  const questions = form.values.updateFormList
  const path = `updateFormList.${index}` as const
  const { answerType, showIf } = question
  const answersField = form.field(`${path}.answers`)
  const answerTypeField = form.field(`${path}.answerType`)
  const conditionField = form.field(`${path}.showIf`)
  const conditions = possibleConditions(
    questions.map((each) => ({ ...each, readers: 'COACHES' })),
    question.id,
  )
  return (
    <div className={styles.part}>
      <PartHead
        name={t('questionNumber', { number: index + 1 })}
        about={question.questionTitle}
        at={index}
        of={questions.length}
        move={(to) => form.move('updateFormList', index, to)}
        remove={() => form.remove('updateFormList', index)}
      />
      <Select
        label={t('answerType')}
        options={taskAnswerTypes.map((value) => ({ value, label: t(`type_${value}`) }))}
        {...answerTypeField}
        onChange={(next) => next && answerTypeField.onChange(next)}
      />
      <Field
        label={t(isInformational(answerType) ? 'heading' : 'question')}
        required={answerType !== 'TEXT_BLOCK'}
        {...form.field(`${path}.questionTitle`)}
      />
      <TextArea label={t('questionText')} rows={2} {...form.field(`${path}.description`)} />
      {isChosen(answerType) && (
        <TextArea
          label={t('choices')}
          hint={t('choicesHint')}
          required
          {...answersField}
          value={question.answers.join('\n')}
          onChange={(text) => answersField.onChange(text.split('\n'))}
        />
      )}
      {conditions.length > 0 && (
        <Select
          label={t('onlyIf')}
          placeholder={t('always')}
          {...conditionField}
          value={showIf ? conditionText(showIf.questionId, showIf.answer) : ''}
          options={conditions.flatMap((each) =>
            each.answers
              .filter((answer) => answer.trim() !== '')
              .map((answer) => ({
                value: conditionText(each.id, answer.trim()),
                label: t('isAnswered', { question: each.questionTitle, answer: answer.trim() }),
              })),
          )}
          onChange={(value) => {
            const [questionId = '', ...answerParts] = value.split(' ')
            conditionField.onChange(value === '' ? undefined : { questionId, answer: answerParts.join(' ') })
          }}
        />
      )}
      {!isInformational(answerType) && <Checkbox label={t('optional')} {...form.field(`${path}.optional`)} />}
    </div>
  )
}
