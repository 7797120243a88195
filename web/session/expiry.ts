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

/** When the access token and the refresh token end, in the server's milliseconds. */
export type Ends = { auth: number; refresh: number }
/** `canStay` is false when the refresh token has ended already, so that only the password helps. */
export type Ending = { seconds: number; canStay: boolean }

const lookEvery = 5000
/** How long before the end its dialog is loaded, in milliseconds. */
const foreseen = 10 * 60_000
const renewEvery = 60_000
const inPlace: Options = { handles: ['failures', 'not_allowed'] }

/**
 * When the session ends for good: undefined while that is more than a minute off, an instant in the past when it has.
 * As long as one of the tokens holds, it is at the first end that is still to come: from then on nothing can be prolonged.
 */
export function endOf({ auth, refresh }: Ends, now: number): number | undefined {
  const last = Math.max(auth, refresh)
  if (last - now > lastMinute) return undefined
  return Math.min(...[auth, refresh].filter((end) => end > now), last)
}

/** Ends the session of a person who can be told so. */
function expire(): void {
  tellExpired()
  endSession()
}

/**
 * Looks after the session while somebody is signed in: asks once whether it still counts, once per access token when it
 * ends, renews the token in time, and says by `warn` how it is ending, each second of its last minute; undefined when it
 * is not, any more. `endsSoon` is called in its last ten minutes. Signs out at its end, also when the device has slept through it. Returns the way to stop it.
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
      // Asked again when the next renewal is due; until then nothing is known, and the API itself decides.
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
    // The dialog may have to be shown without a connection.
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
    // Without a connection nothing is known; but when the user pool refuses, the session has ended here and now.
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

/** "I'm still here": gets a new token. False when there is no connection; signs out when the session has ended. */
export async function stay(): Promise<boolean> {
  try {
    if (await renewedToken()) sessionChanged()
    else expire()
    return true
  } catch {
    return false
  }
}

/** Asks the server whether the session still counts. */
async function checkSession(): Promise<void> {
  try {
    await callApi('GET /rest-api/users/token', {}, inPlace)
  } catch (error) {
    meetFailure(error)
  }
}

/** Who may not go on has to sign in again; any other failure is noted. */
function meetFailure(error: unknown): void {
  const { status, code } = error as { status?: number; code?: string }
  // Who acted in somebody's place is led back to themselves already.
  if (code === 'in_place_over') return
  if (status === 403) endSession()
  // oxlint-disable-next-line no-console -- the specification has it logged, and nothing else done
  else if (status !== 401) console.warn(`The session could not be checked: ${status || 'no answer'}`)
}

function endsIn(data: string): Ends {
  const { authTokenExpiration: auth, refreshTokenExpiration: refresh } = JSON.parse(
    atob(data.replaceAll('-', '+').replaceAll('_', '/')),
  ) as Record<string, number>
  if (typeof auth !== 'number' || typeof refresh !== 'number') throw new Error('The expiration token names no ends.')
  return { auth, refresh }
}
