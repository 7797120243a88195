import { type ReactNode, useEffect, useState } from 'react'
import { type Cache, type State, SWRConfig, unstable_serialize } from 'swr'
import { type AnswerOf, ApiProblem, cacheKey } from './api.ts'
import { isRetryable } from './api/problem.ts'
import { earlyAnswers } from './early/earlyResponse.ts'
import type * as Snapshots from './early/keepSnapshot.ts'
import { snapshotName } from './early/snapshot.ts'
import { readImpersonatedUser, writeItem, names, readItem } from './session/stored.ts'
import { signedInUser } from './session/tokens.ts'
import { rememberPlayers, startOfDay } from './events/todayInput.ts'
import { readOutbox } from './events/outbox/outbox.ts'

type Entries = Map<string, State<unknown, unknown>>

/**
 * The reads whose responses are stored on the device, to show them at the next start before the server responds. Few, since they
 * are serialized often.
 */
const persistedKeys = (now: Date) => [
  cacheKey('GET /api/v1/today', { query: { startUtc: startOfDay(now) } }),
  cacheKey('GET /api/v1/playersAndTeams', {}),
  cacheKey('GET /rest-api/users/profile', {}),
]
/** In characters; an administrator of 48 teams needs 8,000. */
const maxStoredLength = 200_000

const storageName = (userId: string) => `${names.personal}${userId}`

/** A user's stored responses; for Today only those of the current day. */
export function readPersisted(userId: string, now: Date): Entries {
  try {
    const stored = JSON.parse(readItem(storageName(userId)) ?? '[]') as [string, unknown][]
    const currentKeys = persistedKeys(now)
    return new Map(stored.filter(([key]) => currentKeys.includes(key)).map(([key, data]) => [key, { data }]))
  } catch {
    return new Map()
  }
}

/**
 * Stores the current responses on the device, unless the user has signed out meanwhile. Not while staff act on a user's behalf:
 * closing the browser ends that, and nothing would remove the responses then.
 */
export function persistCache(userId: string, entries: Pick<Cache, 'get'>, now: Date): void {
  if (signedInUser() !== userId || readImpersonatedUser() !== undefined) return
  const stored = persistedKeys(now).flatMap((key) => {
    const data = entries.get(key)?.data
    return data === undefined ? [] : [[key, data]]
  })
  const text = JSON.stringify(stored)
  if (text.length > maxStoredLength) return
  const outbox = readOutbox(userId)
  const isSame = readItem(storageName(userId)) === text && outbox.length === 0
  writeItem(storageName(userId), text)
  if (snapshots) snapshots.keepSnapshot(userId, text + JSON.stringify(outbox), now)
  // The stored snapshot of Today is outdated.
  else if (!isSame) writeItem(snapshotName(userId), '')
}

/** The module that stores snapshots of screens, loaded lazily because nothing waits for it. */
let snapshots: typeof Snapshots | undefined
export const loadSnapshots = (): Promise<void> =>
  import('./early/keepSnapshot.ts').then(
    (loaded) => void (snapshots = loaded),
    () => undefined,
  )

/** A user's stored responses, and those that the page's head has requested. */
function readInitialEntries(userId: string): Entries {
  const entries = readPersisted(userId, new Date())
  for (const { swrKey: asked, answer } of earlyAnswers(userId)) entries.set(unstable_serialize(asked), { data: answer })
  return entries
}

/** Whether SWR retries a failed read. */
const shouldRetry = (error: Error) => error instanceof ApiProblem && isRetryable(error)

const playersKey = cacheKey('GET /api/v1/playersAndTeams', {})

/** The SWR cache of one user, initialized with the stored responses. */
export function PersistedCache({ userId, children }: { userId: string; children: ReactNode }) {
  const [entries] = useState<Entries>(() => readInitialEntries(userId))
  useEffect(() => {
    // Phones end a page without an event; `visibilitychange` to hidden is the last reliable one.
    const persistIfHidden = () => document.visibilityState === 'hidden' && persistCache(userId, entries, new Date())
    const persist = () => persistCache(userId, entries, new Date())
    document.addEventListener('visibilitychange', persistIfHidden)
    window.addEventListener('pagehide', persist)
    return () => {
      document.removeEventListener('visibilitychange', persistIfHidden)
      window.removeEventListener('pagehide', persist)
    }
  }, [userId, entries])
  return (
    <SWRConfig
      value={{
        provider: () => entries as Cache,
        shouldRetryOnError: shouldRetry,
        errorRetryCount: 4,
        errorRetryInterval: 1000,
        onSuccess: (response: unknown, key) => {
          if (key === playersKey && readImpersonatedUser() === undefined)
            rememberPlayers(ownPlayerIds(response as AnswerOf<'GET /api/v1/playersAndTeams'>))
        },
      }}
    >
      {children}
    </SWRConfig>
  )
}

const ownPlayerIds = ({ players }: AnswerOf<'GET /api/v1/playersAndTeams'>) => players.map(({ id }) => id)
