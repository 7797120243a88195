import { describe, expect, it } from 'vitest'
import { handler as copies } from '#functions/copies/handler.ts'
import { organizationAdministrators, teamAdministrators } from '#functions/table/administrators.ts'
import { profiles } from '#functions/table/profiles.ts'
import { write } from '#functions/table/table.ts'
import { teams as teamRows } from '#functions/table/teams.ts'
import { flags } from '#shared/permissions.ts'
import { call } from '../call.ts'
import { aClub, newPart, stamp } from '../club.ts'
import { deliverTo } from '../workers.ts'

/** Tells the worker about a changed profile. */
const heard = (userId: string) => deliverTo(copies, { kind: profiles.kind, ...profiles.key({ userId }) })

const rename = (as: string, firstName: string, lastName: string) =>
  call('PUT /rest-api/session/profile', { as, body: { firstName, lastName } })
const named = async (as: string) => {
  const { firstName, lastName } = (await call('GET /rest-api/users/profile', { as })).body
  return `${firstName}|${lastName}`
}

describe('a user’s name', () => {
  it('is changed and trimmed, and nothing else changes', async () => {
    const userId = crypto.randomUUID()
    const avatarAt = '2026-11-21T18:00:00.000Z'
    await write(
      stamp,
      profiles.create({ userId, email: 'a@demo.touchline.test', firstName: 'A', lastName: 'B', avatarAt }),
    )
    const { status, body } = await rename(userId, '  Roshon ', 'van Eijma')
    expect([status, body]).toEqual([
      200,
      {
        id: userId,
        username: 'a@demo.touchline.test',
        firstName: 'Roshon',
        lastName: 'van Eijma',
        fullName: 'Roshon van Eijma',
        roles: [],
        avatarUrl: `/avatar/${userId}?v=${Date.parse(avatarAt)}`,
      },
    ])
    expect((await call('GET /rest-api/users/profile', { as: userId })).body).toEqual(body)
  })

  it.each([
    ['', 'B', 'firstName', 'required', 'Required.'],
    ['A', '   ', 'lastName', 'required', 'Required.'],
    ['A', undefined as never, 'lastName', 'required', 'Required.'],
    ['A'.repeat(65), 'B', 'firstName', 'too_long', 'Max Characters: 64'],
    ['A', 'B'.repeat(65), 'lastName', 'too_long', 'Max Characters: 64'],
    ['A\r\nB', 'C', 'firstName', 'not_a_name', 'Please write this on one line, without hidden characters.'],
    ['A', '\u202eB', 'lastName', 'not_a_name', 'Please write this on one line, without hidden characters.'],
    ['\u200b', 'B', 'firstName', 'required', 'Required.'],
  ])('is rejected as %j %j: %s %s', async (firstName, lastName, at, code, message) => {
    const { status, refusal } = await rename(crypto.randomUUID(), firstName, lastName)
    expect([status, refusal.code, refusal.faults]).toMatchObject([400, 'bad_request', [{ at, code, message }]])
    expect(refusal.faults?.[0]?.limit).toBe(code === 'too_long' ? 64 : undefined)
  })

  it('is saved in a new profile when the sign-up trigger has failed to create one', async () => {
    const userId = crypto.randomUUID()
    expect((await rename(userId, 'Matěj', 'Kovář')).body).toMatchObject({ username: '', fullName: 'Matěj Kovář' })
    expect(await named(userId)).toBe('Matěj|Kovář')
  })

  it('is updated in the lists of coaches and administrators', async () => {
    const club = await aClub()
    const [coach, admin] = [club.user('coach'), club.user('admin')]
    await rename(coach, 'Orkun', 'Kökçü')
    await rename(admin, 'Julián', 'Quiñones')
    for (const userId of [coach, admin]) await heard(userId)
    const { body } = await call('GET /api/v1/team/{teamId}', { as: admin, teamId: club.falcons.teamId })
    expect(body.orgAdmins.map(({ name }) => name)).toEqual(['Orkun Kökçü'])
    expect(await organizationAdministrators.get({ userId: admin, ...club.organization })).toMatchObject({
      firstName: 'Julián',
      flags: [...flags],
    })
  })

  it('changed ten times concurrently ends as one of the ten, the same everywhere', async () => {
    const club = await aClub()
    const coach = club.user('coach')
    const names = Array.from({ length: 10 }, (_, i) => `Name${i}`)
    const answers = await Promise.all(names.map((name) => rename(coach, name, name)))
    for (const { status } of answers) expect([200, 412, 503]).toContain(status)
    await heard(coach)
    const [first, last] = (await named(coach)).split('|')
    expect(first).toBe(last)
    expect(await teamAdministrators.get({ userId: coach, teamId: club.falcons.teamId })).toMatchObject({
      firstName: first,
      lastName: first,
    })
  })

  it('is updated in a list that the user was added to meanwhile under the old name', async () => {
    const club = await aClub()
    const coach = club.user('coach')
    await rename(coach, 'New', 'Name')
    await heard(coach)
    const old = { userId: coach, firstName: 'Old', lastName: 'Name', flags: [] }
    await write(stamp, ...organizationAdministrators.appoint(club.organization, old))
    const { kind, key } = organizationAdministrators
    await deliverTo(copies, { kind, ...key({ userId: coach, ...club.organization }) })
    expect(await organizationAdministrators.get({ userId: coach, ...club.organization })).toMatchObject({
      firstName: 'New',
    })
  })

  it('is updated in the lists of 120 teams', async () => {
    const { organizationId, falcons } = await aClub()
    const userId = crypto.randomUUID()
    const teams = Array.from({ length: 120 }, () => ({ ...falcons, teamId: `${organizationId}.${newPart('t')}` }))
    const coach = { userId, firstName: 'A', lastName: 'B', flags: ['canEditTeam' as const] }
    for (const team of teams) await write(stamp, teamRows.create(team))
    for (const team of teams) await write(stamp, ...teamAdministrators.appoint(team, coach))
    expect((await rename(userId, 'Roshon', 'van Eijma')).status).toBe(200)
    await heard(userId)
    for (const { teamId } of [teams[0], teams.at(-1)].filter((team) => team !== undefined))
      expect(await teamAdministrators.get({ userId, teamId })).toMatchObject({ lastName: 'van Eijma' })
    expect(await named(userId)).toBe('Roshon|van Eijma')
  })
})
