import type { registrations as contract } from '#shared/api/registrations.ts'
import { organizationOf, teamOf } from '#shared/ids.ts'
import { mayKnow } from '#shared/childData.ts'
import { faultAt, Problem } from '#shared/problems.ts'
import { byTitle, fullName } from '#shared/rules/names.ts'
import type { CallOf } from '../serve.ts'
import { organizationAdministrators } from '../table/administrators.ts'
import { registrationNotifications } from '../table/registrations.ts'
import { teamPlayers } from '../table/rosters.ts'
import { update, write } from '../table/table.ts'
import { registrationOf } from './registrationOf.ts'

type Api = typeof contract

/**
 * The administrators who get mails about a registration, with their current names; without those who have lost their role (their choice is
 * kept).
 */
export async function listNotified({
  params: { registrationId },
}: CallOf<Api, 'GET /rest-api/registration/notifications/{registrationId}'>) {
  const [, administrators, subscribers] = await Promise.all([
    registrationOf(registrationId),
    administratorsFor(registrationId),
    registrationNotifications.of({ registrationId }),
  ])
  const names = new Map(administrators.map(({ userId, name }) => [userId, name]))
  const notifications = subscribers.flatMap(({ userId, paymentsToo }) => {
    const name = names.get(userId)
    return name === undefined ? [] : [{ userId, name, paymentsToo }]
  })
  return { notifications: notifications.toSorted(byTitle) }
}

const nobody = {
  ownIds: new Set<string>(),
  answersFor: new Set<string>(),
  followedIds: new Set<string>(),
  isTeammate: false,
}

/** Administrators of the club, and of the registration's team, who may know the players. */
async function administratorsFor(registrationId: string): Promise<{ userId: string; name: string }[]> {
  const teamId = teamOf(registrationId)
  const [ofClub, roster] = await Promise.all([
    organizationAdministrators.of({ organizationId: organizationOf(registrationId) }),
    teamId === undefined ? undefined : teamPlayers.withTeam({ teamId }),
  ])
  const administrators = [...ofClub, ...(roster?.administrators ?? [])].filter(({ flags }) =>
    mayKnow('name', { ...nobody, flags: new Set(flags) }, registrationId),
  )
  const byId = new Map(administrators.map((person) => [person.userId, fullName(person)]))
  return [...byId].map(([userId, name]) => ({ userId, name })).toSorted(byTitle)
}

export async function listNotifyCandidates({
  params: { registrationId },
}: CallOf<Api, 'GET /rest-api/registration/notifications/{registrationId}/candidates'>) {
  const [, administrators, subscribers] = await Promise.all([
    registrationOf(registrationId),
    administratorsFor(registrationId),
    registrationNotifications.of({ registrationId }),
  ])
  return { candidates: administrators.filter(({ userId }) => subscribers.every((each) => each.userId !== userId)) }
}

export async function addNotified({
  params: { registrationId },
  body: { userId, paymentsToo },
  stamp,
}: CallOf<Api, 'POST /rest-api/registration/notifications/{registrationId}'>) {
  const [, administrators] = await Promise.all([registrationOf(registrationId), administratorsFor(registrationId)])
  const person = administrators.find((each) => each.userId === userId)
  // Subscribers read children's names, so only administrators may subscribe.
  if (!person) throw new Problem('bad_request', [faultAt('userId', 'invalid')])
  const set = { registrationId, userId, name: person.name, paymentsToo }
  await update(stamp, registrationNotifications.upsert({ registrationId, userId }, { set }))
  return { userId, name: person.name, paymentsToo }
}

export async function changeNotified({
  params: { registrationId, userId },
  body: { paymentsToo },
  stamp,
}: CallOf<Api, 'PUT /rest-api/registration/notifications/{registrationId}/{userId}'>) {
  await registrationOf(registrationId)
  const { name } = await update(
    stamp,
    registrationNotifications.change(
      { registrationId, userId },
      { set: { paymentsToo }, when: [['userId', 'exists']] },
      'not_found',
    ),
  )
  return { userId, name, paymentsToo }
}

export async function removeNotified({
  params: { registrationId, userId },
  stamp,
}: CallOf<Api, 'DELETE /rest-api/registration/notifications/{registrationId}/{userId}'>) {
  await registrationOf(registrationId)
  await write(stamp, registrationNotifications.remove({ registrationId, userId }))
  return {}
}
