import { expect, it } from 'vitest'
import { events } from '#functions/table/events.ts'
import { invites } from '#functions/table/invites.ts'
import { teams } from '#functions/table/teams.ts'
import { archiveTeam, unarchiveTeam } from '../archiving.ts'
import { call } from '../call.ts'
import { aClub, stamp } from '../club.ts'
import { aFamilyLink, aFeedId, aTeamLink, deliverChange, eventsIn, fetchFeed, phone } from './feedLinks.ts'

it('a club’s calendar shows an archived team’s events as cancelled until the team is restored', async () => {
  const club = await aClub()
  const input = { as: club.user('admin'), orgId: club.organizationId, body: { ...phone, feedId: aFeedId() } }
  const { path } = (await call('POST /rest-api/feeds/organization/{orgId}', input)).body
  const shown = async () => eventsIn((await fetchFeed(path)).text).map(({ status }) => status)
  expect(await shown()).toEqual(['CONFIRMED'])
  for (const [turn, status] of [[teams.archive, 'CANCELLED'] as const, [teams.unarchive, 'CONFIRMED'] as const]) {
    await turn(stamp, club.falcons)
    await deliverChange('Team', teams.key(club.falcons))
    expect(await shown()).toEqual([status])
  }
})

it('family and coach calendars show an archived team’s events as cancelled until the team is restored', async () => {
  const club = await aClub()
  const { falcons, game, mia, user } = club
  const links = [await aFamilyLink(user('parent')), await aTeamLink(user('coach'), falcons.teamId)]
  const shown = async () => {
    await deliverChange('Event', events.key(game))
    await deliverChange('Invite', invites.key({ inviteId: club.invite(mia) }))
    const texts = await Promise.all(links.map(async (link) => (await fetchFeed(link)).text))
    return texts.map((text) => eventsIn(text).map(({ status }) => status))
  }
  expect(await shown()).toEqual([['CONFIRMED'], ['CONFIRMED']])
  const turned = { team: falcons, events: [game] }
  await archiveTeam({ ...turned, at: '2026-11-21T12:00:00.000Z' })
  expect(await shown()).toEqual([['CANCELLED'], ['CANCELLED']])
  await unarchiveTeam({ ...turned, at: '2026-11-21T13:00:00.000Z' })
  expect(await shown()).toEqual([['CONFIRMED'], ['CONFIRMED']])
})
