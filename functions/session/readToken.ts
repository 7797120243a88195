import type { session } from '#shared/api/session.ts'
import type { CallOf } from '../serve.ts'
import { accountOf } from './account.ts'
import { keepUp } from './keepUp.ts'

/**
 * Asks the user pool itself whether the caller's token still counts. The gateway only looks at its signature and its end,
 * so until then it lets disabled, deleted and signed-out people pass. No answer of the user pool is no answer of ours.
 * What the user pool says of the person beside that, the profile follows.
 */
export async function readToken({ userId, stamp, token }: CallOf<typeof session, 'GET /rest-api/users/token'>) {
  const ask = () => accountOf(token.bearer)
  await keepUp(stamp, await ask(), ask)
  return { userId, valid: true as const }
}
