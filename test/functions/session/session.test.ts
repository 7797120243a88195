import { GetUserCommand } from '@aws-sdk/client-cognito-identity-provider'
import type { PostConfirmationTriggerEvent } from 'aws-lambda'
import { describe, expect, it } from 'vitest'
import { handler as confirmed } from '#functions/session/confirmedHandler.ts'
import { meOf } from '#functions/table/me.ts'
import { profiles } from '#functions/table/profiles.ts'
import { update } from '#functions/table/table.ts'
import { call, userPool } from '../call.ts'
import { teams } from '#functions/table/teams.ts'
import { aClub, stamp } from '../club.ts'

const event = (
  sub: string,
  triggerSource: PostConfirmationTriggerEvent['triggerSource'] = 'PostConfirmation_ConfirmSignUp',
  names = { given_name: 'Paula', family_name: 'Moreno' },
) =>
  ({
    triggerSource,
    request: {
      userAttributes: { sub, email: `${sub}@demo.touchline.test`, ...names },
    },
  }) as unknown as PostConfirmationTriggerEvent

describe('a new user', () => {
  it('has a profile with their name once the address is confirmed, and no rights', async () => {
    const userId = crypto.randomUUID()
    await confirmed(event(userId))
    const { body } = await call('GET /rest-api/users/profile', { as: userId })
    expect(body).toEqual({
      id: userId,
      username: `${userId}@demo.touchline.test`,
      firstName: 'Paula',
      lastName: 'Moreno',
      fullName: 'Paula Moreno',
      roles: [],
      avatarUrl: null,
    })
    expect((await call('GET /api/v1/playersAndTeams', { as: userId })).body).toEqual({
      players: [],
      following: [],
      organizations: [],
    })
  })

  it('gets a name shortened to the form’s limit, on one line', async () => {
    const userId = crypto.randomUUID()
    const [given_name, family_name] = [` Paula\n\u2028${'a'.repeat(2000)}`, `${'b'.repeat(63)}😀`]
    await confirmed(event(userId, undefined, { given_name, family_name }))
    expect(await profiles.get({ userId }, { consistent: true })).toMatchObject({
      firstName: `Paula ${'a'.repeat(58)}`,
      lastName: `${'b'.repeat(63)}😀`,
    })
  })

  it('is not overwritten when the user pool repeats the trigger', async () => {
    const club = await aClub()
    const userId = club.user('coach')
    await confirmed(event(userId))
    await update(stamp, profiles.change({ userId }, { set: { firstName: 'Carmen', lastName: 'Okafor' } }))
    const before = [await meOf({ userId }), await profiles.get({ userId })]
    await confirmed(event(userId))
    await confirmed(event(userId))
    expect([await meOf({ userId }), await profiles.get({ userId })]).toEqual(before)
  })

  it('can use the site even if the trigger failed', async () => {
    const { status, body } = await call('GET /rest-api/users/profile', { as: 'cut-short' })
    expect([status, body.fullName]).toEqual([200, ''])
  })
})

/** An error of the user pool instead of the user. */
const failing = (name: string, status: number) =>
  userPool.on(GetUserCommand).rejects(Object.assign(new Error(name), { name, $metadata: { httpStatusCode: status } }))

describe('a session', () => {
  it('is valid if the user pool accepts the caller’s token, and is checked each time', async () => {
    for (const times of [1, 2]) {
      expect((await call('GET /rest-api/users/token', { as: 'u1' })).body).toEqual({ userId: 'u1', valid: true })
      expect(userPool.commandCalls(GetUserCommand)).toHaveLength(times)
    }
    expect(userPool.commandCalls(GetUserCommand)[0]?.args[0].input).toEqual({ AccessToken: 'token of u1' })
  })

  it.each([
    ['its account is disabled, or it was signed out elsewhere', 'NotAuthorizedException', 400],
    ['its account was deleted', 'UserNotFoundException', 400],
    ['its account is no longer confirmed', 'UserNotConfirmedException', 400],
    ['its password was reset', 'PasswordResetRequiredException', 400],
  ])('is invalid when %s', async (_what, name, status) => {
    failing(name, status)
    const { status: answered, refusal } = await call('GET /rest-api/users/token', { as: crypto.randomUUID() })
    expect([answered, refusal]).toEqual([401, { code: 'not_signed_in', message: 'Unauthorized access' }])
  })

  it.each([
    ['throttles', 'TooManyRequestsException', 400],
    ['fails', 'InternalErrorException', 500],
    ['does not respond', 'TimeoutError', 0],
    ['cannot be reached', 'Error', 0],
  ])('is not reported as valid while the user pool %s', async (_what, name, status) => {
    failing(name, status)
    const { status: answered, refusal, headers } = await call('GET /rest-api/users/token', { as: 'u1' })
    expect([answered, refusal.code, headers['retry-after']]).toEqual([503, 'busy', '1'])
  })

  it('contains the roles of staff', async () => {
    expect(
      (await call('GET /rest-api/users/profile', { as: 'u1', groups: ['ROLE_ADMIN', 'SOMETHING'] })).body.roles,
    ).toEqual(['ROLE_ADMIN'])
  })
})

describe('the lists of players and teams', () => {
  it('contain the user’s organizations with their teams, and their players with theirs', async () => {
    const club = await aClub()
    const { body: coach } = await call('GET /api/v1/playersAndTeams', { as: club.user('coach') })
    expect(coach.organizations).toMatchObject([
      {
        name: 'Springfield FC',
        orgAdmin: false,
        teams: [{ name: 'Falcons', permissions: ['canEditEvents', 'canEditPlayers'] }],
      },
    ])
    const { body: admin } = await call('GET /api/v1/playersAndTeams', { as: club.user('admin') })
    expect(admin.organizations).toMatchObject([{ orgAdmin: true, teams: [{ name: 'Falcons' }, { name: 'Otters' }] }])
    await teams.archive(stamp, club.otters)
    const { body: later } = await call('GET /api/v1/playersAndTeams', { as: club.user('admin') })
    expect(later.organizations[0]?.teams.map(({ name, archived = false }) => [name, archived])).toEqual([
      ['Falcons', false],
      ['Otters', true],
    ])
    await teams.archive(stamp, club.falcons)
    const { body: coached } = await call('GET /api/v1/playersAndTeams', { as: club.user('coach') })
    expect(coached.organizations[0]?.teams).toMatchObject([{ name: 'Falcons', archived: true }])
    await teams.unarchive(stamp, club.otters)
    const { body: ran } = await call('GET /api/v1/playersAndTeams', { as: club.user('admin') })
    // Active teams come first.
    expect(ran.organizations[0]?.teams.map(({ name }) => name)).toEqual(['Otters', 'Falcons'])
    await teams.unarchive(stamp, club.falcons)
    const { body: parent } = await call('GET /api/v1/playersAndTeams', { as: club.user('parent') })
    expect(parent.players).toEqual([
      {
        id: club.mia.playerId,
        name: 'Mia Moreno',
        orgUnits: [{ id: club.falcons.teamId, name: 'Falcons', isOrganization: false, dateArchived: null }],
      },
    ])
  })
})
