import type { session } from '#shared/api/session.ts'
import type { CallOf } from '../serve.ts'
import { profiles } from '../table/profiles.ts'
import { retryOnConflict, write } from '../table/table.ts'
import { profileOf } from './profileOf.ts'

/**
 * Changes the caller's name; `copies/` updates the lists of administrators that repeat it. Creates the profile if the user pool's trigger
 * failed to; the e-mail address, which an access token does not contain, is added at the next start.
 */
export const changeProfile = (call: CallOf<typeof session, 'PUT /rest-api/session/profile'>) =>
  retryOnConflict(async () => {
    const { userId, body: names, stamp } = call
    const before = await profiles.get({ userId }, { consistent: true })
    const hasProfile = before !== undefined
    await write(
      stamp,
      hasProfile ? profiles.change({ userId }, { set: names }) : profiles.create({ userId, email: '', ...names }),
    )
    return profileOf(call, { ...before, ...names })
  })
