import { beforeEach, describe, expect, it } from 'vitest'
import { teamAdministrators } from '#functions/table/administrators.ts'
import { emails } from '#functions/table/emails.ts'
import { organizations } from '#functions/table/organizations.ts'
import { teamPlayers } from '#functions/table/rosters.ts'
import { write } from '#functions/table/table.ts'
import { teams } from '#functions/table/teams.ts'
import type { RichText } from '#shared/rules/richText.ts'
import { meOf } from '#functions/table/me.ts'
import { call } from '../call.ts'
import { type Club, stamp } from '../club.ts'
import { killedAtEvery } from '../simulatedProcess.ts'
import { runScheduled } from '../workers.ts'
import {
  aClubWithWriter,
  delayedMessages,
  deliverEmail,
  inbox,
  newEmail,
  recipientStates,
  resetDelayedMessages,
  sendTo,
  sentTime,
} from './writing.ts'

beforeEach(resetDelayedMessages)

const both = { parent: 'waiting', parent2: 'waiting' }

describe('an email that is not due yet', () => {
  const takeBack = (club: Club, emailId: string, as = 'writer') =>
    call('POST /rest-api/mail/email/{emailId}/take-back', { as: club.user(as), emailId, now: sentTime })

  it('waits ten seconds, and reaches nobody if taken back meanwhile', async () => {
    const club = await aClubWithWriter()
    const emailId = newEmail(club.falcons)
    await sendTo(club, emailId)
    await deliverEmail(emailId, { seconds: 1 })
    expect(delayedMessages()).toMatchObject([{ seconds: 9, message: emails.key({ emailId }) }])
    expect((await takeBack(club, emailId)).body).toMatchObject({ state: 'draft' })
    await deliverEmail(emailId)
    expect(await recipientStates(emailId)).toEqual({})
    expect((await sendTo(club, emailId, { subject: 'Sunday' })).body).toMatchObject({ state: 'waiting' })
    await deliverEmail(emailId)
    expect(await inbox(club, 'parent')).toMatchObject([{ subject: 'Sunday' }])
    expect((await takeBack(club, emailId)).refusal.code).toBe('email_sent')
  })

  it('reaches each recipient once, wherever the worker is interrupted', async () => {
    const club = await aClubWithWriter()
    const cuts = await killedAtEvery(async (dies, nth) => {
      const emailId = newEmail(club.falcons)
      await sendTo(club, emailId)
      await dies(() => deliverEmail(emailId))
      await deliverEmail(emailId)
      const { state, people } = (await emails.get({ emailId }, { consistent: true })) ?? {}
      expect([nth, state, people, await recipientStates(emailId)]).toEqual([nth, 'sent', 2, both])
    })
    expect(cuts).toBeGreaterThan(2)
    // Exactly once, whatever was started twice.
    const { counts } = await meOf({ userId: club.user('parent') })
    expect(counts?.unreadMessages).toBe((await inbox(club, 'parent')).length)
  })

  it('is not sent if its author may no longer write to one of the teams', async () => {
    const club = await aClubWithWriter()
    const writer = { userId: club.user('writer'), firstName: 'Wanda', lastName: 'Writer' }
    await write(stamp, ...teamAdministrators.appoint(club.otters, { ...writer, flags: ['canSendMessages'] }))
    const emailId = newEmail(club.falcons)
    await sendTo(club, emailId, { to: { teamIds: [club.falcons.teamId, club.otters.teamId] } })
    await write(stamp, ...teamAdministrators.dismiss({ ...writer, teamId: club.otters.teamId }))
    await deliverEmail(emailId)
    expect(await recipientStates(emailId)).toEqual({})
  })

  it('to chosen players is sent without those who have left the author’s team, unless nobody remains', async () => {
    const club = await aClubWithWriter()
    const [emailId, otherId] = [newEmail(club.falcons), newEmail(club.falcons)]
    await sendTo(club, emailId, { to: { playerIds: [club.mia.playerId, club.leo.playerId] } })
    await sendTo(club, otherId, { to: { playerIds: [club.mia.playerId] } })
    await teamPlayers.remove(stamp, club.mia.playerId, club.falcons)
    for (const id of [emailId, otherId]) await deliverEmail(id)
    // Mia's second parent has no other player.
    expect(await recipientStates(emailId)).toEqual({ parent: 'waiting' })
    const email = await emails.get({ emailId: otherId }, { consistent: true })
    expect([email?.state, email?.why, await recipientStates(otherId)]).toEqual(['notSent', 'nobody', {}])
  })

  it('can be taken back by authors for its team; concurrent with sending, one of the two wins', async () => {
    const club = await aClubWithWriter()
    const outcomes = new Set<string>()
    for (let i = 0; i < 8; i++) {
      const emailId = newEmail(club.falcons)
      await sendTo(club, emailId)
      expect((await takeBack(club, emailId, 'coach')).status).toBe(403)
      const [taken] = await Promise.all([takeBack(club, emailId), deliverEmail(emailId)])
      const reached = Object.keys(await recipientStates(emailId)).length
      expect([taken.status === 200, reached]).toEqual(taken.status === 200 ? [true, 0] : [false, 2])
      outcomes.add(String(taken.status))
    }
    expect(outcomes.size).toBeGreaterThan(0)
    const emailId = newEmail(club.falcons)
    await sendTo(club, emailId)
    expect((await takeBack(club, emailId, 'admin')).body).toMatchObject({ state: 'draft' })
    expect((await takeBack(club, emailId, 'admin')).status).toBe(404)
    await deliverEmail(emailId)
    expect(await recipientStates(emailId)).toEqual({})
  })

  it('is rejected for a time in the past', async () => {
    const club = await aClubWithWriter()
    const { status, body } = await sendTo(club, newEmail(club.falcons), { later: { day: '2026-01-05', time: '09:00' } })
    expect([status, (body as unknown as { faults: unknown[] }).faults]).toMatchObject([
      400,
      [{ at: 'later', code: 'in_the_past' }],
    ])
  })

  it.each([
    ['on the day before clocks go forward', '2027-03-13', '09:00', '2027-03-13T15:00:00.000Z'],
    ['after clocks went forward', '2027-03-14', '09:00', '2027-03-14T14:00:00.000Z'],
    ['in the hour that clocks skip', '2027-03-14', '02:30', '2027-03-14T08:30:00.000Z'],
    ['in the hour that clocks repeat', '2027-11-07', '01:30', '2027-11-07T06:30:00.000Z'],
  ])('is due by the club’s local time: %s', async (_what, day, time, due) => {
    const club = await aClubWithWriter()
    const emailId = newEmail(club.falcons)
    expect((await sendTo(club, emailId, { later: { day, time } })).body).toEqual({ state: 'waiting', time: due })
    await deliverEmail(emailId)
    expect(delayedMessages()).toEqual([])
    const { handler } = await import('#functions/email/dueHandler.ts')
    const before = new Date(Date.parse(due) - 300_000).toISOString()
    await runScheduled(handler, before)
    expect(delayedMessages().filter(({ message }) => message.pk === emails.key({ emailId }).pk)).toMatchObject([
      { seconds: 300 },
    ])
    await deliverEmail(emailId, { seconds: (Date.parse(due) - Date.parse(sentTime)) / 1000 })
    expect(Object.keys(await recipientStates(emailId))).toHaveLength(2)
  })

  it('is sent with the current names of team and club', async () => {
    const club = await aClubWithWriter()
    const { organizationId, falcons } = club
    const emailId = newEmail(falcons)
    await sendTo(club, emailId, { later: { day: '2027-03-13', time: '09:00' } })
    await write(
      stamp,
      organizations.change({ organizationId }, { set: { name: 'Springfield United' } }),
      teams.change(falcons, { set: { name: 'Hawks' } }),
    )
    await deliverEmail(emailId, { seconds: (Date.parse('2027-03-13T15:00:00Z') - Date.parse(sentTime)) / 1000 })
    expect(await inbox(club, 'parent')).toMatchObject([{ orgUnit: 'Hawks' }])
    const { orgUnitName, organizationName } = (await emails.get({ emailId }, { consistent: true })) ?? {}
    expect([orgUnitName, organizationName]).toEqual(['Hawks', 'Springfield United'])
  })

  it('is rejected with lists nested too deeply, and accepted up to that limit', async () => {
    const club = await aClubWithWriter()
    const nested = (depth: number): object =>
      depth === 0
        ? { type: 'paragraph', content: [{ type: 'text', text: 'Boots', marks: [{ type: 'bold' }] }] }
        : { type: 'bulletList', content: [{ type: 'listItem', content: [nested(depth - 1)] }] }
    const sent = (depth: number) =>
      sendTo(club, newEmail(club.falcons), { content: { type: 'doc', content: [nested(depth)] } as RichText })
    expect((await sent(5)).status).toBe(200)
    for (const depth of [6, 7, 12, 500])
      expect((await sent(depth)).refusal.faults).toMatchObject([{ at: 'content', code: 'too_nested' }])
  })

  it('is rejected for a past time, or one more than a year ahead', async () => {
    const club = await aClubWithWriter()
    const at = async (day: string) =>
      (await sendTo(club, newEmail(club.falcons), { later: { day, time: '09:00' } })).refusal
    expect((await at('2026-11-21')).faults).toMatchObject([{ at: 'later' }])
    expect((await at('2028-01-01')).faults).toMatchObject([{ at: 'later', code: 'beyond_a_year' }])
  })
})
