import { describe, expect, it } from 'vitest'
import { events } from '#functions/table/events.ts'
import { invites } from '#functions/table/invites.ts'
import { families } from '#functions/table/players.ts'
import { teamPlayers } from '#functions/table/rosters.ts'
import { write } from '#functions/table/table.ts'
import { inviteOf, playerOf, registrationOf } from '#shared/ids.ts'
import { call } from '../call.ts'
import { aClub, anEvent, newPart, stamp } from '../club.ts'
import { aParent, aRegistration, entryOf, fillIn, deliverEntry, option, finalize } from './registering.ts'

/** Players taken off a registration no longer attend its events. */

const times = { start: '2026-12-01T18:00:00.000Z', end: '2026-12-01T19:00:00.000Z' }
const cancel = (as: string, id: string) =>
  call('POST /rest-api/register/{registrationId}/cancel', {
    as,
    registrationId: registrationOf(id),
    body: { registrationPlayerId: id, paid: 'credit' },
  })
const statusOf = async (eventId: string, id: string) =>
  (await invites.get({ inviteId: inviteOf(eventId, playerOf(id)) }, { consistent: true }))?.status

it('a cancelled player’s invites are removed, except for events of another registration they still have', async () => {
  const club = await aClub()
  const [camp, both, over] = [
    anEvent(club.otters, times),
    anEvent(club.otters, times),
    anEvent(club.otters, { start: '2025-12-01T18:00:00.000Z', end: '2025-12-01T19:00:00.000Z' }),
  ]

  await write(stamp, ...[camp, both, over].map((event) => events.create(event)))
  const aCamp = (eventIds: string[]) =>
    aRegistration(club, {
      ofClub: true,
      registration: { registrationType: 'EVENT' },
      options: [option('week', 0, null, eventIds)],
    })
  const as = await aParent(club, 'rosa')
  const first = await aCamp([camp.eventId, both.eventId])
  const { registrationPlayerId: id } = await fillIn(as, first, 'Nora', { optionIds: ['week'] })
  expect((await finalize(as, [id], 0, { payBy: 'NONE' })).status).toBe(200)
  await deliverEntry(id)
  const playerId = playerOf(id)
  expect(await families.get({ playerId, userId: as })).toBeDefined()
  const { registrationPlayerId: other } = await fillIn(as, await aCamp([both.eventId]), 'Nora', {
    optionIds: ['week'],
    playerId,
  })
  expect((await finalize(as, [other], 0, { payBy: 'NONE' })).status).toBe(200)
  await deliverEntry(other)
  const all = () => Promise.all([camp, both].map(({ eventId }) => statusOf(eventId, id)))
  expect(await all()).toEqual(['Accepted', 'Accepted'])
  expect((await cancel(club.user('admin'), id)).status).toBe(200)
  expect((await entryOf(id))?.left).toEqual(['week'])
  // Delivered twice.
  for (let times = 0; times < 2; times++) await deliverEntry(id)
  expect(await all()).toEqual([undefined, 'Accepted'])
  expect(await entryOf(id)).toMatchObject({ state: 'cancelled' })
  expect((await entryOf(id))?.left).toBeUndefined()
  expect((await cancel(club.user('admin'), other)).status).toBe(200)
  await deliverEntry(other)
  expect(await all()).toEqual([undefined, undefined])
})

describe('a player who is registered again before their cancelled events were processed', () => {
  async function again(wait = false) {
    const club = await aClub()
    const [before, after] = [anEvent(club.otters, times), anEvent(club.otters, times)]
    await write(stamp, ...[before, after].map((event) => events.create(event)))
    const registrationId = await aRegistration(club, {
      registration: { registrationType: 'EVENT', waitingList: true },
      options: [option('before', 0, null, [before.eventId]), option('after', 0, null, [after.eventId])],
    })
    const as = await aParent(club, 'rosa')
    const { registrationPlayerId: id } = await fillIn(as, registrationId, 'Nora', { optionIds: ['before'] })
    expect((await finalize(as, [id], 0, { payBy: 'NONE' })).status).toBe(200)
    await deliverEntry(id)
    expect((await cancel(club.user('admin'), id)).status).toBe(200)
    await fillIn(as, registrationId, 'Nora', { optionIds: ['after'], playerId: playerOf(id) })
    expect((await finalize(as, [id], 0, { payBy: 'NONE', wait })).status).toBe(200)
    const all = () => Promise.all([before, after].map(({ eventId }) => statusOf(eventId, id)))
    expect([await all(), (await entryOf(id))?.left]).toEqual([['Accepted', undefined], ['before']])
    return { as, registrationId, id, all }
  }

  it('attends only the newly chosen events', async () => {
    const { id, all } = await again()
    await deliverEntry(id)
    expect(await all()).toEqual([undefined, 'Accepted'])
    expect(await entryOf(id)).toMatchObject({ state: 'registered', landing: 'done' })
    expect(await entryOf(id)).not.toHaveProperty('left')
  })

  it.each([false, true])(
    'attends no events while on the waiting list, nor after withdrawing from it: %s',
    async (no) => {
      const { as, registrationId, id, all } = await again(true)
      const body = { registrationPlayerId: id }
      const withdraw = () => call('POST /rest-api/register/{registrationId}/withdraw', { as, registrationId, body })
      if (no) expect((await withdraw()).status).toBe(200)
      await deliverEntry(id)
      expect(await all()).toEqual([undefined, undefined])
      expect((await entryOf(id))?.state).toBe(no ? 'cancelled' : 'offered')
      expect(await entryOf(id)).not.toHaveProperty('left')
    },
  )
})

describe('a cancelled player’s invites to events of their own team', () => {
  async function ofOwnTeam({ ofClub = false } = {}) {
    const club = await aClub()
    const of = ofClub ? { eventId: `${club.organizationId}.${newPart('e')}` } : {}
    const own = anEvent(club.falcons, { ...times, ...of })
    await write(stamp, events.create(own))
    const { eventId } = own
    const as = club.user('parent')
    const registrationId = await aRegistration(club, {
      ofClub,
      registration: { registrationType: 'EVENT' },
      options: [option('week', 0, null, [eventId])],
    })
    const { playerId } = club.mia
    const { registrationPlayerId: id } = await fillIn(as, registrationId, 'Mia', { optionIds: ['week'], playerId })
    expect((await finalize(as, [id], 0, { payBy: 'NONE' })).status).toBe(200)
    await deliverEntry(id)
    expect(await statusOf(eventId, id)).toBe('Accepted')
    const leaves = async () => {
      await cancel(club.user('admin'), id)
      await deliverEntry(id)
      return invites.get({ inviteId: inviteOf(eventId, playerId) }, { consistent: true })
    }
    const answer = (status: 'Accepted' | 'Declined', note?: string) =>
      call('GET /user/updateInviteStatus/{inviteFile}', {
        as,
        inviteFile: inviteOf(eventId, playerId),
        query: { status, ...(note !== undefined && { note }) },
      })
    return { ...club, as, answer, leaves }
  }

  it('are reset to pending if only the registration had accepted them', async () => {
    const { leaves } = await ofOwnTeam()
    expect((await leaves())?.status).toBe('Pending')
  })

  it('are reset to pending for club events, too, while the player is on a team of the club', async () => {
    const { leaves } = await ofOwnTeam({ ofClub: true })
    expect((await leaves())?.status).toBe('Pending')
    const { mia, falcons, ...other } = await ofOwnTeam({ ofClub: true })
    await teamPlayers.remove(stamp, mia.playerId, falcons)
    expect(await other.leaves()).toBeUndefined()
  })

  it('are reset for club events even if the family added a note to the acceptance, but a decline stays', async () => {
    const { answer, leaves } = await ofOwnTeam({ ofClub: true })
    expect((await answer('Accepted', 'Comes late')).status).toBe(200)
    const left = await leaves()
    expect([left?.status, left?.note, left?.answeredBy]).toEqual(['Pending', undefined, undefined])
    const away = await ofOwnTeam({ ofClub: true })
    expect((await away.answer('Declined', 'Away')).status).toBe(200)
    expect(await away.leaves()).toMatchObject({ status: 'Declined', note: 'Away' })
  })

  it.each(['Accepted', 'Declined'] as const)('keep an answer the family gave itself: %s', async (status) => {
    const { as, answer, leaves } = await ofOwnTeam()
    expect((await answer(status, 'Comes late')).status).toBe(200)
    const left = await leaves()
    expect([left?.status, left?.note, left?.answeredBy]).toEqual([status, 'Comes late', as])
  })
})
