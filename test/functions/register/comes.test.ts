import { expect, it } from 'vitest'
import { handler as landing } from '#functions/register/landHandler.ts'
import { events } from '#functions/table/events.ts'
import { invites } from '#functions/table/invites.ts'
import { players } from '#functions/table/players.ts'
import { registrationReaches } from '#functions/table/registrations.ts'
import { rosterRows } from '#functions/table/rosterRows.ts'
import { write } from '#functions/table/table.ts'
import { inviteOf, playerOf } from '#shared/ids.ts'
import { call } from '../call.ts'
import { aClub, anEvent, type Club, newPart, stamp } from '../club.ts'
import { deliverTo } from '../workers.ts'
import { aParent, aRegistration, fillIn, deliverEntry, option, finalize } from './registering.ts'

/** Registered players attend the events of their registration. */

const aCamp = ({ game, ...club }: Club) =>
  aRegistration(
    { ...club, game },
    { registration: { registrationType: 'EVENT' }, options: [option('option-week', 0, null, [game.eventId])] },
  )
async function registers(as: string, registrationId: string, name: string, playerId?: string) {
  const filling = { optionIds: ['option-week'], ...(playerId && { playerId }) }
  const { registrationPlayerId: id } = await fillIn(as, registrationId, name, filling)
  expect((await finalize(as, [id], 0, { payBy: 'NONE' })).status).toBe(200)
  await deliverEntry(id)
  return playerOf(id)
}
const inviteNow = ({ game }: Club, playerId: string) =>
  invites.get({ inviteId: inviteOf(game.eventId, playerId) }, { consistent: true })
const answers = (club: Club, status: 'Accepted' | 'Declined') =>
  call('GET /user/updateInviteStatus/{inviteFile}', {
    as: club.user('parent2'),
    inviteFile: `${club.invite(club.mia)}.json`,
    query: { format: 'json', status },
  })

it('registering a player for an event they were asked about accepts the invite', async () => {
  const club = await aClub()
  const as = club.user('parent')
  expect((await inviteNow(club, club.mia.playerId))?.status).toBe('Pending')
  await registers(as, await aCamp(club), 'Mia', club.mia.playerId)
  expect(await inviteNow(club, club.mia.playerId)).toMatchObject({ status: 'Accepted', answeredBy: as })
})

it('registering leaves an invite that was already answered as it is', async () => {
  const club = await aClub()
  expect((await answers(club, 'Declined')).status).toBe(200)
  await registers(club.user('parent'), await aCamp(club), 'Mia', club.mia.playerId)
  expect(await inviteNow(club, club.mia.playerId)).toMatchObject({
    status: 'Declined',
    answeredBy: club.user('parent2'),
  })
})

it('a player registered for a team’s event is a guest: invited to that event only, and not on the roster', async () => {
  const club = await aClub()
  const { teamId } = club.falcons
  const later = anEvent(club.falcons, { start: '2026-12-01T18:00:00.000Z', end: '2026-12-01T19:00:00.000Z' })
  await write(stamp, events.create(later))
  const as = await aParent(club, 'rosa')
  const playerId = await registers(as, await aCamp(club), 'Nora')
  expect((await players.get({ playerId }, { consistent: true }))?.teams).toEqual([])
  expect(await rosterRows.get({ teamId, playerId }, { consistent: true })).toBeUndefined()
  expect((await inviteNow(club, playerId))?.status).toBe('Accepted')
  const other = inviteOf(later.eventId, playerId)
  expect(await invites.get({ inviteId: other }, { consistent: true })).toBeUndefined()
  const { eventId } = club.game
  expect((await call('GET /rest-api/calendar/event/{eventId}', { as, eventId })).status).toBe(200)
})

it('a team member is not a guest at the team’s events: copies of them don’t invite the player after leaving', async () => {
  const club = await aClub()
  const { playerId } = club.mia
  const later = anEvent(club.falcons, { start: '2026-12-01T18:00:00.000Z', end: '2026-12-01T19:00:00.000Z' })
  await write(stamp, events.create(later))
  const registrationId = await aCamp(club)
  await registers(club.user('parent'), registrationId, 'Mia', playerId)
  expect(await inviteNow(club, playerId)).not.toHaveProperty('guest')
  const nora = await registers(await aParent(club, 'rosa'), registrationId, 'Nora')
  const as = club.user('admin')
  const { id: optionId, ...week } = option('option-week', 0, null, [club.game.eventId, later.eventId])
  const body = { ...week, revision: 0 }
  const dates = { as, registrationId, optionId, body }
  expect((await call('PUT /rest-api/registration/event-options/{registrationId}/{optionId}', dates)).status).toBe(200)
  const reach = registrationReaches.key({ registrationId, optionId })
  await deliverTo(landing, { ...reach, kind: 'Registration reach', change: 'created' })
  const leaves = { teamId: club.falcons.teamId, playerId }
  expect((await call('POST /api/v1/removePlayer', { as, body: leaves })).status).toBe(200)
  for (const { eventId } of [club.game, later]) {
    const newEventId = `${club.falcons.teamId}.${newPart('e')}`
    const copy = { as, eventId, body: { newEventId, start: '2026-12-08T18:00:00.000Z' } }
    expect((await call('POST /api/v1/cloneEvent/{eventId}', copy)).status).toBe(200)
    const isAsked = async (id: string) =>
      (await invites.get({ inviteId: inviteOf(newEventId, id) }, { consistent: true })) !== undefined
    expect([await isAsked(playerId), await isAsked(nora)]).toEqual([false, true])
  }
})
