import { dropInPlace } from './inPlace.ts'
import { renew } from './pool.ts'
import {
  forgetLasting,
  inPlaceOf,
  isAnswer,
  isDraft,
  isGood,
  isMarks,
  isOfAnother,
  isPersonal,
  isPush,
  isSaying,
  isTask,
  isToken,
  names,
  serverNow,
  storedClientId,
  storedTokens,
} from './stored.ts'

/** The id of who is signed in on this device; undefined when nobody is. */
export const signedInUser = (): string | undefined => {
  const tokens = storedTokens(storedClientId())
  // An access token that cannot be renewed any more is as good as none once it has ended.
  return tokens && (tokens.refreshToken || isGood(tokens, Date.now())) ? tokens.claims.sub : undefined
}

/** The access token, when it is good for another minute; without waiting. */
export function tokenNow(): string | undefined {
  const tokens = storedTokens(storedClientId())
  return tokens && isGood(tokens, Date.now()) ? tokens.accessToken : undefined
}

/** Whether the token on this device has reached its end. False when there is none. */
export function hasEnded(): boolean {
  const tokens = storedTokens(storedClientId())
  return tokens !== undefined && tokens.claims.exp * 1000 <= serverNow(tokens)
}

/** Milliseconds before the end of a session in which only the person can prolong it, by answering "Still there?". */
export const lastMinute = 60_000

/** When the session's refresh token ends, in the server's milliseconds; undefined until the server has told. */
let refreshEnds: number | undefined
export const noteRefreshEnd = (ends: number | undefined): void => {
  refreshEnds = ends
}

/**
 * A token the API will take: the stored one, or a renewed one. Undefined when nobody is signed in, or the session has
 * ended. Rejects when there is no connection. Everyone who asks meanwhile waits for the same renewal.
 */
export async function accessToken(): Promise<string | undefined> {
  const now = tokenNow()
  if (now) return now
  if (!signedInUser()) return undefined
  const tokens = storedTokens(storedClientId())
  const left = tokens && refreshEnds !== undefined ? refreshEnds - serverNow(tokens) : Infinity
  // "Still there?" is being asked: a screen that refreshes itself is no answer. And when the refresh token has ended, to
  // try would end the session before its last minute is over.
  if (tokens && left <= lastMinute && !hasEnded()) return tokens.accessToken
  return left > 0 ? renewedToken() : undefined
}

/** Asks with that token. Rejects when nobody is signed in. */
export async function withToken<T>(work: (token: string) => Promise<T>): Promise<T> {
  const token = await accessToken()
  if (!token) throw new Error('Nobody is signed in.')
  return work(token)
}

/** How long the user pool may take to renew a token, in milliseconds: as long as the API for an answer. */
const patience = 30_000
let renewing: Promise<string | undefined> | undefined

/** A new token, whatever the stored one is worth; else as `accessToken`. */
export function renewedToken(): Promise<string | undefined> {
  renewing ??= withinPatience(renew()).finally(() => {
    renewing = undefined
  })
  return renewing
}

async function withinPatience<T>(work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('No answer of the user pool')), patience)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

/**
 * Empties all that this device keeps of a person: tokens, kept answers, hints, drafts. When the session `ended` by itself,
 * what they answered, marked or wrote and could not send stays, and what they typed, and whether this device tells of messages: it is
 * there once they have signed in again.
 */
export function forgetPerson(ended = false): void {
  dropInPlace()
  const stays = [isAnswer, isMarks, isTask, isSaying, isDraft, isPush]
  forget((name) => isPersonal(name) && !(ended && stays.some((is) => is(name))))
}

/** Empties what this device still keeps of anybody else, now that this person has signed in. */
export const forgetOthers = (userId: string): void => forget((name) => isOfAnother(name, userId))

/**
 * The same when the page starts. Acting in somebody's place ends with the browser, too, whose cookies go unseen: what was kept of
 * them until then, as what was answered and could not be sent, goes now.
 */
export function forgetSubjects(): void {
  const userId = inPlaceOf() === undefined ? signedInUser() : undefined
  if (userId !== undefined) forgetOthers(userId)
}

function forget(wanted: (name: string) => boolean): void {
  forgetLasting(wanted)
  try {
    for (const storage of [localStorage, sessionStorage])
      for (const name of Object.keys(storage).filter(wanted)) storage.removeItem(name)
  } catch {
    // Where nothing can be kept there is nothing to forget.
  }
}

/**
 * Calls `changed` whenever somebody signs in or out, or a token is renewed: here, or `elsewhere` in another tab. Returns
 * the way to stop it. The browser tells the other tabs only, so this one says it itself, by `sessionChanged`.
 */
export function onSession(changed: (elsewhere: boolean) => void): () => void {
  // The name is null when a tab empties everything at once.
  const stored = ({ key }: StorageEvent) => {
    if (key === null || key === names.inPlace || isToken(key)) changed(true)
  }
  // A page that comes back as it was left has slept through it.
  const backAgain = ({ persisted }: PageTransitionEvent) => persisted && changed(true)
  const saidHere = () => changed(false)
  window.addEventListener('storage', stored)
  window.addEventListener('pageshow', backAgain)
  here.addEventListener('session', saidHere)
  return () => {
    window.removeEventListener('storage', stored)
    window.removeEventListener('pageshow', backAgain)
    here.removeEventListener('session', saidHere)
  }
}
const here = new EventTarget()
export const sessionChanged = (): void => {
  here.dispatchEvent(new Event('session'))
}
