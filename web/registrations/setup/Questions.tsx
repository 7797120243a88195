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
  const edit = (question: Question, isNew = false) => setEdited({ question, isNew })
  const close = () => setEdited(undefined)
  const { move, remove, save, add, readAnew } = useQuestionActions(details)
  const nameOf = useQuestionName()
  const factsOf = useFacts(questions)
  const lacking = standardLabels.filter((label) => questions.every((each) => each.standardLabel !== label))
  const full = questions.length >= maxQuestions ? { disabledReason: t('questionsFull', { limit: maxQuestions }) } : {}
  return (
    <>
      <h2>{t('questions')}</h2>
      <Sortable label={t('questions')} items={questions} keyOf={({ id }) => id} nameOf={nameOf} move={move}>
        {(question) => (
          <div className={styles.line}>
            <span className={styles.what}>
              <span className={styles.name}>{nameOf(question)}</span>
              <span className={styles.muted}>{factsOf(question)}</span>
            </span>
            <Menu
              about={nameOf(question)}
              items={[
                { label: t('edit'), run: () => edit(question) },
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
        <Button onClick={() => edit(blank(undefined), true)} {...full}>
          {t('addQuestion')}
        </Button>
        {lacking.length > 0 && questions.length < maxQuestions && (
          <Menu
            about={t('standardQuestions')}
            opener={<Button kind="quiet">{t('addStandard')}</Button>}
            items={lacking.map((label) => ({
              label: t(`label_${label}`),
              run: () => void add({ ...blank(label), questionTitle: t(`label_${label}`) }),
            }))}
          />
        )}
      </div>
      <Dialog opened={edited !== undefined} close={close} title={t('question')}>
        {edited && (
          <QuestionForm
            // The current version, including changes made by others meanwhile.
            question={questions.find(({ id }) => id === edited.question.id) ?? edited.question}
            before={possibleConditions(
              questions.some(({ id }) => id === edited.question.id) ? questions : [...questions, edited.question],
              edited.question.id,
            )}
            save={(question, seen) => save(question, seen, edited.isNew)}
            readAnew={readAnew}
            close={close}
          />
        )}
      </Dialog>
    </>
  )
}

/** Facts about a question: its type, who reads the answers, and its condition. */
function useFacts(questions: readonly Question[]) {
  const t = useTexts('registrations', english)
  const nameOf = useQuestionName()
  return ({ answerType, optional, readers, medical, showIf, standardLabel }: Question): string => {
    const on = showIf && questions.find(({ id }) => id === showIf.questionId)
    return [
      standardLabel ? t('standard') : t(`type_${answerType}`),
      optional && t('optional'),
      medical && t('aboutHealth'),
      readers === 'REGISTRARS' && t('onlyRegistrars'),
      on && t('askedIf', { question: nameOf(on), answer: showIf.answer }),
    ]
      .filter(Boolean)
      .join(' · ')
  }
}

/** Name and number are on the roster, so coaches read them; addresses and contacts are only for those who register players. */
const isForCoaches: ReadonlySet<StandardLabel> = new Set(['FIRST_NAME', 'LAST_NAME', 'NUMBER'])

const blank = (standardLabel: StandardLabel | undefined): Question => ({
  id: newQuestionId(),
  answerType: standardLabel === 'NUMBER' ? 'NUMBER' : 'TEXT',
  questionTitle: '',
  description: '',
  answers: [],
  optional: false,
  readers: standardLabel !== undefined && isForCoaches.has(standardLabel) ? 'COACHES' : 'REGISTRARS',
  ...(standardLabel && { standardLabel }),
})
