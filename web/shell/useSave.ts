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
import { findClubId, setSubscriptionNotice } from './subscriptionNotice.ts'
import english from './texts.en.json'

/** A change to cached data: `saved` is the server's response, once there is one. */
export type Change<Answer> = { key: string; apply: (cached: unknown, saved: Answer | undefined) => unknown }
export const change = <K extends Reads, Answer = unknown>(
  key: K,
  input: InputOf<K>,
  apply: (cached: AnswerOf<K>, saved: Answer | undefined) => AnswerOf<K>,
): Change<Answer> => ({
  key: cacheKey(key, input),
  apply: (cached, saved) => (cached === undefined ? cached : apply(cached as AnswerOf<K>, saved)),
})

type Saving<K extends Key> = {
  /**
   * Optimistic updates, rolled back on failure. Such requests are sent one after the other, so that the last choice wins even if
   * the network would reorder them.
   */
  optimistic?: (input: InputOf<K>) => readonly Change<AnswerOf<K>>[]
  /** The routes to revalidate after a save, for any input. */
  refreshes?: readonly Reads[]
  /** The success message; none if undefined. */
  saved?: string | ((answer: AnswerOf<K>, input: InputOf<K>) => string | undefined)
  /** What the success message is about, if it replaces that of an earlier save. */
  about?: string
  /** Adds an Undo action to the success message. */
  undo?: (answer: AnswerOf<K>, input: InputOf<K>) => void
  /** Whether it can be undone, if that depends on the response. */
  canUndo?: (answer: AnswerOf<K>) => boolean
  /**
   * The error message, with a Retry action where that can help: a text, used unless the problem's own message says more, or a
   * function of the problem. Without it the problem is thrown, for a form to show. Either way the screen and its input stay.
   */
  failed?: string | ((problem: ApiProblem) => string)
  sending?: Pick<Options, 'timeout' | 'keepalive'>
}

/** Saves through a route, with optimistic updates and a message about the outcome. */
export function useSave<K extends Key>(key: K, saving: Saving<K>) {
  const t = useTexts('shell', english)
  const { mutate, cache } = useSWRConfig()
  const [running, setRunning] = useState(0)
  const enqueue = useQueue()
  const pendingCount = useRef(0)

  /** `retry`: replaces the Retry action if this save is part of a larger operation. */
  async function save(input: InputOf<K>, retry?: () => unknown): Promise<AnswerOf<K> | undefined> {
    setRunning((count) => count + 1)
    const changes = saving.optimistic?.(input) ?? []
    const wasQueued = pendingCount.current > 0
    pendingCount.current += 1
    try {
      const request = saving.optimistic ? enqueue(() => send(input)) : send(input)
      const response = await applyOptimistically(mutate, changes, request)
      refreshReads()
      showSaved(response, input)
      return response
    } catch (error) {
      if (error instanceof ApiProblem && error.code === 'limited_functionality') {
        const orgId = findClubId(input)
        if (orgId !== undefined) setSubscriptionNotice(orgId, true, error)
        refresh({ mutate, cache }, 'GET /rest-api/organization/billing-access/{orgId}')
      }
      if (error instanceof ApiProblem && error.code === 'not_allowed') handleRefusal()
      // Without a form, show what others have changed meanwhile; a form tells that it is outdated itself.
      if (error instanceof ApiProblem && isConflict(error) && saving.failed !== undefined) refreshReads()
      // The rollback restores the state before the first queued save, which may have succeeded: revalidate.
      if (wasQueued) for (const { key } of changes) void mutate(key)
      if (!(error instanceof ApiProblem) || saving.failed === undefined) throw error
      showFailed(error, retry ?? (() => save(input)))
      return undefined
    } finally {
      pendingCount.current -= 1
      setRunning((count) => count - 1)
    }
  }

  /**
   * On a refusal, the user may have lost access to what the screen shows: revalidates their players and teams. If there is no
   * form whose input could be lost, also revalidates the screen's data, whose own refusal then navigates away.
   */
  function handleRefusal(): void {
    refresh({ mutate, cache }, 'GET /api/v1/playersAndTeams')
    if (saving.failed !== undefined) refreshReads()
  }
  function refreshReads(): void {
    for (const route of saving.refreshes ?? []) refresh({ mutate, cache }, route)
  }

  function send(input: InputOf<K>): Promise<AnswerOf<K>> {
    // Handle refusals here: redirecting to Forbidden would lose the input.
    const options = { ...saving.sending, handles: ['failures', 'not_allowed'] } as const
    return (callApi as (key: K, input: InputOf<K>, options: Options) => Promise<AnswerOf<K>>)(key, input, options)
  }

  function showSaved(response: AnswerOf<K>, input: InputOf<K>): void {
    const { saved, about, undo, canUndo } = saving
    const text = typeof saved === 'function' ? saved(response, input) : saved
    if (text === undefined) return
    const action = undo && canUndo?.(response) !== false && { label: t('undo'), run: () => undo(response, input) }
    showSnackbar({ text, tone: 'success', ...(about && { about }), ...(action && { action }) })
  }

  function showFailed(problem: ApiProblem, retry: () => unknown): void {
    const { failed = '' } = saving
    if (problem.isReported) return
    const text = typeof failed === 'function' ? failed(problem) : toFailureText(failed, problem)
    const action = { label: t('retry'), run: () => void retry() }
    showSnackbar({ text, tone: 'danger', ...(isRetryable(problem) && { action }) })
  }
  return { save, saving: running > 0 }
}

const isConflict = ({ code }: ApiProblem): boolean => code === 'conflict' || code === 'invitation_gone'

/** The problem's own message if it says more than `text`. */
export const toFailureText = (text: string, problem: ApiProblem): string =>
  saysWhy(problem) ? problemText(problem) : text

/** Applies optimistic updates while a request is pending, then its response, or rolls back. */
async function applyOptimistically<Answer>(
  mutate: ScopedMutator,
  changes: readonly Change<Answer>[],
  request: Promise<Answer>,
): Promise<Answer> {
  const updates = changes.map(({ key, apply }) =>
    mutate(key, request, {
      optimisticData: (cached: unknown) => apply(cached, undefined),
      populateCache: (saved: Answer, cached: unknown) => apply(cached, saved),
      rollbackOnError: true,
      revalidate: false,
    }),
  )
  const [response] = await Promise.all([request, ...updates])
  return response
}

/** Revalidates all cached responses of a route: those on screen now, the others when they are shown. */
export function refresh({ mutate, cache }: { mutate: ScopedMutator; cache: Cache }, route: Reads): void {
  const isOfRoute = (key: string) => key.startsWith(`@"${route}",`) || key.startsWith(`$inf$@"${route}",`)
  for (const key of [...cache.keys()].filter(isOfRoute)) void mutate(key)
}
