import { randomInt } from 'node:crypto'
import { codeExpired, codeMismatch } from './errors.ts'
import { withAttempt } from './attempts.ts'
import type { CodePurpose, Store, User } from './store.ts'

const hour = 3_600_000

/** How long a code is valid, in milliseconds: a day for a new account or address, an hour for a new password. */
const lifetime: Record<CodePurpose, number> = { confirm: 24 * hour, attribute: 24 * hour, reset: hour }

/** Gives a user a new six-digit code, which replaces any earlier one. Throws when too many were requested. */
export function withNewCode(user: User, purpose: CodePurpose, now: number) {
  const digits = String(randomInt(1_000_000)).padStart(6, '0')
  return { ...withAttempt(user, 'codeMail', now), code: { purpose, digits, at: now } }
}

/** Returns if the code is right; otherwise counts the attempt and throws Cognito's error. */
export function checkCode(store: Store, user: User, purpose: CodePurpose, givenCode: string, now: number): void {
  const countedUser = withAttempt(user, 'wrongCode', now)
  const { code } = user
  if (code?.purpose !== purpose || now >= code.at + lifetime[purpose]) throw codeExpired()
  if (code.digits !== givenCode) {
    store.save(countedUser)
    throw codeMismatch()
  }
}
