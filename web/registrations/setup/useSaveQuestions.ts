import { useRef } from 'react'
import { useSWRConfig } from 'swr'
import type { Question } from '#shared/rules/registrations/questions.ts'
import { type ApiProblem, cacheKey, type InputOf } from '../../api.ts'
import { problemText, useTexts } from '../../i18n.ts'
import { change, useSave } from '../../shell/useSave.ts'
import english from '../texts.en.json'
import type { Details } from '../answers.ts'
import { useQueue } from '../../kit/useQueue.ts'

const DETAILS = 'GET /rest-api/registration/step-details/{registrationId}'
const SAVE = 'PUT /rest-api/registration/questions/{registrationId}'

/**
 * Saves changes to the questions one after the other, each based on the result of the previous one, so that the user's own
 * changes never conflict.
 */
export function useSaveQuestions(details: Details) {
  const t = useTexts('registrations', english)
  const { mutate, cache } = useSWRConfig()
  const enqueue = useQueue()
  const previousQuestions = useRef<readonly Question[]>([])
  const { registrationId } = details
  const key = cacheKey(DETAILS, { registrationId })
  const latest = () => (cache.get(key)?.data as Details | undefined) ?? details
  const refetch = async () => mutate(key)
  const toOptimisticChange =
    (isImmediate: boolean) =>
    ({ body: { questions } }: InputOf<typeof SAVE>) => [
      change(DETAILS, { registrationId }, (cached, saved?: { questions: Question[]; questionsRevision: number }) => ({
        ...cached,
        ...(saved ?? (isImmediate && { questions })),
      })),
    ]
  const saving = {
    optimistic: toOptimisticChange(true),
    failed: (problem: ApiProblem) =>
      problem.code === 'conflict'
        ? t('questionsChanged')
        : problem.code === 'too_large'
          ? t('questionsTooLong')
          : problemText(problem),
  }
  const changing = useSave(SAVE, saving)
  // Not optimistic: a form starts from the saved question, and its input counts only once saved. When editing, the form itself
  // shows refusals.
  const formOptions = { optimistic: toOptimisticChange(false) }
  const adding = useSave(SAVE, { ...saving, ...formOptions })
  const typing = useSave(SAVE, formOptions)
  // Families' answers are kept: restoring the question shows them again.
  const undoOptions = {
    undo: ({ questionsRevision }: { questionsRevision: number }) =>
      void enqueue(() => send(changing, previousQuestions.current, questionsRevision)),
  }
  const removing = useSave(SAVE, { ...saving, ...undoOptions, saved: t('removed') })
  const replacing = useSave(SAVE, { ...formOptions, ...undoOptions, saved: t('askedAnew') })

  async function send({ save }: typeof changing, questions: readonly Question[], questionsRevision: number) {
    const saved = await save({ registrationId, body: { questions: [...questions], questionsRevision } })
    // The next change is based on the current list.
    if (!saved) await refetch()
    return saved
  }
  /** `next` returns the changed list, or undefined to leave it as it is. */
  const saveChange = (saver: typeof changing, next: (list: readonly Question[]) => readonly Question[] | undefined) =>
    enqueue(async () => {
      const { questions, questionsRevision } = latest()
      const changed = next(questions)
      if (!changed) return undefined
      previousQuestions.current = questions
      return send(saver, changed, questionsRevision)
    })
  return { keep: saveChange, changing, adding, typing, removing, replacing, latest, readAnew: refetch }
}
