import { CognitoError, notAuthorized } from './errors.ts'
import type { Attempt, Attempts, User } from './store.ts'

const second = 1000
const hour = 3600 * second

/** The limits per hour; Cognito's documentation only says "between 5 and 20, depending on the risk". */
const anHour: Record<Exclude<Attempt, 'signIn'>, number> = { wrongCode: 5, changePassword: 5, codeMail: 10 }

/** Counts one more attempt; throws LimitExceededException when the hour's attempts are used up. */
export function withAttempt(user: User, kind: keyof typeof anHour, now: number): User {
  const previous = recentAttempts(user.attempts[kind], now, hour)
  if (previous.count >= anHour[kind]) {
    throw new CognitoError('LimitExceededException', 'Attempt limit exceeded, please try after some time.')
  }
  return withAttempts(user, kind, { count: previous.count + 1, since: previous.since, last: now })
}

const maxLock = 15 * 60 * second

/**
 * Throws while sign-in is locked: for a second after the fifth wrong password in a row, twice as long after each
 * further one.
 */
export function checkNotLocked(user: User, now: number): void {
  const failures = user.attempts.signIn
  if (!failures || failures.count < 5 || now < failures.last) return
  const lock = Math.min(second * 2 ** (failures.count - 5), maxLock)
  if (now < failures.last + lock) throw notAuthorized('Password attempts exceeded')
}

export function withFailedSignIn(user: User, now: number): User {
  const previous = recentAttempts(user.attempts.signIn, now, Number.POSITIVE_INFINITY)
  const isForgotten = now - previous.last >= maxLock
  return withAttempts(user, 'signIn', { count: isForgotten ? 1 : previous.count + 1, since: previous.since, last: now })
}

/** Resets the attempts of these kinds. */
export function withoutAttempts(user: User, ...kinds: Attempt[]): User {
  const attempts = { ...user.attempts }
  for (const kind of kinds) delete attempts[kind]
  return { ...user, attempts }
}

/** Setting the clock back starts a new count; otherwise tests that do so would lock people out. */
const recentAttempts = (attempts: Attempts | undefined, now: number, window: number): Attempts =>
  attempts && now >= attempts.since && now < attempts.since + window ? attempts : { count: 0, since: now, last: now }

const withAttempts = (user: User, kind: Attempt, attempts: Attempts): User => ({
  ...user,
  attempts: { ...user.attempts, [kind]: attempts },
})
