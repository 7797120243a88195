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
 * Keeps what is made of the questions. One change after the other, each of the list as the one before has left it: what one
 * has just changed oneself is nobody else's change.
 */
export function useKeepQuestions(details: Details) {
  const t = useTexts('registrations', english)
  const { mutate, cache } = useSWRConfig()
  const enqueue = useQueue()
  const before = useRef<readonly Question[]>([])
  const { registrationId } = details
  const key = cacheKey(DETAILS, { registrationId })
  const latest = () => (cache.get(key)?.data as Details | undefined) ?? details
  const readAnew = async () => mutate(key)
  const showing =
    (isAtOnce: boolean) =>
    ({ body: { questions } }: InputOf<typeof SAVE>) => [
      change(DETAILS, { registrationId }, (known, saved?: { questions: Question[]; questionsRevision: number }) => ({
        ...known,
        ...(saved ?? (isAtOnce && { questions })),
      })),
    ]
  const saving = {
    optimistic: showing(true),
    failed: (problem: ApiProblem) =>
      problem.code === 'conflict'
        ? t('questionsChanged')
        : problem.code === 'too_large'
          ? t('questionsTooLong')
          : problemText(problem),
  }
  const changing = useSave(SAVE, saving)
  // A form begins with what stands: what it sends does not until it is saved. What is refused of one that was there it says itself.
  const ofForm = { optimistic: showing(false) }
  const adding = useSave(SAVE, { ...saving, ...ofForm })
  const typing = useSave(SAVE, ofForm)
  // What families have answered stays with them: put back as it was, it is shown again.
  const undoable = {
    undo: ({ questionsRevision }: { questionsRevision: number }) =>
      void enqueue(() => send(changing, before.current, questionsRevision)),
  }
  const removing = useSave(SAVE, { ...saving, ...undoable, saved: t('removed') })
  const replacing = useSave(SAVE, { ...ofForm, ...undoable, saved: t('askedAnew') })

  async function send({ save }: typeof changing, questions: readonly Question[], questionsRevision: number) {
    const saved = await save({ registrationId, body: { questions: [...questions], questionsRevision } })
    // The next one goes upon what stands by then.
    if (!saved) await readAnew()
    return saved
  }
  /** `next`: what becomes of the list; undefined where it stays as it is. */
  const keep = (saver: typeof changing, next: (list: readonly Question[]) => readonly Question[] | undefined) =>
    enqueue(async () => {
      const { questions, questionsRevision } = latest()
      const changed = next(questions)
      if (!changed) return undefined
      before.current = questions
      return send(saver, changed, questionsRevision)
    })
  return { keep, changing, adding, typing, removing, replacing, latest, readAnew }
}
