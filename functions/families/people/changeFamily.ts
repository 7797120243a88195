import type { families as contract } from '#shared/api/families.ts'
import { Problem } from '#shared/problems.ts'
import type { CallOf } from '../../serve.ts'
import { normalEmail } from '../../table/emailUsers.ts'
import { familyInvitations } from '../../table/familyInvitations.ts'
import { outbox } from '../../table/outbox.ts'
import { families, players } from '../../table/players.ts'
import { update, untilSettled, write } from '../../table/table.ts'
import { familyOf, manages } from './readFamily.ts'

/** So many invitations to one player are open at a time: nobody uses us to send mail. */
const mostOpen = 12

/** The invitation and its mail, in one transaction. Its id is made by who invites: so it is sent once. */
export async function invite({
  userId,
  stamp,
  me,
  params: { playerId },
  body: { invitationId, email: typed, name, relation, teamId },
}: CallOf<typeof contract, 'POST /rest-api/families/player/{playerId}/invite'>) {
  const [{ access }, { invitations }] = await Promise.all([me, familyOf(playerId)])
  if (relation === 'own' && !manages(access, playerId, teamId)) throw new Problem('not_allowed')
  const isThere = invitations.some((each) => each.invitationId === invitationId)
  if (!isThere && invitations.length >= mostOpen) throw new Problem('family_invited')
  const email = normalEmail(typed)
  await write(
    stamp,
    familyInvitations.createOnce({
      playerId,
      invitationId,
      email,
      name,
      relation,
      invitedBy: userId,
      invitedAt: stamp.at,
      state: 'open',
    }),
    outbox.want(stamp, { letter: 'familyInvitation', to: { email }, about: { playerId, invitationId } }),
  )
  return {}
}

/** It is done already; of a player who is not there nothing is. */
async function nothingOf(playerId: string) {
  if (!(await players.get({ playerId }))) throw new Problem('not_found')
  return {}
}

export async function withdraw({
  userId,
  stamp,
  me,
  params: { playerId },
  body: { invitationId, teamId },
}: CallOf<typeof contract, 'POST /rest-api/families/player/{playerId}/withdraw'>) {
  const [{ access }, found] = await Promise.all([
    me,
    familyInvitations.get({ playerId, invitationId }, { consistent: true }),
  ])
  if (!found) return nothingOf(playerId)
  const may = manages(access, playerId, teamId) || found.relation === 'following' || found.invitedBy === userId
  if (!may) throw new Problem('not_allowed')
  await write(stamp, familyInvitations.remove({ playerId, invitationId }, 'link_used', [['state', '=', 'open']]))
  return {}
}

/** Both rows go in one transaction: the next call of that person finds neither. */
export async function remove({
  userId,
  stamp,
  me,
  params: { playerId },
  body: { userId: whom, teamId },
}: CallOf<typeof contract, 'POST /rest-api/families/player/{playerId}/remove'>) {
  const { access } = await me
  return untilSettled(async () => {
    const member = await families.get({ playerId, userId: whom }, { consistent: true })
    if (!member) return nothingOf(playerId)
    const may = whom === userId || member.relation === 'following' || manages(access, playerId, teamId)
    if (!may) throw new Problem('not_allowed')
    await write(stamp, ...families.leave({ playerId, userId: whom, relation: member.relation }))
    return {}
  })
}

export async function hide({
  userId,
  stamp,
  me,
  params: { playerId },
  body: { userId: whose, hidden, teamId },
}: CallOf<typeof contract, 'POST /rest-api/families/player/{playerId}/hide'>) {
  const { access } = await me
  if (whose !== userId && !manages(access, playerId, teamId)) throw new Problem('not_allowed')
  await update(stamp, families.change({ playerId, userId: whose }, { set: { hidden } }, 'not_found'))
  return {}
}
