import { expect, it } from 'vitest'
import { handler as landing } from '#functions/register/landHandler.ts'
import { events } from '#functions/table/events.ts'
import { invites } from '#functions/table/invites.ts'
import { registrationEntries } from '#functions/table/registrationEntries.ts'
import { registrationReaches } from '#functions/table/registrations.ts'
import { teamPlayers } from '#functions/table/rosters.ts'
import { write } from '#functions/table/table.ts'
import { inviteOf, lastPart, playerOf } from '#shared/ids.ts'
import { call } from '../call.ts'
import { aClub, anEvent, type Club, newPart, stamp } from '../club.ts'
import { deliverTo } from '../workers.ts'
import { aParent, aRegistration, fillIn, deliverEntry, option, finalize } from './registering.ts'

/** A date added later to a registration leaves no trace with players who have lost their place. */

const times = { start: '2026-12-01T18:00:00.000Z', end: '2026-12-01T19:00:00.000Z' }
const ofClub = (club: Club) => anEvent(club.falcons, { ...times, eventId: `${club.organizationId}.${newPart('e')}` })

/** An option with a date of another team, and one more date that is not part of it yet. */
async function aCamp(club: Club, date = ofClub(club)) {
  const first = anEvent(club.otters, times)
  await write(stamp, events.create(first), ...((await events.get(date)) ? [] : [events.create(date)]))
  const registrationId = await aRegistration(club, {
    ofClub: true,
    registration: { registrationType: 'EVENT' },
    options: [option('option-week', 0, null, [first.eventId])],
  })
  let revision = 0
  const consistsOf = async (eventIds: string[]) => {
    const { id: optionId, ...week } = option('option-week', 0, null, eventIds)
    const about = { as: club.user('admin'), registrationId, optionId, body: { ...week, revision: revision++ } }
    const PUT = 'PUT /rest-api/registration/event-options/{registrationId}/{optionId}'
    expect((await call(PUT, about)).status).toBe(200)
    const reach = registrationReaches.key({ registrationId, optionId })
    await deliverTo(landing, { ...reach, kind: 'Registration reach', change: 'created' })
  }
  const { eventId } = date
  return {
    eventId,
    comes: () => consistsOf([first.eventId, eventId]),
    goes: () => consistsOf([first.eventId]),
    registers: async (as: string, name: string, playerId?: string) => {
      const filling = { optionIds: ['option-week'], ...(playerId && { playerId }) }
      const { registrationPlayerId: id } = await fillIn(as, registrationId, name, filling)
      expect((await finalize(as, [id], 0, { payBy: 'NONE' })).status).toBe(200)
      await deliverEntry(id)
      return playerOf(id)
    },
    /** As when a merge is undone. */
    landsAnew: async (playerId: string) => {
      await write(stamp, registrationEntries.change({ registrationId, playerId }, { set: { landing: 'again' } }))
      await deliverEntry(`${registrationId}.${lastPart(playerId)}`)
    },
    isTakenOff: async (playerId: string) => {
      const body = { registrationPlayerId: `${registrationId}.${lastPart(playerId)}`, paid: 'credit' as const }
      const CANCEL = 'POST /rest-api/register/{registrationId}/cancel'
      expect((await call(CANCEL, { as: club.user('admin'), registrationId, body })).status).toBe(200)
      await deliverEntry(body.registrationPlayerId)
    },
    inviteOf: (playerId: string) => invites.get({ inviteId: inviteOf(eventId, playerId) }, { consistent: true }),
  }
}

/** Mia was invited to a date of the whole club, and her family has accepted. */
async function accepted(club: Club) {
  const as = club.user('parent')
  const { playerId } = club.mia
  const camp = await aCamp(club)
  await camp.registers(as, 'Mia', playerId)
  await camp.comes()
  const inviteFile = inviteOf(camp.eventId, playerId)
  await write(stamp, invites.change({ inviteId: inviteFile }, { set: { mail: 'told' } }))
  const query = { status: 'Accepted' as const }
  expect((await call('GET /user/updateInviteStatus/{inviteFile}', { as, inviteFile, query })).status).toBe(200)
  const invite = () => camp.inviteOf(playerId)
  expect(await invite()).toMatchObject({ status: 'Accepted', later: { optionIds: ['option-week'] } })
  return { ...camp, invite, registersAnew: () => camp.registers(as, 'Mia', playerId) }
}

it('an accepted club event that is removed from a registration and added again is asked about again', async () => {
  const { goes, comes, invite } = await accepted(await aClub())
  await goes()
  expect(await invite()).toMatchObject({ status: 'Pending' })
  await comes()
  expect(await invite()).toMatchObject({ status: 'Pending', mail: 'wanted', later: { optionIds: ['option-week'] } })
})

it('a player cancelled from a registration and registered again with the added date attends it', async () => {
  const club = await aClub()
  const { isTakenOff, invite, registersAnew } = await accepted(club)
  await isTakenOff(club.mia.playerId)
  expect(await invite()).toMatchObject({ status: 'Pending' })
  await registersAnew()
  expect(await invite()).toMatchObject({ status: 'Accepted', answeredBy: club.user('parent') })
})

it('a guest of a date who has joined the team since is no longer a guest when asked again', async () => {
  const club = await aClub()
  const camp = await aCamp(club)
  await camp.comes()
  const playerId = await camp.registers(await aParent(club, 'rosa'), 'Nora')
  expect(await camp.inviteOf(playerId)).toMatchObject({ status: 'Accepted', guest: true })
  await teamPlayers.add(stamp, playerId, club.falcons, {})
  await camp.goes()
  const asked = await camp.inviteOf(playerId)
  expect([asked?.status, asked?.guest]).toEqual(['Pending', undefined])
})

it('an own-team date added to two registrations and removed from both leaves no trace of either', async () => {
  const club = await aClub()
  const { playerId } = club.mia
  const date = anEvent(club.falcons, times)
  const [camp, other] = [await aCamp(club, date), await aCamp(club, date)]
  const as = club.user('parent')
  for (const each of [camp, other]) await each.registers(as, 'Mia', playerId)
  await camp.comes()
  const first = await camp.inviteOf(playerId)
  await other.comes()
  const asked = await camp.inviteOf(playerId)
  // The player already has the date that the other registration adds, and is not asked twice.
  expect([asked?.status, asked?.mail, asked?.answerId]).toEqual([first?.status, first?.mail, first?.answerId])
  // Neither registration makes them count as coming.
  for (const each of [camp, other]) await each.landsAnew(playerId)
  expect(await camp.inviteOf(playerId)).toEqual(asked)
  await camp.goes()
  expect(await camp.inviteOf(playerId)).toEqual(asked)
  await other.goes()
  expect(await camp.inviteOf(playerId)).toMatchObject({ status: 'Pending', answerId: 'unanswered' })
  expect(await camp.inviteOf(playerId)).not.toHaveProperty('later')
  await camp.isTakenOff(playerId)
  await camp.comes()
  await camp.registers(as, 'Mia', playerId)
  expect((await camp.inviteOf(playerId))?.status).toBe('Accepted')
})
