// own: mail goes to a service of its own
import { expect, it } from 'vitest'
import { organizationAdministrators, teamAdministrators } from '#functions/table/administrators.ts'
import { write } from '#functions/table/table.ts'
import { call } from '../call.ts'
import { aClub, type Club, stamp } from '../club.ts'
import { openPost } from '../mail/post.ts'
import { emailOf, register } from '../today/coachRequests.ts'

const post = openPost()
const remove = (club: Club, as: string, of: string, orgUnitId: string) =>
  call('DELETE /rest-api/organization/administrators/{orgUnitId}/{userId}', {
    as: club.user(as),
    orgUnitId,
    userId: club.user(of),
  })

it('a removed administrator is mailed once, unless they left by themselves or are back by then', async () => {
  const club = await aClub()
  const { teamId } = club.falcons
  await register(club, 'coach', { firstName: 'Carmen', lastName: 'Coach' })
  expect((await remove(club, 'admin', 'coach', teamId)).status).toBe(200)
  await post.deliver()
  expect(post.mails.map(({ to }) => to)).toEqual([emailOf(club, 'coach')])
  expect(post.mails[0]?.subject).toBe('You no longer help run Falcons')
  expect(post.mails[0]?.text).toContain('The people who run Springfield FC have removed your rights')

  const back = { userId: club.user('coach'), firstName: 'Carmen', lastName: 'Coach', flags: ['canEditTeam'] as const }
  const appoint = () => write(stamp, ...teamAdministrators.appoint(club.falcons, { ...back, flags: [...back.flags] }))
  await appoint()
  await remove(club, 'admin', 'coach', teamId)
  await appoint()
  await post.deliver()
  expect(post.mails).toHaveLength(1)

  const aide = { ...back, userId: club.user('aide'), flags: ['canEditAdministrators' as const] }
  await register(club, 'aide', { firstName: 'Ada', lastName: 'Aide' })
  await write(stamp, ...organizationAdministrators.appoint(club.organization, aide))
  expect((await remove(club, 'aide', 'aide', club.organizationId)).status).toBe(200)
  await post.deliver()
  expect(post.mails).toHaveLength(1)
})

it('an administrator can leave without the right to edit administrators, idempotently; the last one cannot', async () => {
  const club = await aClub()
  const { organizationId } = club
  const { teamId } = club.falcons
  const leave = (name: string, orgUnitId: string) =>
    call('POST /rest-api/organization/leave', { as: club.user(name), body: { orgUnitId } })
  const lead = { userId: club.user('lead'), firstName: 'Lead', lastName: 'Coach', flags: ['canEditTeam' as const] }
  await write(stamp, ...teamAdministrators.appoint(club.falcons, lead))
  const treasurer = { ...lead, userId: club.user('treasurer'), flags: ['canEditFees' as const] }
  await write(stamp, ...organizationAdministrators.appoint(club.organization, treasurer))
  const left = [leave('lead', teamId), leave('treasurer', organizationId), leave('nobody', teamId)]
  expect((await Promise.all(left)).map(({ status }) => status)).toEqual([200, 200, 200])
  expect((await leave('lead', teamId)).status).toBe(200)
  expect((await teamAdministrators.of({ teamId })).map(({ userId }) => userId)).not.toContain(lead.userId)
  const { body } = await call('GET /api/v1/playersAndTeams', { as: club.user('treasurer') })
  expect(body.organizations).toEqual([])
  expect((await leave('admin', organizationId)).refusal.code).toBe('last_administrator')
})

it('coaches of an archived team are mailed once, except who archived it, or if it is restored by then', async () => {
  const club = await aClub()
  const { teamId: orgUnitId } = club.falcons
  for (const name of ['coach', 'lead']) await register(club, name, { firstName: name, lastName: 'Coach' })
  const lead = { userId: club.user('lead'), firstName: 'lead', lastName: 'Coach', flags: ['canEditTeam' as const] }
  await write(stamp, ...teamAdministrators.appoint(club.falcons, lead))
  const archive = (as: string) => call('POST /o/{orgUnitId}/archive', { as: club.user(as), orgUnitId })
  const unarchive = () => call('POST /o/{orgUnitId}/unarchive', { as: club.user('admin'), orgUnitId })
  post.mails.splice(0)
  await archive('admin')
  await unarchive()
  await post.deliver()
  expect(post.mails).toEqual([])
  await Promise.all([archive('lead'), archive('lead')])
  await archive('lead')
  await post.deliver()
  expect(post.mails.map(({ to }) => to)).toEqual([emailOf(club, 'coach')])
  expect(post.mails[0]?.subject).toBe('Falcons has been archived')
  expect(post.mails[0]?.text).toContain(`/${club.organizationId}/${orgUnitId}/teams`)
})
