import { describe, expect, it } from 'vitest'
import { createEvent } from '#functions/calendar/createEvent.ts'
import { type Event, events } from '#functions/table/events.ts'
import { invites } from '#functions/table/invites.ts'
import { playerPartition } from '#functions/table/players.ts'
import { rosterRows } from '#functions/table/rosterRows.ts'
import { all, startingWith, update, write } from '#functions/table/table.ts'
import { teamAdministrators } from '#functions/table/administrators.ts'
import { inviteOf } from '#shared/ids.ts'
import { call } from '../call.ts'
import { aClub, anEvent, type Club, newPart, stamp } from '../club.ts'
import { killedAtEvery } from '../simulatedProcess.ts'

const ADD = 'POST /api/v1/addPlayersToTeam'
const REMOVE = 'POST /api/v1/removePlayer'
const ANSWER = 'GET /user/updateInviteStatus/{inviteFile}'
const consistent = { consistent: true }

const remove = (club: Club, removal: string, { as = 'coach', team = club.falcons } = {}) => {
  const body = { teamId: team.teamId, playerId: club.mia.playerId, removeFromEvents: 'on' as const, removal }
  return call(REMOVE, { as: club.user(as), body })
}
const undo = (club: Club, removal: string, { as = 'coach', team = club.falcons, now = stampOfTests } = {}) => {
  const body = { orgUnitId: team.teamId, playersToAdd: [{ playerId: club.mia.playerId }], removal }
  return call(ADD, { as: club.user(as), body, now })
}
const stampOfTests = '2026-11-21T18:00:00.000Z'
const inviteTo = (club: Club, { eventId }: Pick<Event, 'eventId'>) =>
  invites.get({ inviteId: inviteOf(eventId, club.mia.playerId) }, consistent)
const place = ({ falcons: { teamId }, mia: { playerId } }: Club) => rosterRows.get({ teamId, playerId }, consistent)

/** Mia has number 10 and has accepted the game; she is invited to the camp, which gets deleted, and not to the final. */
async function withEvents(make = aClub) {
  const club = await make()
  const { falcons, mia } = club
  const [camp, final] = [anEvent(falcons, { name: 'Camp' }), anEvent(falcons, { name: 'Final' })]
  await createEvent(stamp, camp, [mia])
  await createEvent(stamp, final, [club.leo])
  const query = { status: 'Accepted' as const, note: 'Comes late' }
  await call(ANSWER, { as: club.user('parent'), inviteFile: club.invite(mia), query })
  const { teamId } = falcons
  await update(stamp, rosterRows.change({ teamId, playerId: mia.playerId }, { set: { number: '10', position: 'GK' } }))
  const deletedAt = '2026-11-20T12:00:00.000Z'
  await update(stamp, events.change(camp, { set: { deletedAt } }))
  await update(stamp, invites.change({ inviteId: inviteOf(camp.eventId, mia.playerId) }, { set: { deletedAt } }))
  return { ...club, camp, final }
}

describe('undoing the removal of a player', () => {
  it('restores number and answers, idempotently, and adds no other invites', async () => {
    const club = await withEvents()
    const before = (await inviteTo(club, club.game))!
    const removal = newPart('r')
    for (let time = 0; time < 2; time++) expect((await remove(club, removal)).status).toBe(200)
    // The invite deleted and restored with the camp is not there either.
    for (const event of [club.game, club.camp, club.final]) expect(await inviteTo(club, event)).toBeUndefined()
    expect(await place(club)).toBeUndefined()

    expect((await undo(club, removal)).body).toMatchObject({ added: 1, invited: 2 })
    expect((await undo(club, removal)).body).toMatchObject({ added: 0, invited: 0 })
    expect(await place(club)).toMatchObject({ number: '10', position: 'GK' })
    const { status, note, answerId, answeredBy, answeredAt, mail } = before
    expect(await inviteTo(club, club.game)).toMatchObject({ status, note, answerId, answeredBy, answeredAt })
    expect((await inviteTo(club, club.game))?.mail).toBe(mail)
    expect([status, note, answeredBy]).toEqual(['Accepted', 'Comes late', club.user('parent')])
    expect(await inviteTo(club, club.camp)).toMatchObject({ status: 'Pending', deletedAt: '2026-11-20T12:00:00.000Z' })
    expect(await inviteTo(club, club.final)).toBeUndefined()
    const { playerId } = club.mia
    const left = await all<object>({ pk: playerPartition({ playerId }), ...startingWith('TAKEN#'), consistent: true })
    expect(left).toEqual([])
  })

  it('uses the events’ current data, and leaves later invites', async () => {
    const club = await withEvents()
    const removal = newPart('r')
    await remove(club, removal)
    await update(stamp, events.change(club.game, { set: { field: '7' } }))
    const deletedAt = undefined
    await update(stamp, events.change(club.camp, { set: { deletedAt } }))
    const query = { eventId: club.camp.eventId, playerId: club.mia.playerId, inviteStatus: 'Declined' as const }
    expect((await call('POST /event/addPlayerInvite', { as: club.user('admin'), query })).status).toBe(200)
    await undo(club, removal)
    expect(await inviteTo(club, club.game)).toMatchObject({ status: 'Accepted', field: '7', eventVersion: 2 })
    expect(await inviteTo(club, club.camp)).toMatchObject({ status: 'Declined', answeredBy: club.user('admin') })
  })

  it('is rejected without the right, with another id, at another team, or after a day', async () => {
    const club = await withEvents()
    const coach = { userId: club.user('rival'), firstName: 'R', lastName: 'O', flags: ['canEditPlayers' as const] }
    await write(stamp, ...teamAdministrators.appoint(club.otters, coach))
    const removal = newPart('r')
    await remove(club, removal)
    const refused = [
      undo(club, removal, { as: 'parent' }),
      undo(club, removal, { as: 'rival' }),
      undo(club, removal, { as: 'rival', team: club.otters }),
      undo(club, newPart('r')),
      undo(club, removal, { now: '2026-11-22T18:00:01.000Z' }),
    ]
    expect((await Promise.all(refused)).map(({ status }) => status)).toEqual([403, 403, 403, 403, 403])
    // The administrator adds them to another team; what was removed at this one stays removed.
    expect((await undo(club, removal, { as: 'admin', team: club.otters })).body).toMatchObject({ added: 1, invited: 0 })
    expect(await inviteTo(club, club.game)).toBeUndefined()
    expect((await undo(club, removal)).body).toMatchObject({ added: 1, invited: 2 })
  })

  it('completes on retry, as does the removal, wherever they are interrupted', async () => {
    const kills = await killedAtEvery(async (dies) => {
      const club = await withEvents()
      const removal = newPart('r')
      if (await dies(() => remove(club, removal))) await remove(club, removal)
      expect([await place(club), await inviteTo(club, club.game)]).toEqual([undefined, undefined])
      if (await dies(() => undo(club, removal))) expect((await undo(club, removal)).status).toBe(200)
      expect(await place(club)).toMatchObject({ number: '10' })
      expect(await inviteTo(club, club.game)).toMatchObject({ status: 'Accepted', note: 'Comes late' })
      expect(await inviteTo(club, club.camp)).toBeDefined()
    })
    expect(kills).toBeGreaterThan(0)
  })
})

it('a player merged since the removal cannot be restored by an undo', async () => {
  const club = await withEvents()
  const removal = newPart('r')
  await remove(club, removal)
  const body = { mergeId: newPart('merge'), keepId: club.leo.playerId, goneId: club.mia.playerId }
  const merge = { as: club.user('admin'), orgId: club.organizationId, body }
  expect((await call('POST /rest-api/duplicates/{orgId}/merge', merge)).status).toBe(200)
  expect((await undo(club, removal)).status).toBe(404)
})

it('an undo restores many invites in several transactions', async () => {
  const club = await aClub()
  const many = Array.from({ length: 70 }, () => anEvent(club.falcons))
  await Promise.all(many.map((event) => createEvent(stamp, event, [club.mia])))
  const removal = newPart('r')
  await remove(club, removal)
  expect(await inviteTo(club, many[69]!)).toBeUndefined()
  expect((await undo(club, removal)).body).toMatchObject({ added: 1, invited: 71 })
  for (const event of many) expect((await inviteTo(club, event))?.status).toBe('Pending')
})
