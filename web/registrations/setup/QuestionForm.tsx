import { useState } from 'react'
import {
  type AnswerType,
  answerReaders,
  type AnswerReaders,
  answerTypes,
  isChosen,
  isName,
  isInformational,
  type Question,
  questionFaults,
  questionTextLimit,
  titleIn,
} from '#shared/rules/registrations/questions.ts'
import { readerLanguage, useTexts } from '../../i18n.ts'
import { Checkbox } from '../../kit/Checkbox.tsx'
import { Field } from '../../kit/Field.tsx'
import { Form } from '../../kit/form/Form.tsx'
import { useForm } from '../../kit/form/useForm.ts'
import { Select } from '../../kit/Select.tsx'
import { TextArea } from '../../kit/TextArea.tsx'
import { ConflictNotice } from '../../shell/ConflictNotice.tsx'
import { useSaveIfUnchanged } from '../../shell/useVersionedSave.ts'
import english from '../texts.en.json'

type Values = {
  answerType: AnswerType | ''
  questionTitle: string
  description: string
  /** One per line. */
  answers: string
  optional: boolean
  readers: AnswerReaders | ''
  medical: boolean
  showIfQuestion: string
  showIfAnswer: string
}

type Props = {
  question: Question
  /** The questions that it can depend on. */
  earlierQuestions: readonly Question[]
  /** Resolves to undefined if it was not saved and the user knows why. `loaded`: the version that was edited. */
  save: (question: Question, loaded: Question) => Promise<unknown>
  refetch: () => Promise<unknown>
  close: () => void
}

/** Editor of a question: its type, who may read the answers, and its condition. */
export function QuestionForm({ question, earlierQuestions, save, refetch, close }: Props) {
  const t = useTexts('registrations', english)
  const { standardLabel, showIf } = question
  const loadedQuestion = useState(question)
  const form = useForm<Values>({
    values: {
      answerType: question.answerType,
      questionTitle: question.questionTitle,
      description: question.description,
      answers: question.answers.join('\n'),
      optional: question.optional,
      readers: question.readers,
      medical: question.medical ?? false,
      showIfQuestion: showIf?.questionId ?? '',
      showIfAnswer: showIf?.answer ?? '',
    },
    faults: (values) => ({
      ...questionFaults(toQuestion(values)),
      showIfAnswer: values.showIfQuestion && !values.showIfAnswer ? { code: 'select_one' } : undefined,
    }),
    async save(values) {
      if (!(await versioned.save((loaded) => save(toQuestion(values), loaded)))) return false
      close()
      return true
    },
  })
  const versioned = useSaveIfUnchanged(loadedQuestion, {
    current: question,
    isDirty: form.dirty,
    refetch,
    resetForm: form.discard,
  })
  function toQuestion(values: Values): Question {
    const { showIfQuestion, showIfAnswer, answers, medical: isMedicalTicked, ...rest } = values
    const answerType = rest.answerType || 'TEXT'
    // Hidden for texts without an answer, so it is not set either.
    const isMedical = isMedicalTicked && !isInformational(answerType)
    return {
      id: question.id,
      ...rest,
      answerType,
      readers: isMedical ? 'REGISTRARS' : rest.readers || 'REGISTRARS',
      ...(isMedical && { medical: true }),
      answers: isChosen(answerType)
        ? answers
            .split('\n')
            .map((each) => each.trim())
            .filter(Boolean)
        : [],
      ...(standardLabel && { standardLabel }),
      ...(showIfQuestion && { showIf: { questionId: showIfQuestion, answer: showIfAnswer } }),
    }
  }
  const { answerType, showIfQuestion, medical } = form.values
  const readers = form.field('readers')
  const conditionQuestion = earlierQuestions.find(({ id }) => id === showIfQuestion)
  const isText = answerType !== '' && isInformational(answerType)
  const isNameQuestion = isName(question)
  return (
    <Form of={form} submit={t('save')}>
      <ConflictNotice onReload={versioned.reload} />
      {standardLabel === undefined && (
        <Select
          label={t('answerType')}
          options={answerTypes.map((value) => ({ value, label: t(`type_${value}`) }))}
          {...form.field('answerType')}
        />
      )}
      <Field
        label={t('questionTitle')}
        required={answerType !== 'TEXT_BLOCK'}
        autoComplete="off"
        {...form.field('questionTitle')}
      />
      <TextArea
        label={t(answerType === 'WAIVER' || answerType === 'SIGNATURE_BLOCK' ? 'agreedText' : 'questionText')}
        limit={questionTextLimit}
        {...form.field('description')}
      />
      {answerType !== '' && isChosen(answerType) && (
        <TextArea label={t('answers')} hint={t('answersHint')} required {...form.field('answers')} />
      )}
      {!isText && !isNameQuestion && <Checkbox label={t('mayStayEmpty')} {...form.field('optional')} />}
      {!isText && !isNameQuestion && standardLabel === undefined && (
        <Checkbox label={t('asksHealth')} {...form.field('medical')} />
      )}
      {!isText && !isNameQuestion && (
        <Select
          label={t('whoReads')}
          options={answerReaders.map((value) => ({ value, label: t(`readers_${value}`) }))}
          {...readers}
          {...(medical && { value: 'REGISTRARS', disabledReason: t('healthReaders') })}
        />
      )}
      {earlierQuestions.length > 0 && !isNameQuestion && (
        <Select
          label={t('showIf')}
          options={[
            { value: '', label: t('always') },
            ...earlierQuestions.map((each) => ({ value: each.id, label: titleIn(each, readerLanguage()) })),
          ]}
          {...form.field('showIfQuestion')}
        />
      )}
      {conditionQuestion && (
        <Select
          label={t('showIfAnswer')}
          placeholder={t('chooseAnswer')}
          options={conditionQuestion.answers.map((value) => ({ value, label: value }))}
          {...form.field('showIfAnswer')}
        />
      )}
    </Form>
  )
}
