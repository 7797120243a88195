import { dequal } from 'dequal'
import {
  isInformational,
  type Question,
  questionsFaults,
  replaceQuestion,
  titleIn,
} from '#shared/rules/registrations/questions.ts'
import { ApiProblem } from '../../api.ts'
import { newPart } from '../../api/newPart.ts'
import { readerLanguage, useTexts } from '../../i18n.ts'
import { confirm } from '../../kit/confirm.ts'
import { showSnackbar } from '../../kit/Snackbar.tsx'
import type { Details } from '../answers.ts'
import english from '../texts.en.json'
import { useIsAnother } from './useIsAnother.ts'
import { useKeepQuestions } from './useKeepQuestions.ts'

export const newQuestionId = () => `question-${newPart('')}`

/** A question's title in the reader's language. */
export function useQuestionName() {
  const t = useTexts('registrations', english)
  return (question: Question) => titleIn(question, readerLanguage()) || t(`type_${question.answerType}`)
}

/** Changes to the list of questions, each saved at once on top of the current list. */
export function useQuestionActions(details: Details) {
  const t = useTexts('registrations', english)
  const { registrationStatus, questions } = details
  const nameOf = useQuestionName()
  const isAnother = useIsAnother(details)
  const { keep, changing, adding, typing, removing, replacing, latest, readAnew } = useKeepQuestions(details)

  /** Relative, since an earlier move may still be in flight. */
  function move(from: number, to: number): void {
    const id = questions[from]?.id
    void keep(changing, (list) => {
      const at = list.findIndex((each) => each.id === id)
      if (at === -1) return undefined
      const next = list.toSpliced(at, 1).toSpliced(Math.max(at + to - from, 0), 0, ...list.slice(at, at + 1))
      // A conditional question must stay after the one it depends on.
      const isBefore = Object.entries(questionsFaults(next)).some(([path, fault]) => fault && path.endsWith('.showIf'))
      if (!isBefore) return next
      showSnackbar({ text: t('staysBehind'), tone: 'danger' })
      return undefined
    })
  }

  async function remove(question: Question): Promise<void> {
    if (questions.some(({ showIf }) => showIf?.questionId === question.id))
      return showSnackbar({ text: t('hungOn'), tone: 'danger' })
    const isAsked = registrationStatus !== 'DRAFT' && !isInformational(question.answerType)
    const lost = t(isAsked ? 'removeAskedLost' : 'removeLost')
    const title = t('removeAsk', { name: nameOf(question) })
    if (await confirm({ title, lost, kept: t('removeKept'), yes: t('remove') }))
      await keep(removing, (list) => list.filter(({ id }) => id !== question.id))
  }

  /** Saves a question only if it is still as `seen`, so that somebody else's change is not overwritten unnoticed. */
  async function save(question: Question, seen: Question, isNew: boolean): Promise<unknown> {
    const { id } = question
    const standsIn = (list: readonly Question[]) => list.find((each) => each.id === id)
    if (!standsIn(latest().questions)) {
      // Somebody else has removed it: it is added again only after a confirmation.
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
        return replaceQuestion(list, id, anew ? { ...question, id: newQuestionId() } : question)
      })
    } catch (error) {
      if (!(error instanceof ApiProblem) || error.code !== 'too_large') throw error
      showSnackbar({ text: t('questionsTooLong'), tone: 'danger' })
      return undefined
    }
  }

  return { move, remove, save, add: (question: Question) => keep(changing, (list) => [...list, question]), readAnew }
}
