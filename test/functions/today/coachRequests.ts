import { emailUsers } from '#functions/table/emailUsers.ts'
import { profiles } from '#functions/table/profiles.ts'
import { type Request, requests, type SentRequest } from '#functions/table/requests.ts'
import { all, startingWith, write } from '#functions/table/table.ts'
import { call } from '../call.ts'
import { aClub, type Club, copiesOf, stamp } from '../club.ts'
import type { Post } from '../mail/post.ts'
import { type ChangedItem, deliverTo } from '../workers.ts'

export const emailOf = (club: Club, name: string) => `${club.user(name)}@club.example`

/** Gives a user of the club a name and a confirmed address. */
export const register = (club: Club, name: string, names: { firstName: string; lastName: string }) =>
  write(
    stamp,
    profiles.create({ userId: club.user(name), email: emailOf(club, name), ...names }),
    emailUsers.upsert({ email: emailOf(club, name) }, { set: { userId: club.user(name) } }),
  )

/** A user's sent requests, as the worker is told about them. */
export async function sentRequests(userId: string): Promise<ChangedItem[]> {
  const rows = await all<SentRequest & ChangedItem>({ pk: `USER#${userId}`, ...startingWith('SENT#') })
  return rows.map(({ pk, sk }) => ({ pk, sk }))
}

/** A coach's list of requests, as stored in the table. */
export const requestsOf = (userId: string) => all<Request>(requests.since({ userId }, '2026-01-01T00:00:00Z'))

/** A club whose coach, administrator and one parent have an address; `nobody` has one too and runs nothing. */
export const aClubWithPost = copiesOf(async () => {
  const club = await aClub()
  await register(club, 'coach', { firstName: 'Carmen', lastName: 'Coach' })
  await register(club, 'admin', { firstName: 'Anders', lastName: 'Admin' })
  await register(club, 'parent', { firstName: 'Paula', lastName: 'Moreno' })
  await register(club, 'nobody', { firstName: 'Nils', lastName: 'Nobody' })
  return club
})
export const askCoach = (
  club: Club,
  email = emailOf(club, 'coach'),
  playerName = 'Noa Moreno',
  now?: string,
  as = 'parent',
) => call('POST /api/v1/requestInvite', { as: club.user(as), body: { email, playerName }, ...(now && { now }) })
/** Delivers everything that a user has sent, each `times` times, and sends the mails about it. */
export async function deliverRequests(club: Club, post: Post, { as = 'parent', times = 1 } = {}) {
  const { handler: requested } = await import('#functions/today/requestedHandler.ts')
  for (const request of await sentRequests(club.user(as)))
    for (let i = 0; i < times; i++) await deliverTo(requested, request)
  await post.deliver({ times })
}
