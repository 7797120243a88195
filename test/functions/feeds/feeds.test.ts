import { describe, expect, it } from 'vitest'
import { events } from '#functions/table/events.ts'
import { invites } from '#functions/table/invites.ts'
import { families, players } from '#functions/table/players.ts'
import { update, write } from '#functions/table/table.ts'
import { myTeams, ownPlayers } from '#functions/table/me.ts'
import { createEvent } from '#functions/calendar/createEvent.ts'
import { inviteOf } from '#shared/ids.ts'
import { aClub, anEvent, type Club, stamp } from '../club.ts'
import { call } from '../call.ts'
import { putIn } from '../copy.ts'
import { killedAtEvery } from '../simulatedProcess.ts'
import { measureCost } from '../measureCost.ts'
import { aFamilyLink, aFeedId, aTeamLink, deliverChange, eventsIn, fetchFeed, phone } from './feedLinks.ts'

const tellOfInvite = (inviteId: string) => deliverChange('Invite', invites.key({ inviteId }))
const tellOfEvent = (eventId: string) => deliverChange('Event', events.key({ eventId }))

/** Mia's parent answers for her, and the worker is told. */
async function answer(club: Club, status: 'Accepted' | 'Declined') {
  await invites.answer({ ...stamp, actor: club.user('parent') }, { inviteId: club.invite(club.mia), status })
  await tellOfInvite(club.invite(club.mia))
}

describe('a family’s calendar', () => {
  it('has each event once, in UTC, with the invited players and their answers', async () => {
    const club = await aClub()
    await families.join(stamp, { playerId: club.leo.playerId, userId: club.user('parent'), relation: 'own' })
    await answer(club, 'Accepted')
    const { status, text, headers } = await fetchFeed(await aFamilyLink(club.user('parent')))
    expect([status, headers['content-type']]).toEqual([200, 'text/calendar; charset=utf-8'])
    const [first, ...others] = eventsIn(text)
    expect(others).toEqual([])
    const names = [club.mia, club.leo].toSorted((a, b) => (a.playerId < b.playerId ? -1 : 1))
    expect(first).toEqual({
      uid: `${club.game.eventId}@touchline`,
      summary: `${names.map(({ firstName }) => firstName).join(', ')}: Practice · Falcons`,
      description: `${names.map(({ firstName }) => `${firstName}: ${firstName === 'Mia' ? 'Yes' : 'not answered'}`).join('\n')}\n\nBring water.`,
      location: 'North Park, 12 Main Street, Springfield, IL 60601, Field 3',
      sequence: 0,
      start: '2026-11-22T00:30:00.000Z',
      end: '2026-11-22T02:00:00.000Z',
      zone: 'UTC',
      status: 'CONFIRMED',
      modified: '2026-11-21T18:00:00Z',
      transparency: 'OPAQUE',
    })
  })

  it('shows followers no answers, and marks the time as free once everybody has declined', async () => {
    const club = await aClub()
    await answer(club, 'Declined')
    const [seen] = eventsIn((await fetchFeed(await aFamilyLink(club.user('fan')))).text)
    expect(seen).toMatchObject({
      summary: 'Mia: Practice · Falcons',
      description: 'Bring water.',
      transparency: 'OPAQUE',
    })
    const [own] = eventsIn((await fetchFeed(await aFamilyLink(club.user('parent')))).text)
    expect(own).toMatchObject({ description: 'Mia: No\n\nBring water.', transparency: 'TRANSPARENT' })
  })

  it('shows no answers to a guardian without the rights for them', async () => {
    const club = await aClub()
    await answer(club, 'Declined')
    const id = { playerId: club.mia.playerId, userId: club.user('parent') }
    await write(stamp, ...families.limitRights(id, ['answers', 'sees']))
    const [seen] = eventsIn((await fetchFeed(await aFamilyLink(id.userId))).text)
    expect(seen).toMatchObject({ description: 'Bring water.', transparency: 'OPAQUE' })
  })

  it('is byte-identical until something changes; a moved event gets a higher sequence', async () => {
    const club = await aClub()
    const path = await aFamilyLink(club.user('parent'))
    const before = await fetchFeed(path, { now: '2026-11-21T18:00:00Z' })
    expect(before.etag).toMatch(/^W\/"[\w-]{22}"$/)
    expect(await fetchFeed(path, { now: '2026-11-21T19:00:00Z' })).toEqual(before)
    const same = await fetchFeed(path, { etag: before.etag })
    expect([same.status, same.text, same.etag]).toEqual([304, '', before.etag])

    await answer(club, 'Accepted')
    const answered = await fetchFeed(path, { now: '2026-11-21T20:00:00Z', etag: before.etag })
    expect(answered.status).toBe(200)
    expect(eventsIn(answered.text)).toMatchObject([{ sequence: 0, modified: '2026-11-21T20:00:00Z' }])

    const inviteId = club.invite(club.mia)
    await update(
      stamp,
      invites.change({ inviteId }, { set: { start: '2026-11-23T00:30:00Z', end: '2026-11-23T02:00:00Z' } }),
    )
    await tellOfInvite(inviteId)
    const moved = eventsIn((await fetchFeed(path)).text)
    expect(moved).toMatchObject([
      { sequence: 1, start: '2026-11-23T00:30:00.000Z', uid: `${club.game.eventId}@touchline` },
    ])
  })

  it('shows a removed event as cancelled for a month, and as confirmed when it returns', async () => {
    const club = await aClub()
    const path = await aFamilyLink(club.user('parent'))
    await fetchFeed(path)
    const inviteId = club.invite(club.mia)
    const invite = await invites.get({ inviteId })
    await write(stamp, invites.remove({ inviteId }))
    await tellOfInvite(inviteId)
    const off = await fetchFeed(path, { now: '2026-11-21T19:00:00Z' })
    expect(eventsIn(off.text)).toMatchObject([{ status: 'CANCELLED', sequence: 1, transparency: 'TRANSPARENT' }])
    if (invite)
      await write(stamp, invites.create({ ...invites.unansweredInvite({ ...club.game }, club.mia), inviteId }))
    await tellOfInvite(inviteId)
    expect(eventsIn((await fetchFeed(path, { now: '2026-11-21T20:00:00Z' })).text)).toMatchObject([
      { status: 'CONFIRMED', sequence: 2 },
    ])
    await write(stamp, invites.remove({ inviteId }))
    await tellOfInvite(inviteId)
    expect(eventsIn((await fetchFeed(path, { now: '2026-11-21T21:00:00Z' })).text)).toMatchObject([
      { status: 'CANCELLED' },
    ])
    expect(eventsIn((await fetchFeed(path, { now: '2026-12-30T00:00:00Z' })).text)).toEqual([])
  })

  it('shows cancelled events with the reason, and deleted events as cancelled', async () => {
    const club = await aClub()
    const path = await aFamilyLink(club.user('parent'))
    await fetchFeed(path)
    const inviteId = club.invite(club.mia)
    await update(stamp, invites.change({ inviteId }, { set: { cancelled: true, cancelReason: 'Pitch under water' } }))
    await tellOfInvite(inviteId)
    const said = /^Cancelled: Mia: /
    const [cancelled] = eventsIn((await fetchFeed(path)).text)
    expect(cancelled).toMatchObject({ status: 'CANCELLED', sequence: 1, summary: expect.stringMatching(said) })
    expect(cancelled?.description).toContain('Pitch under water\n\nBring water.')
    await update(stamp, invites.change({ inviteId }, { set: { cancelled: undefined, cancelReason: undefined } }))
    await tellOfInvite(inviteId)
    const [back] = eventsIn((await fetchFeed(path)).text)
    expect(back).toMatchObject({ status: 'CONFIRMED', sequence: 2, summary: expect.stringMatching(/^Mia: /) })
    await update(stamp, invites.change({ inviteId }, { set: { deletedAt: stamp.at } }))
    await tellOfInvite(inviteId)
    const [deleted] = eventsIn((await fetchFeed(path)).text)
    expect(deleted).toMatchObject({ status: 'CANCELLED', sequence: 3, summary: expect.stringMatching(said) })
  })

  it('drops a player who is no longer in the family', async () => {
    const club = await aClub()
    const path = await aFamilyLink(club.user('parent'))
    expect(eventsIn((await fetchFeed(path)).text)).toHaveLength(1)
    const member = { playerId: club.mia.playerId, userId: club.user('parent') }
    await write(stamp, ...families.leave({ ...member, relation: 'own' }))
    await deliverChange('Own player', ownPlayers.key(member))
    expect((await fetchFeed(path)).text).not.toContain('Mia')
  })
})

describe('a team’s and a club’s calendar', () => {
  it('have all events, and no names of players', async () => {
    const club = await aClub()
    const scrimmage = anEvent(club.otters, { name: 'Scrimmage' })
    const picnic = anEvent(club.falcons, {
      name: 'Picnic',
      eventId: `${club.organizationId}.e0123456789a`,
      teamName: 'Springfield FC',
    })
    await createEvent(stamp, scrimmage, [club.sam])
    await createEvent(stamp, picnic, [])
    const ofTeam = (await fetchFeed(await aTeamLink(club.user('coach'), club.falcons.teamId))).text
    expect(eventsIn(ofTeam).map(({ summary }) => summary)).toEqual(['Practice · Falcons'])
    const input = { as: club.user('admin'), orgId: club.organizationId, body: { ...phone, feedId: aFeedId() } }
    const { body } = await call('POST /rest-api/feeds/organization/{orgId}', input)
    const ofClub = (await fetchFeed(body.path)).text
    expect(
      eventsIn(ofClub)
        .map(({ summary }) => summary)
        .toSorted(),
    ).toEqual(['Picnic · Springfield FC', 'Practice · Falcons', 'Scrimmage · Otters'])
    expect(ofTeam + ofClub).not.toMatch(/Mia|Leo|Ada|Sam|Moreno/)
    await update(stamp, events.change({ eventId: picnic.eventId }, { set: { name: 'Barbecue' } }))
    await tellOfEvent(picnic.eventId)
    expect((await fetchFeed(body.path)).text).toContain('Barbecue')
  })

  it('ends for a coach who no longer coaches the team', async () => {
    const club = await aClub()
    const path = await aTeamLink(club.user('coach'), club.falcons.teamId)
    expect((await fetchFeed(path)).status).toBe(200)
    const mine = { userId: club.user('coach'), teamId: club.falcons.teamId }
    await write(stamp, myTeams.remove(mine))
    await deliverChange('My team', myTeams.key(mine))
    expect((await fetchFeed(path)).status).toBe(404)
  })

  it('includes a change made while it is being built', async () => {
    for (let round = 0; round < (process.env['RUNS'] ? 8 : 2); round++) {
      const club = await aClub()
      const path = await aTeamLink(club.user('coach'), club.falcons.teamId)
      const { eventId } = club.game
      await Promise.all([
        fetchFeed(path),
        fetchFeed(path),
        update(stamp, events.change({ eventId }, { set: { name: 'Final' } })).then(() => tellOfEvent(eventId)),
      ])
      expect((await fetchFeed(path)).text).toContain('SUMMARY:Final')
    }
  })
})

it('a calendar whose build was interrupted after any write is complete the next time', async () => {
  const club = await aClub()
  const path = await aTeamLink(club.user('coach'), club.falcons.teamId)
  const ended = await killedAtEvery(async (dies, nth) => {
    if (!(await dies(() => fetchFeed(path)))) return
    expect(eventsIn((await fetchFeed(path)).text)).toMatchObject([{ summary: expect.stringContaining('Practice') }])
    await update(stamp, events.change(club.game, { set: { name: `Practice ${nth}` } }))
    await tellOfEvent(club.game.eventId)
  })
  expect(ended).toBe(2)
  expect((await fetchFeed(path)).text).toContain('SUMMARY:Practice 2')
})

describe('the cost of a calendar', () => {
  it('is one read unit while unchanged, and at most four for a season of 120 events', async () => {
    const club = await aClub()
    const season = Array.from({ length: 120 }, (_, n) => {
      const start = new Date(Date.parse('2026-11-25T00:30:00Z') + n * 86_400_000 * 2).toISOString()
      const end = new Date(Date.parse(start) + 5_400_000).toISOString()
      const name = ['Practice', 'Game against the Otters', 'Scrimmage'][n % 3] ?? ''
      return anEvent(club.falcons, { start, end, name, description: `Bring ball ${n * 7919}.` })
    })
    await putIn(
      stamp,
      season.map((event) => invites.create(invites.unansweredInvite(event, club.mia))),
    )
    const path = await aFamilyLink(club.user('parent'))
    const first = await fetchFeed(path)
    expect(eventsIn(first.text)).toHaveLength(121)
    expect(await measureCost(() => fetchFeed(path, { etag: first.etag }))).toMatchObject({
      status: 304,
      readUnits: 1,
      writeUnits: 0,
    })
    const whole = await measureCost(() => fetchFeed(path))
    expect(whole).toMatchObject({ status: 200, writeUnits: 0 })
    expect(whole.readUnits).toBeLessThanOrEqual(4)
  })
})

it('a calendar shows players’ current names', async () => {
  const club = await aClub()
  expect((await players.get(club.mia))?.firstName).toBe('Mia')
  const inviteId = inviteOf(club.game.eventId, club.mia.playerId)
  const path = await aFamilyLink(club.user('parent'))
  await fetchFeed(path)
  await update(stamp, invites.change({ inviteId }, { set: { firstName: 'Maria' } }))
  await tellOfInvite(inviteId)
  expect((await fetchFeed(path)).text).toContain('SUMMARY:Maria: Practice')
})
