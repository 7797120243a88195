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

/** The id of the signed-in user; undefined if nobody is signed in. */
export const signedInUser = (): string | undefined => {
  const tokens = storedTokens(storedClientId())
  // An expired access token that cannot be renewed counts as signed out.
  return tokens && (tokens.refreshToken || isGood(tokens, Date.now())) ? tokens.claims.sub : undefined
}

/** The access token if it is valid for at least another minute; synchronous. */
export function tokenNow(): string | undefined {
  const tokens = storedTokens(storedClientId())
  return tokens && isGood(tokens, Date.now()) ? tokens.accessToken : undefined
}

/** Whether the stored access token has expired. False if there is none. */
export function hasEnded(): boolean {
  const tokens = storedTokens(storedClientId())
  return tokens !== undefined && tokens.claims.exp * 1000 <= serverNow(tokens)
}

/** How long before the end of a session only the user can extend it, by answering "Still there?", in milliseconds. */
export const lastMinute = 60_000

/** When the refresh token expires, in the server's milliseconds; undefined until the server has reported it. */
let refreshEnds: number | undefined
export const noteRefreshEnd = (ends: number | undefined): void => {
  refreshEnds = ends
}

/**
 * A token that the API accepts: the stored one, or a renewed one. Undefined if nobody is signed in or the session has ended.
 * Rejects if offline. Concurrent calls share one renewal.
 */
export async function accessToken(): Promise<string | undefined> {
  const now = tokenNow()
  if (now) return now
  if (!signedInUser()) return undefined
  const tokens = storedTokens(storedClientId())
  const left = tokens && refreshEnds !== undefined ? refreshEnds - serverNow(tokens) : Infinity
  // While "Still there?" is shown, background requests must not extend the session. And once the refresh token has expired,
  // trying to renew would end the session before its last minute is over.
  if (tokens && left <= lastMinute && !hasEnded()) return tokens.accessToken
  return left > 0 ? renewedToken() : undefined
}

/** Calls `work` with that token. Rejects if nobody is signed in. */
export async function withToken<T>(work: (token: string) => Promise<T>): Promise<T> {
  const token = await accessToken()
  if (!token) throw new Error('Nobody is signed in.')
  return work(token)
}

/** How long a renewal may take, in milliseconds: the same as the API's timeout. */
const patience = 30_000
let renewing: Promise<string | undefined> | undefined

/** Renews the token even if the stored one is valid; otherwise like `accessToken`. */
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
 * Deletes all personal data on this device: tokens, queued answers, hints, drafts. If the session `ended` by itself, everything
 * unsent, drafts and the push setting stay, for when the user signs in again.
 */
export function forgetPerson(ended = false): void {
  dropInPlace()
  const stays = [isAnswer, isMarks, isTask, isSaying, isDraft, isPush]
  forget((name) => isPersonal(name) && !(ended && stays.some((is) => is(name))))
}

/** Deletes the data of all other users, now that this one has signed in. */
export const forgetOthers = (userId: string): void => forget((name) => isOfAnother(name, userId))

/**
 * The same at page load. The cookies for acting on a user's behalf may end unnoticed with the browser; what was stored for that
 * user, such as unsent answers, is deleted now.
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
    // Without storage there is nothing to remove.
  }
}

/**
 * Calls `changed` when someone signs in or out or a token is renewed: in this tab, or `elsewhere`. Returns an unsubscribe
 * function. Storage events reach only other tabs, so this tab dispatches `sessionChanged` itself.
 */
export function onSession(changed: (elsewhere: boolean) => void): () => void {
  // The key is null when storage is cleared.
  const stored = ({ key }: StorageEvent) => {
    if (key === null || key === names.inPlace || isToken(key)) changed(true)
  }
  // A page restored from the back/forward cache has missed events.
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
