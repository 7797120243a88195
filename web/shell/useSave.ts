import { useRef, useState } from 'react'
import { type Cache, type ScopedMutator, useSWRConfig } from 'swr'
import {
  type AnswerOf,
  ApiProblem,
  cacheKey,
  callApi,
  type InputOf,
  type Key,
  type Options,
  type Reads,
} from '../api.ts'
import { isRetryable, saysWhy } from '../api/problem.ts'
import { problemText, useTexts } from '../i18n.ts'
import { useQueue } from '../kit/useQueue.ts'
import { showSnackbar } from '../kit/Snackbar.tsx'
import { clubIn, setSubscriptionNotice } from './subscriptionNotice.ts'
import english from './texts.en.json'

/** What becomes of something that is known already: `saved` is the server's answer, once there is one. */
export type Change<Answer> = { key: string; apply: (known: unknown, saved: Answer | undefined) => unknown }
export const change = <K extends Reads, Answer = unknown>(
  key: K,
  input: InputOf<K>,
  apply: (known: AnswerOf<K>, saved: Answer | undefined) => AnswerOf<K>,
): Change<Answer> => ({
  key: cacheKey(key, input),
  apply: (known, saved) => (known === undefined ? known : apply(known as AnswerOf<K>, saved)),
})

type Saving<K extends Key> = {
  /**
   * What shows at once, and goes back to what it was when it is refused. It is sent one after the other, so that what was chosen last
   * is what stands, also on a line on which one would overtake the other.
   */
  optimistic?: (input: InputOf<K>) => readonly Change<AnswerOf<K>>[]
  /** The routes that are read again once it is saved, whatever they were asked. */
  refreshes?: readonly Reads[]
  /** Said when it is saved; where it is undefined, nothing. */
  saved?: string | ((answer: AnswerOf<K>, input: InputOf<K>) => string | undefined)
  /** Offered with what is said. */
  undo?: (answer: AnswerOf<K>, input: InputOf<K>) => void
  /** Whether it can be undone, where that is known only by now. */
  canUndo?: (answer: AnswerOf<K>) => boolean
  /**
   * Said when it is not saved, with a way to try again where that can help: a text where the server says no better why, or what
   * a function makes of any problem. Without it the problem is thrown, for a form to show. The screen stays in either case, and so
   * does what was typed.
   */
  failed?: string | ((problem: ApiProblem) => string)
  sending?: Pick<Options, 'timeout' | 'keepalive'>
}

/** Saves by a route: what is known changes at once, and a message says how it went. */
export function useSave<K extends Key>(key: K, saving: Saving<K>) {
  const t = useTexts('shell', english)
  const { mutate, cache } = useSWRConfig()
  const [running, setRunning] = useState(0)
  const enqueue = useQueue()
  const going = useRef(0)

  /** `again`: what a try again does, where this is a part of more. */
  async function save(input: InputOf<K>, again?: () => unknown): Promise<AnswerOf<K> | undefined> {
    setRunning((count) => count + 1)
    const changes = saving.optimistic?.(input) ?? []
    const isBehindAnother = going.current > 0
    going.current += 1
    try {
      const sent = saving.optimistic ? enqueue(() => send(input)) : send(input)
      const answer = await showing(mutate, changes, sent)
      readShown()
      tellSaved(answer, input)
      return answer
    } catch (error) {
      if (error instanceof ApiProblem && error.code === 'limited_functionality') {
        const club = clubIn(input)
        if (club !== undefined) setSubscriptionNotice(club, true, error)
        refresh({ mutate, cache }, 'GET /rest-api/organization/billing-access/{orgId}')
      }
      if (error instanceof ApiProblem && error.code === 'not_allowed') meetRefusal()
      // Where nothing is typed, what somebody else has made of it meanwhile shows; a form says itself that it is behind.
      if (error instanceof ApiProblem && isBehind(error) && saving.failed !== undefined) readShown()
      // It goes back to what was before the first of them, which may be saved.
      if (isBehindAnother) for (const { key } of changes) void mutate(key)
      if (!(error instanceof ApiProblem) || saving.failed === undefined) throw error
      tellFailed(error, again ?? (() => save(input)))
      return undefined
    } finally {
      going.current -= 1
      setRunning((count) => count - 1)
    }
  }

  /**
   * Somebody may have lost what the screen still shows: whose players and teams they have is asked again. Where nothing is
   * typed that it could take along, so is what the screen has read, whose own refusal leads away from it.
   */
  function meetRefusal(): void {
    refresh({ mutate, cache }, 'GET /api/v1/playersAndTeams')
    if (saving.failed !== undefined) readShown()
  }
  function readShown(): void {
    for (const route of saving.refreshes ?? []) refresh({ mutate, cache }, route)
  }

  function send(input: InputOf<K>): Promise<AnswerOf<K>> {
    // A refusal stays on the screen: to be led to Forbidden would lose what was typed.
    const options = { ...saving.sending, handles: ['failures', 'not_allowed'] } as const
    return (callApi as (key: K, input: InputOf<K>, options: Options) => Promise<AnswerOf<K>>)(key, input, options)
  }

  function tellSaved(answer: AnswerOf<K>, input: InputOf<K>): void {
    const { saved, undo, canUndo } = saving
    const text = typeof saved === 'function' ? saved(answer, input) : saved
    if (text === undefined) return
    const action = undo && canUndo?.(answer) !== false && { label: t('undo'), run: () => undo(answer, input) }
    showSnackbar({ text, tone: 'success', ...(action && { action }) })
  }

  function tellFailed(problem: ApiProblem, again: () => unknown): void {
    const { failed = '' } = saving
    if (problem.told) return
    const text = typeof failed === 'function' ? failed(problem) : whyOr(failed, problem)
    const action = { label: t('retry'), run: () => void again() }
    showSnackbar({ text, tone: 'danger', ...(isRetryable(problem) && { action }) })
  }
  return { save, saving: running > 0 }
}

const isBehind = ({ code }: ApiProblem): boolean => code === 'conflict' || code === 'invitation_gone'

/** Why it is not saved, in the words of the problem where they say more than the text. */
export const whyOr = (text: string, problem: ApiProblem): string => (saysWhy(problem) ? problemText(problem) : text)

/** Shows changes while something is being saved; then what the server has made of them, or what was before. */
async function showing<Answer>(
  mutate: ScopedMutator,
  changes: readonly Change<Answer>[],
  sent: Promise<Answer>,
): Promise<Answer> {
  const shown = changes.map(({ key, apply }) =>
    mutate(key, sent, {
      optimisticData: (known: unknown) => apply(known, undefined),
      populateCache: (saved: Answer, known: unknown) => apply(known, saved),
      rollbackOnError: true,
      revalidate: false,
    }),
  )
  const [answer] = await Promise.all([sent, ...shown])
  return answer
}

/** Has all answers of a route read again: those on the screen now, the others when they are shown. */
export function refresh({ mutate, cache }: { mutate: ScopedMutator; cache: Cache }, route: Reads): void {
  const isOfRoute = (key: string) => key.startsWith(`@"${route}",`) || key.startsWith(`$inf$@"${route}",`)
  for (const key of [...cache.keys()].filter(isOfRoute)) void mutate(key)
}
