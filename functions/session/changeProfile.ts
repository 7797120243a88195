import type { session } from '#shared/api/session.ts'
import type { CallOf } from '../serve.ts'
import { profiles } from '../table/profiles.ts'
import { retryOnConflict, write } from '../table/table.ts'
import { profileOf } from './profileOf.ts'

/**
 * Changes the caller's own name; copies in lists of administrators follow, see `copies/`. A profile that the user pool's trigger
 * failed to write is created here, without the e-mail address, which access tokens do not contain: the next start adds it.
 */
export const changeProfile = (call: CallOf<typeof session, 'PUT /rest-api/session/profile'>) =>
  retryOnConflict(async () => {
    const { userId, body: names, stamp } = call
    const before = await profiles.get({ userId }, { consistent: true })
    const isThere = before !== undefined
    await write(
      stamp,
      isThere ? profiles.change({ userId }, { set: names }) : profiles.create({ userId, email: '', ...names }),
    )
    return profileOf(call, { ...before, ...names })
  })
