import type { session } from '#shared/api/session.ts'
import type { CallOf } from '../serve.ts'
import { ignoreConflict } from '../table/ignore.ts'
import { outbox } from '../table/outbox.ts'
import { sessions } from '../table/sessions.ts'
import { write } from '../table/table.ts'

type Call = CallOf<typeof session, 'GET /rest-api/users/token'>

/**
 * Mails somebody of a passkey that is newer than what they were mailed of, by whomever and wherever it was added: whoever has stolen a token
 * asks the pool itself. Of calls that see the same one at once, one writes it down, with its mail. Where the pool has no answer, the
 * next sign-in asks again.
 */
export async function keepPasskeys({ userId, stamp, me, token }: Call): Promise<void> {
  const { access, session } = await me
  // What is known is of the person in whose place somebody acts; the token is not.
  if (access.userId !== userId) return
  const newest = await newestOf(token.bearer)
  const { passkeyAt: known } = session
  if (!newest || (known !== undefined && newest.at <= known)) return
  const when = known === undefined ? (['passkeyAt', 'not exists'] as const) : (['passkeyAt', '=', known] as const)
  const mail = { letter: 'passkey', to: { userId }, about: { name: newest.name } } as const
  await ignoreConflict(
    write(
      stamp,
      sessions.upsert({ userId }, { set: { passkeyAt: newest.at }, when: [when] }),
      outbox.want(stamp, mail),
    ),
  )
}

async function newestOf(bearer: string): Promise<{ at: string; name: string } | undefined> {
  try {
    const { passkeysOf } = await import('./userPool.ts')
    const { Credentials = [] } = await passkeysOf(bearer)
    return Credentials.map(({ CreatedAt, FriendlyCredentialName = '' }) => ({
      at: CreatedAt?.toISOString() ?? '',
      name: FriendlyCredentialName,
    }))
      .toSorted((one, other) => (one.at < other.at ? -1 : 1))
      .at(-1)
  } catch {
    return undefined
  }
}
