import { dequal } from 'dequal'
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
import { ApiProblem } from '../../api.ts'
import { readerLanguage, useTexts } from '../../i18n.ts'
import { Button } from '../../kit/Button.tsx'
import { confirm } from '../../kit/confirm.ts'
import { Dialog } from '../../kit/Dialog.tsx'
import { Menu } from '../../kit/Menu.tsx'
import { Sortable } from '../../kit/Sortable.tsx'
import { showSnackbar } from '../../kit/Snackbar.tsx'
import { newPart } from '../../api/newPart.ts'
import styles from '../Registrations.module.css'
import english from '../texts.en.json'
import type { Details } from '../answers.ts'
import { QuestionForm } from './QuestionForm.tsx'
import { useIsAnother } from './useIsAnother.ts'
import { useKeepQuestions } from './useKeepQuestions.ts'

/** What who registers is asked, in its order. Each change is kept at once. */
export function Questions({ details }: { details: Details }) {
  const t = useTexts('registrations', english)
  const { registrationStatus, questions } = details
  const isAnother = useIsAnother(details)
  const [edited, setEdited] = useState<{ question: Question; isNew: boolean }>()
  const edit = (question: Question, isNew = false) => setEdited({ question, isNew })
  const close = () => setEdited(undefined)
  const { keep, changing, adding, typing, removing, replacing, latest, readAnew } = useKeepQuestions(details)
  /** By so many places: the one before may still be on its way. */
  function move(from: number, to: number) {
    const id = questions[from]?.id
    void keep(changing, (list) => {
      const at = list.findIndex((each) => each.id === id)
      if (at === -1) return undefined
      const next = list.toSpliced(at, 1).toSpliced(Math.max(at + to - from, 0), 0, ...list.slice(at, at + 1))
      // One that hangs on another stays behind it.
      const isBefore = Object.entries(questionsFaults(next)).some(([path, fault]) => fault && path.endsWith('.showIf'))
      if (!isBefore) return next
      showSnackbar({ text: t('staysBehind'), tone: 'danger' })
      return undefined
    })
  }
  async function remove(question: Question) {
    const name = nameOf(question)
    if (questions.some(({ showIf }) => showIf?.questionId === question.id))
      return showSnackbar({ text: t('hungOn'), tone: 'danger' })
    const isAsked = registrationStatus !== 'DRAFT' && !isTold(question.answerType)
    const lost = t(isAsked ? 'removeAskedLost' : 'removeLost')
    if (await confirm({ title: t('removeAsk', { name }), lost, kept: t('removeKept'), yes: t('remove') }))
      await keep(removing, (list) => list.filter(({ id }) => id !== question.id))
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
        <Button onClick={() => edit(blank(undefined), true)} {...full}>
          {t('addQuestion')}
        </Button>
        {lacking.length > 0 && questions.length < mostQuestions && (
          <Menu
            about={t('standardQuestions')}
            opener={<Button kind="quiet">{t('addStandard')}</Button>}
            items={lacking.map((label) => ({
              label: t(`label_${label}`),
              run: () =>
                void keep(changing, (list) => [...list, { ...blank(label), questionTitle: t(`label_${label}`) }]),
            }))}
          />
        )}
      </div>
      <Dialog opened={edited !== undefined} close={close} title={t('question')}>
        {edited && (
          <QuestionForm
            // As it stands by now: what somebody else has made of it meanwhile.
            question={questions.find(({ id }) => id === edited.question.id) ?? edited.question}
            before={conditionsFor(
              questions.some(({ id }) => id === edited.question.id) ? questions : [...questions, edited.question],
              edited.question.id,
            )}
            save={(question, seen) => keepOne(question, seen, edited.isNew)}
            readAnew={readAnew}
            close={close}
          />
        )}
      </Dialog>
    </>
  )

  /** Upon the question as it was `seen`: what somebody else has made of it since is not taken back unseen. */
  async function keepOne(question: Question, seen: Question, isNew: boolean): Promise<unknown> {
    const { id } = question
    const standsIn = (list: readonly Question[]) => list.find((each) => each.id === id)
    if (!standsIn(latest().questions)) {
      // Somebody else has removed it: it does not come back unless that is wanted.
      const ask = { title: t('goneAsk'), lost: t('goneLost'), kept: null, yes: t('askAgain'), kind: 'primary' } as const
      if (!isNew && !(await confirm(ask))) return undefined
      return keep(adding, (list) => [...list, question])
    }
    function check(list: readonly Question[]) {
      if (!dequal(standsIn(list), seen)) throw new ApiProblem('conflict', 412, t('questionsChanged'))
    }
    check(latest().questions)
    const anew = await isAnother(seen, question)
    if (anew === undefined) return undefined
    try {
      return await keep(anew ? replacing : typing, (list) => {
        check(list)
        return replacedBy(list, id, anew ? { ...question, id: newId() } : question)
      })
    } catch (error) {
      if (!(error instanceof ApiProblem) || error.code !== 'too_large') throw error
      showSnackbar({ text: t('questionsTooLong'), tone: 'danger' })
      return undefined
    }
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
