import { requireRecentPassword } from '../session/freshSignIn.ts'
import { PoolProblem } from '../session/ownAccount.ts'
import { type Passkey, passkeys } from '../session/passkeys.ts'
import { withToken } from '../session/tokens.ts'
import { createPasskey } from '../session/webAuthn.ts'
import { tellServer } from './tellServer.ts'

type Outcome = 'added' | 'cancelled' | 'there' | 'notMade' | 'most' | 'refused' | 'notKnown'
/** The text and tone that tell each outcome. */
export const outcomes = {
  added: ['passkeyAdded', 'success'],
  cancelled: ['passkeyCancelled', 'plain'],
  there: ['passkeyThere', 'plain'],
  notMade: ['passkeyNotMade', 'danger'],
  most: ['passkeysMost', 'danger'],
  refused: ['passkeyNotAdded', 'danger'],
  notKnown: ['passkeyNotKnown', 'danger'],
} as const satisfies Record<Outcome, readonly [string, 'success' | 'danger' | 'plain']>

/**
 * Creates and adds a passkey after asking for the password, which the user pool itself does not. Returns undefined if the
 * password was not entered. `existing`: the passkeys that existed.
 */
export async function addPasskey(existing: readonly Passkey[]): Promise<Outcome | undefined> {
  let isSent = false
  try {
    if (!(await requireRecentPassword())) return undefined
    const credential = await createPasskey(await withToken(passkeys.begin))
    isSent = true
    await withToken((token) => passkeys.add(token, credential))
  } catch (error) {
    if (error instanceof PoolProblem) return /\bLimitExceededException/.test(error.message) ? 'most' : 'refused'
    // Without a response, the request may still have arrived.
    const currentPasskeys = isSent ? await withToken(passkeys.list).catch(() => undefined) : existing
    if (!currentPasskeys) return 'notKnown'
    if (!currentPasskeys.some(({ id }) => existing.every((each) => each.id !== id))) return whyNotMade(error)
  }
  await tellServer()
  return 'added'
}

/** Maps the browser's error name to an outcome. */
function whyNotMade(error: unknown): Outcome {
  if (!(error instanceof DOMException)) return 'refused'
  if (error.name === 'InvalidStateError') return 'there'
  if (error.name === 'TimeoutError') return 'refused'
  return error.name === 'NotAllowedError' || error.name === 'AbortError' ? 'cancelled' : 'notMade'
}
