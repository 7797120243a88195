import { type ReactNode, useEffect, useState } from 'react'
import { type Cache, type State, SWRConfig, unstable_serialize } from 'swr'
import { type AnswerOf, ApiProblem, cacheKey } from './api.ts'
import { isRetryable } from './api/problem.ts'
import { earlyAnswers } from './early/earlyResponse.ts'
import type * as Pictures from './early/keepPicture.ts'
import { pictureName } from './early/picture.ts'
import { inPlaceOf, keepItem, names, readItem } from './session/stored.ts'
import { signedInUser } from './session/tokens.ts'
import { rememberPlayers, startOfDay } from './events/todayInput.ts'
import { readOutbox } from './events/outbox/outbox.ts'

type Entries = Map<string, State<unknown, unknown>>

/** What the next start shows before the network answers. Few and small: it is written as text each time. */
const persistedKeys = (now: Date) => [
  cacheKey('GET /api/v1/today', { query: { startUtc: startOfDay(now) } }),
  cacheKey('GET /api/v1/playersAndTeams', {}),
  cacheKey('GET /rest-api/users/profile', {}),
]
/** Characters; an administrator of 48 teams needs 8,000. */
const mostKept = 200_000

const nameFor = (userId: string) => `${names.personal}${userId}`

/** The answers this device kept of a person: today's, never yesterday's. */
export function readPersisted(userId: string, now: Date): Entries {
  try {
    const kept = JSON.parse(readItem(nameFor(userId)) ?? '[]') as [string, unknown][]
    const wanted = persistedKeys(now)
    return new Map(kept.filter(([key]) => wanted.includes(key)).map(([key, data]) => [key, { data }]))
  } catch {
    return new Map()
  }
}

/**
 * Keeps the answers as they are shown now, unless that person has signed out meanwhile. In somebody else's place nothing of theirs
 * is kept: that ends with the browser as well, and then nothing here takes it away.
 */
export function persistCache(userId: string, entries: Pick<Cache, 'get'>, now: Date): void {
  if (signedInUser() !== userId || inPlaceOf() !== undefined) return
  const kept = persistedKeys(now).flatMap((key) => {
    const data = entries.get(key)?.data
    return data === undefined ? [] : [[key, data]]
  })
  const text = JSON.stringify(kept)
  if (text.length > mostKept) return
  const outbox = readOutbox(userId)
  const isSame = readItem(nameFor(userId)) === text && outbox.length === 0
  keepItem(nameFor(userId), text)
  if (pictures) pictures.keepPicture(userId, text + JSON.stringify(outbox), now)
  // Today has changed since it was pictured.
  else if (!isSame) keepItem(pictureName(userId), '')
}

/** What keeps pictures, which nobody waits for. */
let pictures: typeof Pictures | undefined
export const loadPictures = (): Promise<void> =>
  import('./early/keepPicture.ts').then(
    (loaded) => void (pictures = loaded),
    () => undefined,
  )

/** What this person saw last, and what the page's head has been answered by now. */
function readFirst(userId: string): Entries {
  const entries = readPersisted(userId, new Date())
  for (const { asked, answer } of earlyAnswers(userId)) entries.set(unstable_serialize(asked), { data: answer })
  return entries
}

/** Only reads are asked again by themselves, and only when asking again can help. */
const asksAgain = (error: Error) => error instanceof ApiProblem && isRetryable(error)

const playersKey = cacheKey('GET /api/v1/playersAndTeams', {})

/** Everything below shares one memory of answers; it belongs to one person and opens with what they saw last. */
export function PersistedCache({ userId, children }: { userId: string; children: ReactNode }) {
  const [entries] = useState<Entries>(() => readFirst(userId))
  useEffect(() => {
    // Phones end a page without a word; being hidden is the last they tell for sure.
    const keep = () => document.visibilityState === 'hidden' && persistCache(userId, entries, new Date())
    const leaving = () => persistCache(userId, entries, new Date())
    document.addEventListener('visibilitychange', keep)
    window.addEventListener('pagehide', leaving)
    return () => {
      document.removeEventListener('visibilitychange', keep)
      window.removeEventListener('pagehide', leaving)
    }
  }, [userId, entries])
  return (
    <SWRConfig
      value={{
        provider: () => entries as Cache,
        shouldRetryOnError: asksAgain,
        errorRetryCount: 4,
        errorRetryInterval: 1000,
        onSuccess: (answer: unknown, key) => {
          if (key === playersKey && inPlaceOf() === undefined)
            rememberPlayers(ownPlayers(answer as AnswerOf<'GET /api/v1/playersAndTeams'>))
        },
      }}
    >
      {children}
    </SWRConfig>
  )
}

const ownPlayers = ({ players }: AnswerOf<'GET /api/v1/playersAndTeams'>) => players.map(({ id }) => id)
