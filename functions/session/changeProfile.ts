import type { session } from '#shared/api/session.ts'
import type { Access } from '#shared/permissions.ts'
import { Problem } from '#shared/problems.ts'
import type { CallOf } from '../serve.ts'
import { organizationAdministrators, teamAdministrators } from '../table/administrators.ts'
import { meOf } from '../table/me.ts'
import { profiles } from '../table/profiles.ts'
import { chunks, mostAtOnce, write } from '../table/table.ts'
import type { Write } from '../table/writes.ts'
import { profileOf } from './profileOf.ts'

type Names = { firstName: string; lastName: string }

/**
 * Changes one's own name, and its copies in the lists of administrators, in one transaction. Only who runs a hundred
 * teams needs several; the profile is in the last of them, so that a name which was not changed everywhere is not
 * called changed, and the same request again completes it. A profile that the user pool's trigger failed to write is
 * made here, without the e-mail address, which no access token holds: the next start brings it.
 */
export async function changeProfile(call: CallOf<typeof session, 'PUT /rest-api/session/profile'>) {
  const { userId, body: names, me, stamp } = call
  let access: Access | undefined = (await me).access
  for (let attempt = 1; ; attempt++) {
    const before = await profiles.get({ userId }, { consistent: true })
    const profile = before
      ? profiles.change({ userId }, { set: names })
      : profiles.create({ userId, email: '', ...names })
    try {
      const writes = [...copies(userId, access, names), profile]
      for (const part of chunks(writes, mostAtOnce)) await write(stamp, ...part)
      return profileOf(call, { ...before, ...names })
    } catch (error) {
      // Somebody was appointed or dismissed, or the profile appeared, meanwhile: once more on what is there now.
      if (!(error instanceof Problem) || error.code !== 'conflict' || attempt === 5) throw error
      access = (await meOf({ userId })).access
    }
  }
}

/** The rows that repeat an administrator's name: one for each organization and each team on which they have rights. */
const copies = (userId: string, access: Access | undefined, names: Names): Write[] =>
  (access?.organizations ?? []).flatMap(({ id: organizationId, flags, teams }) => [
    ...(flags ? [organizationAdministrators.change({ userId, organizationId }, { set: names })] : []),
    ...teams
      .filter((team) => team.flags)
      .map(({ id: teamId }) => teamAdministrators.change({ userId, teamId }, { set: names })),
  ])
