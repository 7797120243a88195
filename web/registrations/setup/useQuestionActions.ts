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
import { useAskIsNewQuestion } from './useAskIsNewQuestion.ts'
import { useSaveQuestions } from './useSaveQuestions.ts'

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
  const toName = useQuestionName()
  const askIsNewQuestion = useAskIsNewQuestion(details)
  const {
    keep: saveChange,
    changing,
    adding,
    typing,
    removing,
    replacing,
    latest,
    readAnew: refetch,
  } = useSaveQuestions(details)

  /** Relative, since an earlier move may still be in flight. */
  function move(from: number, to: number): void {
    const id = questions[from]?.id
    void saveChange(changing, (list) => {
      const index = list.findIndex((each) => each.id === id)
      if (index === -1) return undefined
      const next = list
        .toSpliced(index, 1)
        .toSpliced(Math.max(index + to - from, 0), 0, ...list.slice(index, index + 1))
      // A conditional question must stay after the one it depends on.
      const violatesOrder = Object.entries(questionsFaults(next)).some(
        ([path, fault]) => fault && path.endsWith('.showIf'),
      )
      if (!violatesOrder) return next
      showSnackbar({ text: t('staysBehind'), tone: 'danger' })
      return undefined
    })
  }

  async function remove(question: Question): Promise<void> {
    if (questions.some(({ showIf }) => showIf?.questionId === question.id))
      return showSnackbar({ text: t('hungOn'), tone: 'danger' })
    const isVisible = registrationStatus !== 'DRAFT' && !isInformational(question.answerType)
    const lost = t(isVisible ? 'removeAskedLost' : 'removeLost')
    const title = t('removeAsk', { name: toName(question) })
    if (await confirm({ title, lost, kept: t('removeKept'), yes: t('remove') }))
      await saveChange(removing, (list) => list.filter(({ id }) => id !== question.id))
  }

  /** Saves a question only if it is still as `loaded`, so that somebody else's change is not overwritten unnoticed. */
  async function save(question: Question, loaded: Question, isNew: boolean): Promise<unknown> {
    const { id } = question
    const findIn = (list: readonly Question[]) => list.find((each) => each.id === id)
    if (!findIn(latest().questions)) {
      // Somebody else has removed it: it is added again only after a confirmation.
      const confirmation = {
        title: t('goneAsk'),
        lost: t('goneLost'),
        kept: null,
        yes: t('askAgain'),
        kind: 'primary',
      } as const
      if (!isNew && !(await confirm(confirmation))) return undefined
      return saveChange(adding, (list) => [...list, question])
    }
    function checkUnchanged(list: readonly Question[]) {
      if (!dequal(findIn(list), loaded)) throw new ApiProblem('conflict', 412, t('questionsChanged'))
    }
    checkUnchanged(latest().questions)
    const isNewQuestion = await askIsNewQuestion(loaded, question)
    if (isNewQuestion === undefined) return undefined
    try {
      return await saveChange(isNewQuestion ? replacing : typing, (list) => {
        checkUnchanged(list)
        return replaceQuestion(list, id, isNewQuestion ? { ...question, id: newQuestionId() } : question)
      })
    } catch (error) {
      if (!(error instanceof ApiProblem) || error.code !== 'too_large') throw error
      showSnackbar({ text: t('questionsTooLong'), tone: 'danger' })
      return undefined
    }
  }

  return {
    move,
    remove,
    save,
    add: (question: Question) => saveChange(changing, (list) => [...list, question]),
    readAnew: refetch,
  }
}
