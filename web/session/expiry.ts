import { callApi, type Options } from '../api.ts'
import { endSession } from '../shell/navigateOutside.ts'
import { tellExpired } from '../problems/tell.ts'
import { serverNow, storedClientId, storedTokens } from './stored.ts'
import {
  accessToken,
  lastMinute,
  noteRefreshEnd,
  onSession,
  renewedToken,
  sessionChanged,
  signedInUser,
} from './tokens.ts'

/** When the access token and the refresh token expire, in the server's milliseconds. */
export type Ends = { auth: number; refresh: number }
/** `canStay` is false if the refresh token has already expired, so that only signing in helps. */
export type Ending = { seconds: number; canStay: boolean }

const lookEvery = 5000
/** How long before the end the dialog is preloaded, in milliseconds. */
const foreseen = 10 * 60_000
const renewEvery = 60_000
const inPlace: Options = { handles: ['failures', 'not_allowed'] }

/**
 * When the session ends for good: undefined while that is more than a minute away, a past time if it has ended. While either
 * token is valid, it is the first expiry still to come: after that the session cannot be extended.
 */
export function endOf({ auth, refresh }: Ends, now: number): number | undefined {
  const last = Math.max(auth, refresh)
  if (last - now > lastMinute) return undefined
  return Math.min(...[auth, refresh].filter((end) => end > now), last)
}

/** Ends the session and tells the user why. */
function expire(): void {
  tellExpired()
  endSession()
}

/**
 * Watches the session while the user is signed in: validates it once, fetches the expiry once per access token, renews the token
 * in time, and calls `warn` every second of the last minute, with undefined once the session is no longer ending. Calls
 * `endsSoon` in the last ten minutes. Signs out at the end, also if the device was asleep. Returns a function that stops it.
 */
export function watchExpiry(warn: (ending: Ending | undefined) => void, endsSoon: () => void): () => void {
  let known: { token: string; ends: Ends } | undefined
  let asked: string | undefined
  let end: number | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let stopped = false

  async function ask(token: string): Promise<void> {
    asked = token
    try {
      const ends = endsIn((await callApi('GET /rest-api/users/expiration-token', {}, inPlace)).data)
      if (stopped || asked !== token) return
      known = { token, ends }
      noteRefreshEnd(ends.refresh)
      look()
    } catch (error) {
      // Retried at the next renewal; until then the end is unknown, and the API itself decides.
      if (!stopped) meetFailure(error)
    }
  }

  function look(): void {
    clearTimeout(timer)
    const tokens = storedTokens(storedClientId())
    const now = tokens ? serverNow(tokens) : 0
    if (known && tokens?.accessToken !== known.token) {
      known = undefined
      end = undefined
    }
    end ??= known && endOf(known.ends, now)
    // The dialog may have to be shown offline.
    if (known && Math.max(known.ends.auth, known.ends.refresh) - now < foreseen) endsSoon()
    if (end !== undefined && end <= now) {
      warn(undefined)
      return expire()
    }
    warn(
      known && end !== undefined
        ? { seconds: Math.ceil((end - now) / 1000), canStay: known.ends.refresh > now }
        : undefined,
    )
    timer = setTimeout(look, end === undefined ? lookEvery : (end - now) % 1000 || 1000)
    if (tokens && !known && asked !== tokens.accessToken) void ask(tokens.accessToken)
  }

  const renewal = setInterval(() => {
    if (!known) asked = undefined
    // Offline, nothing is known; but if the user pool refuses, the session has ended.
    accessToken().then(
      (token) => (token || signedInUser() ? look() : expire()),
      () => undefined,
    )
  }, renewEvery)
  const awake = () => document.visibilityState === 'visible' && look()
  const unsubscribe = onSession(look)
  document.addEventListener('visibilitychange', awake)
  window.addEventListener('focus', look)
  void checkSession()
  look()
  return () => {
    stopped = true
    clearTimeout(timer)
    clearInterval(renewal)
    unsubscribe()
    document.removeEventListener('visibilitychange', awake)
    window.removeEventListener('focus', look)
    noteRefreshEnd(undefined)
  }
}

/** "I'm still here": renews the token. False if offline; signs out if the session has ended. */
export async function stay(): Promise<boolean> {
  try {
    if (await renewedToken()) sessionChanged()
    else expire()
    return true
  } catch {
    return false
  }
}

/** Validates the session at the server. */
async function checkSession(): Promise<void> {
  try {
    await callApi('GET /rest-api/users/token', {}, inPlace)
  } catch (error) {
    meetFailure(error)
  }
}

/** Ends the session on a 403 response; logs any other failure except 401. */
function meetFailure(error: unknown): void {
  const { status, code } = error as { status?: number; code?: string }
  // Acting on a user's behalf has ended: that is already handled.
  if (code === 'in_place_over') return
  if (status === 403) endSession()
  // oxlint-disable-next-line no-console -- the specification requires it to be logged, and nothing else
  else if (status !== 401) console.warn(`The session could not be checked: ${status || 'no answer'}`)
}

function endsIn(data: string): Ends {
  const { authTokenExpiration: auth, refreshTokenExpiration: refresh } = JSON.parse(
    atob(data.replaceAll('-', '+').replaceAll('_', '/')),
  ) as Record<string, number>
  if (typeof auth !== 'number' || typeof refresh !== 'number') throw new Error('The expiration token names no ends.')
  return { auth, refresh }
}
