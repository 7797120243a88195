import type { session } from '#shared/api/session.ts'
import type { CallOf } from '../serve.ts'
import { ignoreConflict } from '../table/ignore.ts'
import { outbox } from '../table/outbox.ts'
import { sessions } from '../table/sessions.ts'
import { write } from '../table/table.ts'
import { ifAttributeUnchanged } from '../table/writes.ts'

type Call = CallOf<typeof session, 'GET /rest-api/users/token'>

/**
 * Mails the user about each passkey that was added since the last such mail. It asks the user pool, since with a stolen access token a
 * passkey can be added there directly. A conditional write sends each mail once, also for concurrent calls. If the user pool does not
 * answer, the next sign-in tries again.
 */
export async function mailNewPasskeys({ userId, stamp, me, token }: Call): Promise<void> {
  const { access, session } = await me
  // When acting on someone's behalf, the session is that person's, but the token is not.
  if (access.userId !== userId) return
  const { passkeyAt: notifiedUntil } = session
  const added = (await passkeysIn(token.bearer)).filter(({ at }) => notifiedUntil === undefined || at > notifiedUntil)
  const newest = added.at(-1)
  if (!newest) return
  await ignoreConflict(
    write(
      stamp,
      sessions.upsert(
        { userId },
        { set: { passkeyAt: newest.at }, when: [ifAttributeUnchanged('passkeyAt', notifiedUntil)] },
      ),
      ...added.map(({ name }) => outbox.add(stamp, { letter: 'passkey', to: { userId }, about: { name } })),
    ),
  )
}

/** Oldest first. */
async function passkeysIn(bearer: string): Promise<{ at: string; name: string }[]> {
  try {
    const { passkeysOf } = await import('./userPool.ts')
    const { Credentials = [] } = await passkeysOf(bearer)
    return Credentials.map(({ CreatedAt, FriendlyCredentialName = '' }) => ({
      at: CreatedAt?.toISOString() ?? '',
      name: FriendlyCredentialName,
    })).toSorted((one, other) => (one.at < other.at ? -1 : 1))
  } catch {
    return []
  }
}
