import { useState } from 'react'
import {
  conditionsFor,
  isName,
  isTold,
  mostQuestions,
  type Question,
  questionsFaults,
  replacedBy,
  type StandardLabel,
  standardLabels,
  titleIn,
} from '#shared/rules/registrations/questions.ts'
import type { ApiProblem, InputOf } from '../../api.ts'
import { problemText, readerLanguage, useTexts } from '../../i18n.ts'
import { Button } from '../../kit/Button.tsx'
import { confirm } from '../../kit/confirm.ts'
import { Dialog } from '../../kit/Dialog.tsx'
import { Menu } from '../../kit/Menu.tsx'
import { Sortable } from '../../kit/Sortable.tsx'
import { showSnackbar } from '../../kit/Snackbar.tsx'
import { newPart } from '../../newPart.ts'
import { change, useSave } from '../../shell/useSave.ts'
import styles from '../Registrations.module.css'
import english from '../texts.en.json'
import type { Details } from '../answers.ts'
import { QuestionForm } from './QuestionForm.tsx'
import { useIsAnother } from './useIsAnother.ts'

const DETAILS = 'GET /rest-api/registration/step-details/{registrationId}'
const SAVE = 'PUT /rest-api/registration/questions/{registrationId}'

/** What who registers is asked, in its order. Each change is kept at once. */
export function Questions({ details }: { details: Details }) {
  const t = useTexts('registrations', english)
  const { registrationId, registrationStatus, questions, questionsRevision } = details
  const isAnother = useIsAnother(details)
  const [edited, edit] = useState<Question>()
  const saving = {
    optimistic: ({ body }: InputOf<typeof SAVE>) => [
      change(DETAILS, { registrationId }, (known, saved?: { questions: Question[]; questionsRevision: number }) => ({
        ...known,
        ...(saved ?? { questions: body.questions }),
      })),
    ],
    failed: (problem: ApiProblem) =>
      problem.code === 'conflict'
        ? t('questionsChanged')
        : problem.code === 'too_large'
          ? t('questionsTooLong')
          : problemText(problem),
    refreshes: [],
  }
  const { save } = useSave(SAVE, saving)
  // What families have answered stays with them: put back as it was, it is shown again.
  const undoable = {
    ...saving,
    undo: (now: { questionsRevision: number }) =>
      void save({ registrationId, body: { questions: [...questions], questionsRevision: now.questionsRevision } }),
  }
  const removing = useSave(SAVE, { ...undoable, saved: t('removed') })
  const replacing = useSave(SAVE, { ...undoable, saved: t('askedAnew') })
  const keep = (next: readonly Question[]) =>
    save({ registrationId, body: { questions: [...next], questionsRevision } })
  function move(from: number, to: number) {
    const next = questions.toSpliced(from, 1).toSpliced(to, 0, ...questions.slice(from, from + 1))
    // One that hangs on another stays behind it.
    if (Object.entries(questionsFaults(next)).some(([path, fault]) => fault && path.endsWith('.showIf')))
      return showSnackbar({ text: t('staysBehind'), tone: 'danger' })
    void keep(next)
  }
  async function remove(question: Question) {
    const name = nameOf(question)
    if (questions.some(({ showIf }) => showIf?.questionId === question.id))
      return showSnackbar({ text: t('hungOn'), tone: 'danger' })
    const isAsked = registrationStatus !== 'DRAFT' && !isTold(question.answerType)
    const lost = t(isAsked ? 'removeAskedLost' : 'removeLost')
    if (await confirm({ title: t('removeAsk', { name }), lost, kept: t('removeKept'), yes: t('remove') }))
      await removing.save({
        registrationId,
        body: { questions: questions.filter(({ id }) => id !== question.id), questionsRevision },
      })
  }
  const nameOf = (question: Question) => titleIn(question, readerLanguage()) || t(`type_${question.answerType}`)
  const lacking = standardLabels.filter((label) => questions.every((each) => each.standardLabel !== label))
  const full = questions.length >= mostQuestions ? { disabledReason: t('questionsFull', { limit: mostQuestions }) } : {}
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
        <Button onClick={() => edit(blank(undefined))} {...full}>
          {t('addQuestion')}
        </Button>
        {lacking.length > 0 && questions.length < mostQuestions && (
          <Menu
            about={t('standardQuestions')}
            opener={<Button kind="quiet">{t('addStandard')}</Button>}
            items={lacking.map((label) => ({
              label: t(`label_${label}`),
              run: () => void keep([...questions, { ...blank(label), questionTitle: t(`label_${label}`) }]),
            }))}
          />
        )}
      </div>
      <Dialog opened={edited !== undefined} close={() => edit(undefined)} title={t('question')}>
        {edited && (
          <QuestionForm
            question={edited}
            before={conditionsFor(
              questions.some(({ id }) => id === edited.id) ? questions : [...questions, edited],
              edited.id,
            )}
            save={keepOne}
            close={() => edit(undefined)}
          />
        )}
      </Dialog>
    </>
  )

  async function keepOne(question: Question): Promise<boolean> {
    const { id } = question
    const stands = questions.find((each) => each.id === id)
    if (!stands) return (await keep([...questions, question])) !== undefined
    const anew = await isAnother(stands, question)
    if (anew === undefined) return false
    const next = replacedBy(questions, id, anew ? { ...question, id: newId() } : question)
    const { save: saveNext } = anew ? replacing : { save }
    return (await saveNext({ registrationId, body: { questions: next, questionsRevision } })) !== undefined
  }

  function factsOf({ answerType, optional, readers, medical, showIf, standardLabel }: Question): string {
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

/** A name and a number stand on the roster; where somebody lives and how to call them is for who registers players. */
const isForCoaches: ReadonlySet<StandardLabel> = new Set(['FIRST_NAME', 'LAST_NAME', 'NUMBER'])

const newId = () => `question-${newPart('')}`
const blank = (standardLabel: StandardLabel | undefined): Question => ({
  id: newId(),
  answerType: standardLabel === 'NUMBER' ? 'NUMBER' : 'TEXT',
  questionTitle: '',
  description: '',
  answers: [],
  optional: false,
  readers: standardLabel !== undefined && isForCoaches.has(standardLabel) ? 'COACHES' : 'REGISTRARS',
  ...(standardLabel && { standardLabel }),
})
