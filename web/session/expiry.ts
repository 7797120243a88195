import { callApi, type Options } from '../api.ts'
import { endSession } from '../shell/navigateOutside.ts'
import { showExpired } from '../problems/showProblem.ts'
import { serverNow, storedClientId, storedTokens } from './stored.ts'
import {
  accessToken,
  lastMinute,
  setRefreshExpiry,
  onSessionChange,
  renewToken,
  notifySessionChange,
  signedInUser,
} from './tokens.ts'

/** When the access token and the refresh token expire, in the server's milliseconds. */
export type TokenExpiries = { auth: number; refresh: number }
/** `canStay` is false if the refresh token has already expired, so that only signing in helps. */
export type SessionEnding = { seconds: number; canStay: boolean }

const checkInterval = 5000
/** How long before the end the dialog is preloaded, in milliseconds. */
const preloadBefore = 10 * 60_000
const renewInterval = 60_000
const handledHere: Options = { handles: ['failures', 'not_allowed'] }

/**
 * When the session ends for good: undefined while that is more than a minute away, a past time if it has ended. While either
 * token is valid, it is the first expiry still to come: after that the session cannot be extended.
 */
export function computeSessionEnd({ auth, refresh }: TokenExpiries, now: number): number | undefined {
  const lastExpiry = Math.max(auth, refresh)
  if (lastExpiry - now > lastMinute) return undefined
  return Math.min(...[auth, refresh].filter((end) => end > now), lastExpiry)
}

/** Ends the session and tells the user why. */
function expire(): void {
  showExpired()
  endSession()
}

/**
 * Watches the session while the user is signed in: validates it once, fetches the expiry once per access token, renews the token
 * in time, and calls `onEnding` every second of the last minute, with undefined once the session is no longer ending. Calls
 * `onEndsSoon` in the last ten minutes. Signs out at the end, also if the device was asleep. Returns a function that stops it.
 */
export function watchExpiry(onEnding: (ending: SessionEnding | undefined) => void, onEndsSoon: () => void): () => void {
  let current: { token: string; expiries: TokenExpiries } | undefined
  let requestedToken: string | undefined
  let end: number | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let isStopped = false

  async function fetchExpiries(token: string): Promise<void> {
    requestedToken = token
    try {
      const expiries = parseExpiries((await callApi('GET /rest-api/users/expiration-token', {}, handledHere)).data)
      if (isStopped || requestedToken !== token) return
      current = { token, expiries }
      setRefreshExpiry(expiries.refresh)
      check()
    } catch (error) {
      // Retried at the next renewal; until then the end is unknown, and the API itself decides.
      if (!isStopped) handleFailure(error)
    }
  }

  function check(): void {
    clearTimeout(timer)
    const tokens = storedTokens(storedClientId())
    const now = tokens ? serverNow(tokens) : 0
    if (current && tokens?.accessToken !== current.token) {
      current = undefined
      end = undefined
    }
    end ??= current && computeSessionEnd(current.expiries, now)
    // The dialog may have to be shown offline.
    if (current && Math.max(current.expiries.auth, current.expiries.refresh) - now < preloadBefore) onEndsSoon()
    if (end !== undefined && end <= now) {
      onEnding(undefined)
      return expire()
    }
    onEnding(
      current && end !== undefined
        ? { seconds: Math.ceil((end - now) / 1000), canStay: current.expiries.refresh > now }
        : undefined,
    )
    timer = setTimeout(check, end === undefined ? checkInterval : (end - now) % 1000 || 1000)
    if (tokens && !current && requestedToken !== tokens.accessToken) void fetchExpiries(tokens.accessToken)
  }

  const renewal = setInterval(() => {
    if (!current) requestedToken = undefined
    // Offline, nothing is known; but if the user pool refuses, the session has ended.
    accessToken().then(
      (token) => (token || signedInUser() ? check() : expire()),
      () => undefined,
    )
  }, renewInterval)
  const onVisible = () => document.visibilityState === 'visible' && check()
  const unsubscribe = onSessionChange(check)
  document.addEventListener('visibilitychange', onVisible)
  window.addEventListener('focus', check)
  void checkSession()
  check()
  return () => {
    isStopped = true
    clearTimeout(timer)
    clearInterval(renewal)
    unsubscribe()
    document.removeEventListener('visibilitychange', onVisible)
    window.removeEventListener('focus', check)
    setRefreshExpiry(undefined)
  }
}

/** "I'm still here": renews the token. False if offline; signs out if the session has ended. */
export async function extendSession(): Promise<boolean> {
  try {
    if (await renewToken()) notifySessionChange()
    else expire()
    return true
  } catch {
    return false
  }
}

/** Validates the session at the server. */
async function checkSession(): Promise<void> {
  try {
    await callApi('GET /rest-api/users/token', {}, handledHere)
  } catch (error) {
    handleFailure(error)
  }
}

/** Ends the session on a 403 response; logs any other failure except 401. */
function handleFailure(error: unknown): void {
  const { status, code } = error as { status?: number; code?: string }
  // Acting on a user's behalf has ended: that is already handled.
  if (code === 'in_place_over') return
  if (status === 403) endSession()
  // oxlint-disable-next-line no-console -- the specification requires it to be logged, and nothing else
  else if (status !== 401) console.warn(`The session could not be checked: ${status || 'no answer'}`)
}

function parseExpiries(data: string): TokenExpiries {
  const { authTokenExpiration: auth, refreshTokenExpiration: refresh } = JSON.parse(
    atob(data.replaceAll('-', '+').replaceAll('_', '/')),
  ) as Record<string, number>
  if (typeof auth !== 'number' || typeof refresh !== 'number') throw new Error('The expiration token names no ends.')
  return { auth, refresh }
}
