import type { session } from '#shared/api/session.ts'
import { Problem } from '#shared/problems.ts'
import { ignoreConflict } from '../table/ignore.ts'
import type { CallOf } from '../serve.ts'
import { outbox } from '../table/outbox.ts'
import { sessions } from '../table/sessions.ts'
import { write } from '../table/table.ts'
import { ifAttributeUnchanged } from '../table/writes.ts'
import { type Account, accountOf, type Refusal } from './account.ts'
import { storeDevice } from './storeDevice.ts'
import { syncAccount } from './syncAccount.ts'

type Call = CallOf<typeof session, 'GET /rest-api/users/token'>

/**
 * Asks the user pool whether the caller's token is still valid. API Gateway checks only signature and expiry, so it accepts the tokens of
 * disabled, deleted and signed-out users: a refusal is stored here and applies to every route. Also updates the profile, the second factor
 * and the device. Throws `busy` when the user pool does not answer.
 */
export async function readToken(call: Call) {
  const { actor, at } = call.stamp
  const ownCall = { ...call, userId: actor, stamp: { actor, at } }
  const requireAccount = async (): Promise<Account> => {
    const answer = await accountOf(call.token.bearer)
    if (!('refused' in answer)) return answer
    await endRefused(ownCall, answer)
    throw new Problem('not_signed_in')
  }
  // When acting on someone's behalf, the token is not that person's.
  const account = await requireAccount()
  await Promise.all([
    syncAccount(ownCall.stamp, account, requireAccount),
    syncSecondFactor(ownCall, account),
    storeDevice(ownCall),
  ])
  // After these: it writes the same item as a new second factor, and of two concurrent writes one would be lost.
  if (hasJustSignedIn(ownCall)) await (await import('./mailNewPasskeys.ts')).mailNewPasskeys(ownCall)
  return { userId: call.userId, valid: true as const }
}

/**
 * Whether to ask the user pool for passkeys too, which would be too often on each start: after a sign-in, and after one was added
 * in My Profile, which asks for a password entered in the last ten minutes.
 */
const hasJustSignedIn = ({ token, now }: Call): boolean =>
  process.env.PASSKEY_CLIENT !== undefined && Date.parse(now) / 1000 - token.signedIn <= 15 * 60

/**
 * The user pool's second factor applies from the next call on; a new one, to sessions that begin after it. The owner is mailed
 * about each change, no matter who made it and where: a thief with a stolen token uses the pool directly. Of concurrent calls
 * that see the same change, one notes it and sends the mail.
 */
async function syncSecondFactor({ userId, stamp, me, now }: Call, { secondFactor }: Account): Promise<void> {
  const { access, session } = await me
  // When acting on someone's behalf, the session is that person's, but the token is not.
  const { secondFactorSince: since } = session
  if (access.userId !== userId || (since !== undefined) === secondFactor) return
  const mail = { letter: 'secondFactor', to: { userId }, about: { is: secondFactor ? 'on' : 'off' } } as const
  await ignoreConflict(
    write(
      stamp,
      sessions.upsert(
        { userId },
        {
          set: { secondFactorSince: secondFactor ? now : undefined },
          when: [ifAttributeUnchanged('secondFactorSince', since)],
        },
      ),
      outbox.add(stamp, mail),
    ),
  )
}

async function endRefused(call: Call, { refused }: Refusal): Promise<void> {
  if (refused === 'account') await sessions.endAll(call.stamp, call, call.now)
  if (refused === 'session') await (await import('./rareCalls.ts')).endSession(call)
}
