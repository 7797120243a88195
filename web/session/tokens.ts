import { clearImpersonation } from './impersonation.ts'
import { renew } from './pool.ts'
import {
  removeLastingWhere,
  readImpersonatedUser,
  isAnswer,
  isDraft,
  isTokenValid,
  isMarks,
  belongsToAnother,
  isPersonal,
  isPushItem,
  isChatItem,
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
  return tokens && (tokens.refreshToken || isTokenValid(tokens, Date.now())) ? tokens.claims.sub : undefined
}

/** The access token if it is valid for at least another minute; synchronous. */
export function validToken(): string | undefined {
  const tokens = storedTokens(storedClientId())
  return tokens && isTokenValid(tokens, Date.now()) ? tokens.accessToken : undefined
}

/** Whether the stored access token has expired. False if there is none. */
export function isTokenExpired(): boolean {
  const tokens = storedTokens(storedClientId())
  return tokens !== undefined && tokens.claims.exp * 1000 <= serverNow(tokens)
}

/** How long before the end of a session only the user can extend it, by answering "Still there?", in milliseconds. */
export const lastMinute = 60_000

/** When the refresh token expires, in the server's milliseconds; undefined until the server has reported it. */
let refreshExpiry: number | undefined
export const setRefreshExpiry = (ends: number | undefined): void => {
  refreshExpiry = ends
}

/**
 * A token that the API accepts: the stored one, or a renewed one. Undefined if nobody is signed in or the session has ended.
 * Rejects if offline. Concurrent calls share one renewal.
 */
export async function accessToken(): Promise<string | undefined> {
  const validAccessToken = validToken()
  if (validAccessToken) return validAccessToken
  if (!signedInUser()) return undefined
  const tokens = storedTokens(storedClientId())
  const remaining = tokens && refreshExpiry !== undefined ? refreshExpiry - serverNow(tokens) : Infinity
  // While "Still there?" is shown, background requests must not extend the session. And once the refresh token has expired,
  // trying to renew would end the session before its last minute is over.
  if (tokens && remaining <= lastMinute && !isTokenExpired()) return tokens.accessToken
  return remaining > 0 ? renewToken() : undefined
}

/** Calls `action` with that token. Rejects if nobody is signed in. */
export async function withToken<T>(action: (token: string) => Promise<T>): Promise<T> {
  const token = await accessToken()
  if (!token) throw new Error('Nobody is signed in.')
  return action(token)
}

/** How long a renewal may take, in milliseconds: the same as the API's timeout. */
const renewTimeout = 30_000
let pendingRenewal: Promise<string | undefined> | undefined

/** Renews the token even if the stored one is valid; otherwise like `accessToken`. */
export function renewToken(): Promise<string | undefined> {
  pendingRenewal ??= withTimeout(renew()).finally(() => {
    pendingRenewal = undefined
  })
  return pendingRenewal
}

async function withTimeout<T>(action: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeoutError = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('No answer of the user pool')), renewTimeout)
  })
  return Promise.race([action, timeoutError]).finally(() => clearTimeout(timer))
}

/**
 * Deletes all personal data on this device: tokens, queued answers, hints, drafts. If the session has ended by itself
 * (`isExpired`), everything unsent, drafts and the push setting stay, for when the user signs in again.
 */
export function clearPersonalData(isExpired = false): void {
  clearImpersonation()
  const isUnsentItem = [isAnswer, isMarks, isTask, isChatItem, isDraft, isPushItem]
  removeItems((name) => isPersonal(name) && !(isExpired && isUnsentItem.some((matches) => matches(name))))
}

/** Deletes the data of all other users, now that this one has signed in. */
export const clearOtherUsers = (userId: string): void => removeItems((name) => belongsToAnother(name, userId))

/**
 * The same at page load. The cookies for acting on a user's behalf may end unnoticed with the browser; what was stored for that
 * user, such as unsent answers, is deleted now.
 */
export function clearImpersonatedUsers(): void {
  const userId = readImpersonatedUser() === undefined ? signedInUser() : undefined
  if (userId !== undefined) clearOtherUsers(userId)
}

function removeItems(isWanted: (name: string) => boolean): void {
  removeLastingWhere(isWanted)
  try {
    for (const storage of [localStorage, sessionStorage])
      for (const name of Object.keys(storage).filter(isWanted)) storage.removeItem(name)
  } catch {
    // Without storage there is nothing to remove.
  }
}

/**
 * Calls `onChange` when someone signs in or out or a token is renewed: in this tab, or `elsewhere`. Returns an unsubscribe
 * function. Storage events reach only other tabs, so this tab dispatches `notifySessionChange` itself.
 */
export function onSessionChange(onChange: (elsewhere: boolean) => void): () => void {
  // The key is null when storage is cleared.
  const onStorage = ({ key }: StorageEvent) => {
    if (key === null || key === names.inPlace || isToken(key)) onChange(true)
  }
  // A page restored from the back/forward cache has missed events.
  const onPageShow = ({ persisted }: PageTransitionEvent) => persisted && onChange(true)
  const onLocalChange = () => onChange(false)
  window.addEventListener('storage', onStorage)
  window.addEventListener('pageshow', onPageShow)
  sessionEvents.addEventListener('session', onLocalChange)
  return () => {
    window.removeEventListener('storage', onStorage)
    window.removeEventListener('pageshow', onPageShow)
    sessionEvents.removeEventListener('session', onLocalChange)
  }
}
const sessionEvents = new EventTarget()
export const notifySessionChange = (): void => {
  sessionEvents.dispatchEvent(new Event('session'))
}
