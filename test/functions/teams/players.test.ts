import { describe, expect, it } from 'vitest'
import { createEvent } from '#functions/calendar/createEvent.ts'
import { handler as copies } from '#functions/copies/handler.ts'
import { events } from '#functions/table/events.ts'
import { invites } from '#functions/table/invites.ts'
import { meOf } from '#functions/table/me.ts'
import { playerAccounts } from '#functions/table/playerAccounts.ts'
import { families, players } from '#functions/table/players.ts'
import { teamPlayers } from '#functions/table/rosters.ts'
import { update, write } from '#functions/table/table.ts'
import { tags } from '#functions/table/tags.ts'
import { teamAdministrators } from '#functions/table/administrators.ts'
import { teams } from '#functions/table/teams.ts'
import { inviteOf } from '#shared/ids.ts'
import type { Flag } from '#shared/permissions.ts'
import { interleave } from '../interleave.ts'
import { call } from '../call.ts'
import { aRegistration } from '../register/registering.ts'
import { aClub, anEvent, type Club, newPart, stamp } from '../club.ts'
import { deliverTo } from '../workers.ts'

const ADD = 'POST /api/v1/addPlayersToTeam'
const REMOVE = 'POST /api/v1/removePlayer'
const READ = 'GET /rest-api/teams/player/{playerId}'
const CHANGE = 'PUT /rest-api/teams/player/{playerId}'
const consistent = { consistent: true }
const newId = (club: Club) => `${club.organizationId}.${newPart('p')}`
const rosterOf = async (team: { teamId: string }) =>
  (await teamPlayers.withTeam(team)).players.map(({ firstName }) => firstName).toSorted((a, b) => (a < b ? -1 : 1))

describe('the birth date of a child with an account', () => {
  it('can be changed to an adult’s only by an administrator', async () => {
    const club = await aClub()
    const { playerId } = club.mia
    const kid = club.user('kid')
    await update(stamp, players.change({ playerId }, { set: { bornOn: '2014-05-01' } }))
    await families.join(stamp, { playerId, userId: kid, relation: 'own' })
    await write(stamp, playerAccounts.create({ userId: kid, playerId }))
    const change = (as: string, bornOn: string) =>
      call(CHANGE, { as, playerId, query: { o: club.falcons.teamId }, body: { bornOn } })
    expect((await change(kid, '1990-01-01')).refusal.code).toBe('guardian_does')
    for (const name of ['coach', 'parent'])
      expect((await change(club.user(name), '1990-01-01')).refusal.code).toBe('not_allowed')
    expect((await players.get({ playerId }, consistent))?.bornOn).toBe('2014-05-01')
    expect((await change(club.user('parent'), '2014-06-01')).status).toBe(200)
    expect((await change(club.user('admin'), '1990-01-01')).status).toBe(200)
  })
})

describe('players are added', () => {
  it('only once per request: a duplicate id is rejected', async () => {
    const club = await aClub()
    const playerId = newId(club)
    const playersToAdd = [
      { playerId, firstName: 'Eva' },
      { playerId, firstName: 'Eve' },
    ]
    const body = { orgUnitId: club.otters.teamId, playersToAdd }
    const { status, refusal } = await call(ADD, { as: club.user('admin'), body })
    expect({ status, refusal }).toMatchObject({ status: 400, refusal: { faults: [{ at: 'playersToAdd' }] } })
    expect(await players.get({ playerId }, consistent)).toBeUndefined()
  })

  it('new and existing ones, to the roster, the family’s teams and upcoming events, idempotently', async () => {
    const club = await aClub()
    const coming = anEvent(club.otters)
    await createEvent(stamp, coming, [club.sam])
    const past = anEvent(club.otters, { start: '2026-11-20T18:00:00Z', end: '2026-11-20T19:00:00Z' })
    await createEvent(stamp, past, [club.sam])
    const eva = newId(club)
    const add = () =>
      call(ADD, {
        as: club.user('admin'),
        body: {
          orgUnitId: club.otters.teamId,
          playersToAdd: [
            { playerId: eva, firstName: 'Eva', lastName: '', number: '7', bornOn: '2015-04-01' },
            { playerId: club.mia.playerId, number: '9' },
          ],
          addToUpcomingEvents: 'on',
          inviteStatus: 'Accepted',
        },
      })
    expect((await add()).body).toEqual({ success: true, message: 'Added', added: 2, invited: 2 })
    expect((await add()).body).toEqual({ success: true, message: 'Added', added: 0, invited: 2 })
    expect(await rosterOf(club.otters)).toEqual(['Eva', 'Mia', 'Sam'])
    expect((await players.get({ playerId: eva }, consistent))?.bornOn).toBe('2015-04-01')
    const parent = await meOf({ userId: club.user('parent') })
    expect(parent.access.players[0]?.teams.map(({ name }) => name)).toEqual(['Falcons', 'Otters'])
    const answer = async (eventId: string, playerId: string) =>
      (await invites.get({ inviteId: inviteOf(eventId, playerId) }, consistent))?.status
    expect(await answer(coming.eventId, eva)).toBe('Accepted')
    expect(await answer(coming.eventId, club.mia.playerId)).toBe('Accepted')
    expect(await answer(coming.eventId, club.sam.playerId)).toBe('Pending')
    expect(await answer(past.eventId, eva)).toBeUndefined()
  })

  it('once: repeating the request with other details is rejected with saved_before', async () => {
    const club = await aClub()
    const eva = { playerId: newId(club), firstName: 'Eva', lastName: 'Moreno', number: '7', bornOn: '2015-04-01' }
    const add = (changes: object = {}, as = 'coach') =>
      call(ADD, {
        as: club.user(as),
        body: { orgUnitId: club.falcons.teamId, playersToAdd: [{ ...eva, ...changes }] },
      })
    expect([(await add()).body.added, (await add({ lastName: undefined })).body.added]).toEqual([1, 0])
    for (const changes of [{ bornOn: '2005-04-01' }, { bornOn: '' }, { lastName: 'Díaz' }, { number: '8' }])
      expect((await add(changes)).refusal.code).toBe('saved_before')
    expect(await players.get(eva, consistent)).toMatchObject({ lastName: 'Moreno', bornOn: '2015-04-01' })
    // Others can still add them to a team by id.
    expect((await add({ lastName: 'Díaz' }, 'admin')).status).toBe(200)
  })

  it('neither to an archived team, nor from another team by its coach', async () => {
    const club = await aClub()
    const add = (as: string, orgUnitId: string, playerId: string) =>
      call(ADD, { as: club.user(as), body: { orgUnitId, playersToAdd: [{ playerId }] } })
    const { status, refusal } = await add('coach', club.falcons.teamId, club.sam.playerId)
    expect([status, refusal.code]).toEqual([403, 'not_allowed'])
    expect((await add('coach', club.otters.teamId, club.mia.playerId)).status).toBe(403)
    expect((await add('admin', club.falcons.teamId, newId(club))).status).toBe(404)
    await teams.archive(stamp, club.otters)
    const refused = await add('admin', club.otters.teamId, club.mia.playerId)
    expect([refused.status, refused.refusal.code]).toEqual([412, 'team_archived'])
    expect(await rosterOf(club.falcons)).toEqual(['Ada', 'Leo', 'Mia'])
  })

  it('a hundred in one request', async () => {
    const club = await aClub()
    const playersToAdd = Array.from({ length: 100 }, (_, i) => ({ playerId: newId(club), firstName: `P${i}` }))
    const { body } = await call(ADD, { as: club.user('coach'), body: { orgUnitId: club.falcons.teamId, playersToAdd } })
    expect(body.added).toBe(100)
    expect(await rosterOf(club.falcons)).toHaveLength(103)
  })
})

describe('a player is removed from a team', () => {
  it.each([
    ['on', undefined],
    ['off', 'Pending'],
  ] as const)('with removeFromEvents %s', async (removeFromEvents, left) => {
    const club = await aClub()
    const body = { teamId: club.falcons.teamId, playerId: club.mia.playerId, removeFromEvents }
    for (let time = 0; time < 2; time++) {
      const answer = await call(REMOVE, { as: club.user('coach'), body })
      expect(answer.body).toEqual({ success: true, message: 'Removed' })
    }
    expect(await rosterOf(club.falcons)).toEqual(['Ada', 'Leo'])
    expect((await invites.get({ inviteId: club.invite(club.mia) }, consistent))?.status).toBe(left)
    expect(
      (await call('GET /api/v1/team/{teamId}', { as: club.user('parent'), teamId: club.falcons.teamId })).status,
    ).toBe(403)
  })
})

it('a player removed from the team while an event was deleted is not invited again when it is restored', async () => {
  const club = await aClub()
  const { eventId } = club.game
  const as = club.user('coach')
  await call('GET /api/v1/deleteEvent/{eventId}', { as, eventId, query: {} })
  await deliverTo(copies, { kind: 'Event', ...events.key({ eventId }) })
  const body = { teamId: club.falcons.teamId, playerId: club.mia.playerId, removeFromEvents: 'on' as const }
  await call(REMOVE, { as, body })
  await call('POST /rest-api/calendar/event/{eventId}/restore', { as, eventId, query: {} })
  await deliverTo(copies, { kind: 'Event', ...events.key({ eventId }) })
  const invited = await invites.ofEvent({ eventId })
  expect(invited.map(({ firstName }) => firstName).toSorted()).toEqual(['Ada', 'Leo'])
})

describe('a player', () => {
  const fields = {
    firstName: 'Mia',
    lastName: 'Moreno-Díaz',
    bornOn: '2015-04-01',
    number: '10',
    position: 'Keeper',
    contacts: [{ name: 'Paula Moreno', relation: 'Mother', email: 'paula@club.example', phone: '+1 555 0100' }],
  }
  const read = async (club: Club, as: string) =>
    (await call(READ, { as: club.user(as), playerId: club.mia.playerId, query: { o: club.falcons.teamId } })).body

  it('of a parent who coaches can be edited by them only through a team that the player is on', async () => {
    const club = await aClub()
    const coach = { userId: club.user('parent'), firstName: 'P', lastName: 'O', flags: ['canEditPlayers'] as Flag[] }
    await write(stamp, ...teamAdministrators.appoint(club.otters, coach))
    const rename = async () => {
      const about = { as: club.user('parent'), playerId: club.mia.playerId, query: { o: club.otters.teamId } }
      const { permissions } = (await call(READ, about)).body
      return [(await call(CHANGE, { ...about, body: { firstName: 'Maria' } })).status, permissions]
    }
    expect(await rename()).toEqual([403, []])
    await teamPlayers.add(stamp, club.mia.playerId, club.otters)
    expect(await rename()).toEqual([200, ['canEditPlayers']])
  })

  it('is changed and shown according to the caller’s rights', async () => {
    const club = await aClub()
    const named = { userId: club.user('messenger'), firstName: 'M', lastName: 'O', flags: ['chatEnabled'] as Flag[] }
    await write(stamp, ...teamAdministrators.appoint(club.falcons, named))
    await teamPlayers.add(stamp, club.mia.playerId, club.otters)
    const change = (as: string, body: Partial<typeof fields> & { medical?: string }) =>
      call(CHANGE, { as: club.user(as), playerId: club.mia.playerId, query: { o: club.falcons.teamId }, body })
    expect((await change('coach', fields)).status).toBe(200)
    expect((await change('parent', { medical: 'Nuts' })).status).toBe(200)
    // Coaches may not write medical notes, nor families the name.
    expect((await change('coach', { medical: 'None' })).status).toBe(403)
    expect((await change('parent', { firstName: 'Maria' })).status).toBe(403)

    const { contacts, ...known } = fields
    const { number, position, ...person } = known
    const onFalcons = { name: 'Falcons', archived: false, number, position }
    expect(await read(club, 'admin')).toMatchObject({ ...person, contacts, medical: 'Nuts' })
    const seen = await read(club, 'coach')
    expect(seen).toMatchObject({ ...person, contacts, medical: null, family: expect.any(Array) })
    expect(seen.teams).toEqual([{ id: club.falcons.teamId, ...onFalcons }])
    expect(seen.events.map(({ status }) => status)).toEqual(['Pending'])
    const family = await read(club, 'parent')
    expect(family).toMatchObject({ bornOn: '2015-04-01', contacts, medical: 'Nuts', tags: [] })
    expect(family.teams.map(({ name }) => name)).toEqual(['Falcons', 'Otters'])
    const messenger = await read(club, 'messenger')
    expect(messenger).toMatchObject({ bornOn: null, contacts: null, medical: null, answered: null, events: [] })
    expect(messenger.family).toEqual([])
  })

  it('has tags unique by name, also when created concurrently on teams and registrations', async () => {
    const club = await aClub()
    const registrationId = await aRegistration(club)
    const tag = (name: string) => ({ tagId: `${club.organizationId}.${newPart('g')}`, name })
    const as = club.user('admin')
    const onTeam = (name: string) =>
      call('POST /rest-api/tag/create', { as, body: { orgUnitId: club.falcons.teamId, ...tag(name) } })
    const onRegistration = (name: string) =>
      call('POST /rest-api/registration/tag/create/{registrationId}', { as, registrationId, body: tag(name) })
    const made = async () => (await tags.of(club.organizationId)).map(({ name }) => name)
    const meanwhile = () => onTeam('Keeper')
    const mine = await interleave('TransactWriteCommand', meanwhile, () => onRegistration('keeper'))
    expect([mine.status, await made()]).toEqual([200, ['Keeper']])
    expect(mine.body.tags.map(({ name }) => name)).toEqual(['Keeper'])
    await interleave(
      'TransactWriteCommand',
      () => onTeam('Early'),
      () => onTeam('early'),
    )
    expect((await made()).toSorted()).toEqual(['Early', 'Keeper'])
  })

  it('can be tagged, each tag once, and untagged', async () => {
    const club = await aClub()
    const { teamId } = club.falcons
    const create = (name: string) =>
      call('POST /rest-api/tag/create', {
        as: club.user('coach'),
        body: { orgUnitId: teamId, tagId: `${club.organizationId}.${newPart('g')}`, name },
      })
    const keeper = (await create('Keeper')).body
    expect((await create('  kéeper ')).body).toEqual(keeper)
    const about = { as: club.user('coach'), tagId: keeper.id, query: { context: club.mia.playerId, o: teamId } }
    await call('PUT /rest-api/tag/association/add/{tagId}', about)
    const { body } = await call('PUT /rest-api/tag/association/add/{tagId}', about)
    expect(body.tags).toEqual([keeper])
    const inUse = async (registrationStatus?: 'DRAFT' | 'OPEN', orgUnitId = teamId) =>
      (
        await call('GET /rest-api/tag/names/{orgId}/{orgUnitId}', {
          as: club.user('admin'),
          orgId: club.organizationId,
          orgUnitId,
          query: registrationStatus ? { registrationStatus } : {},
        })
      ).body.tags
    const early = { id: `${club.organizationId}.${newPart('g')}`, name: 'Early' }
    await aRegistration(club, { registration: { tags: [early] }, ofClub: true })
    const ofClub = club.organizationId
    expect([await inUse(), await inUse('OPEN'), await inUse('OPEN', ofClub), await inUse('DRAFT', ofClub)]).toEqual([
      [keeper],
      [],
      [early],
      [],
    ])
    const search = await call('GET /rest-api/teams/search/{orgId}', {
      as: club.user('admin'),
      orgId: club.organizationId,
    })
    expect(search.body.players.map(({ firstName, tags }) => [firstName, ...tags])).toContainEqual(['Mia', 'Keeper'])
    await call('DELETE /rest-api/tag/delete/association/{tagId}', about)
    expect(await inUse()).toEqual([])
    // The Falcons’ coach may not tag Sam.
    const sam = { ...about, query: { context: club.sam.playerId, o: teamId } }
    expect((await call('PUT /rest-api/tag/association/add/{tagId}', sam)).status).toBe(403)
  })
})
