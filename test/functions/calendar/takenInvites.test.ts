import { describe, expect, it } from 'vitest'
import { events } from '#functions/table/events.ts'
import { invites } from '#functions/table/invites.ts'
import { teamPlayers } from '#functions/table/rosters.ts'
import { removedInvites } from '#functions/table/removedRows.ts'
import { update } from '#functions/table/table.ts'
import { call } from '../call.ts'
import { aClub, type Club, newPart, stamp } from '../club.ts'

const ADD = 'POST /event/addPlayerInvite'
const REMOVE = 'POST /orgUnit/removePlayerInvite/{inviteId}'
const ANSWER = 'GET /user/updateInviteStatus/{inviteFile}'
const consistent = { consistent: true }

const inviteNow = (club: Club) => invites.get({ inviteId: club.invite(club.mia) }, consistent)
const answer = (club: Club) => {
  const query = { status: 'Accepted' as const, note: 'Comes late' }
  return call(ANSWER, { as: club.user('parent'), inviteFile: club.invite(club.mia), query })
}
const remove = (club: Club, removal: string) =>
  call(REMOVE, { as: club.user('coach'), inviteId: club.invite(club.mia), query: { removal } })
const back = (club: Club, removal: string, { as = 'coach', now = '2026-11-21T18:00:00.000Z' } = {}) => {
  const query = { eventId: club.game.eventId, playerId: club.mia.playerId, inviteStatus: 'Pending' as const, removal }
  return call(ADD, { as: club.user(as), query, now })
}

describe('an invite that is removed and restored', () => {
  it('keeps the family’s answer and note, and both requests are idempotent', async () => {
    const club = await aClub()
    expect((await answer(club)).status).toBe(200)
    const before = await inviteNow(club)
    const removal = newPart('r')
    for (let time = 0; time < 2; time++) expect((await remove(club, removal)).status).toBe(200)
    expect(await inviteNow(club)).toBeUndefined()
    for (let time = 0; time < 2; time++) expect((await back(club, removal)).body.invite.status.value).toBe('Accepted')
    const { note, answerId, answeredBy, answeredAt } = before!
    expect(await inviteNow(club)).toMatchObject({ status: 'Accepted', note, answerId, answeredBy, answeredAt })
    expect([note, answeredBy]).toEqual(['Comes late', club.user('parent')])
    // Nothing is left to restore a second time.
    expect(await removedInvites.get({ inviteId: club.invite(club.mia), removal }, consistent)).toBeUndefined()
  })

  it('has no answer if another removal is undone, after a day, or if everyone was asked again', async () => {
    for (const how of ['other', 'late', 'asked'] as const) {
      const club = await aClub()
      await answer(club)
      const removal = newPart('r')
      await remove(club, removal)
      if (how === 'asked') {
        const asked = { news: { what: 'asked' as const }, newsAt: '2026-11-21T18:00:01.000Z' }
        await update(stamp, events.change(club.game, { set: asked }))
      }
      const now = how === 'late' ? '2026-11-22T18:00:01.000Z' : '2026-11-21T18:05:00.000Z'
      await back(club, how === 'other' ? newPart('r') : removal, { now })
      const { status, note } = (await inviteNow(club))!
      expect([how, status, note]).toEqual([how, 'Pending', undefined])
    }
  })

  it('stays as it is if it was replaced meanwhile, and cannot be restored for a former team member', async () => {
    const club = await aClub()
    await answer(club)
    const removal = newPart('r')
    await remove(club, removal)
    await back(club, newPart('r'))
    expect((await back(club, removal)).body.invite.status.value).toBe('Pending')
    await remove(club, newPart('r'))
    await teamPlayers.remove(stamp, club.mia.playerId, club.falcons)
    expect((await back(club, removal)).status).toBe(404)
    for (const as of ['parent', 'fan']) expect((await back(club, removal, { as })).status).toBe(403)
  })
})
