import { useState } from 'react'
import {
  possibleConditions,
  isName,
  maxQuestions,
  type Question,
  type StandardLabel,
  standardLabels,
} from '#shared/rules/registrations/questions.ts'
import { useTexts } from '../../i18n.ts'
import { Button } from '../../kit/Button.tsx'
import { Dialog } from '../../kit/Dialog.tsx'
import { Menu } from '../../kit/Menu.tsx'
import { Sortable } from '../../kit/Sortable.tsx'
import styles from '../Registrations.module.css'
import english from '../texts.en.json'
import type { Details } from '../answers.ts'
import { QuestionForm } from './QuestionForm.tsx'
import { newQuestionId, useQuestionActions, useQuestionName } from './useQuestionActions.ts'

/** The questions for registering players, in order. Each change is saved at once. */
export function Questions({ details: { questions }, details }: { details: Details }) {
  const t = useTexts('registrations', english)
  const [edited, setEdited] = useState<{ question: Question; isNew: boolean }>()
  const startEditing = (question: Question, isNew = false) => setEdited({ question, isNew })
  const stopEditing = () => setEdited(undefined)
  const { move, remove, save, add, readAnew: refetch } = useQuestionActions(details)
  const toName = useQuestionName()
  const toFactsText = useFactsText(questions)
  const missingLabels = standardLabels.filter((label) => questions.every((each) => each.standardLabel !== label))
  const fullProps =
    questions.length >= maxQuestions ? { disabledReason: t('questionsFull', { limit: maxQuestions }) } : {}
  return (
    <>
      <h2>{t('questions')}</h2>
      <Sortable label={t('questions')} items={questions} keyOf={({ id }) => id} nameOf={toName} move={move}>
        {(question) => (
          <div className={styles.line}>
            <span className={styles.what}>
              <span className={styles.name}>{toName(question)}</span>
              <span className={styles.muted}>{toFactsText(question)}</span>
            </span>
            <Menu
              about={toName(question)}
              items={[
                { label: t('edit'), run: () => startEditing(question) },
                {
                  label: t('remove'),
                  danger: true,
                  run: () => void remove(question),
                  disabledReason: isName(question) ? t('namesStay') : undefined,
                },
              ]}
            />
          </div>
        )}
      </Sortable>
      <div className={styles.buttons}>
        <Button onClick={() => startEditing(newQuestion(undefined), true)} {...fullProps}>
          {t('addQuestion')}
        </Button>
        {missingLabels.length > 0 && questions.length < maxQuestions && (
          <Menu
            about={t('standardQuestions')}
            opener={<Button kind="quiet">{t('addStandard')}</Button>}
            items={missingLabels.map((label) => ({
              label: t(`label_${label}`),
              run: () => void add({ ...newQuestion(label), questionTitle: t(`label_${label}`) }),
            }))}
          />
        )}
      </div>
      <Dialog opened={edited !== undefined} close={stopEditing} title={t('question')}>
        {edited && (
          <QuestionForm
            // The current version, including changes made by others meanwhile.
            question={questions.find(({ id }) => id === edited.question.id) ?? edited.question}
            earlierQuestions={possibleConditions(
              questions.some(({ id }) => id === edited.question.id) ? questions : [...questions, edited.question],
              edited.question.id,
            )}
            save={(question, loaded) => save(question, loaded, edited.isNew)}
            refetch={refetch}
            close={stopEditing}
          />
        )}
      </Dialog>
    </>
  )
}

/** Facts about a question: its type, who reads the answers, and its condition. */
function useFactsText(questions: readonly Question[]) {
  const t = useTexts('registrations', english)
  const toName = useQuestionName()
  return ({ answerType, optional, readers, medical, showIf, standardLabel }: Question): string => {
    const conditionQuestion = showIf && questions.find(({ id }) => id === showIf.questionId)
    return [
      standardLabel ? t('standard') : t(`type_${answerType}`),
      optional && t('optional'),
      medical && t('aboutHealth'),
      readers === 'REGISTRARS' && t('onlyRegistrars'),
      conditionQuestion && t('askedIf', { question: toName(conditionQuestion), answer: showIf.answer }),
    ]
      .filter(Boolean)
      .join(' · ')
  }
}

/** Name and number are on the roster, so coaches read them; addresses and contacts are only for those who register players. */
const coachLabels: ReadonlySet<StandardLabel> = new Set(['FIRST_NAME', 'LAST_NAME', 'NUMBER'])

const newQuestion = (standardLabel: StandardLabel | undefined): Question => ({
  id: newQuestionId(),
  answerType: standardLabel === 'NUMBER' ? 'NUMBER' : 'TEXT',
  questionTitle: '',
  description: '',
  answers: [],
  optional: false,
  readers: standardLabel !== undefined && coachLabels.has(standardLabel) ? 'COACHES' : 'REGISTRARS',
  ...(standardLabel && { standardLabel }),
})
