import { describe, expect, it } from 'vitest'
import { createEvent } from '#functions/calendar/createEvent.ts'
import { handler as remind } from '#functions/calendar/remindHandler.ts'
import { refreshCopies } from '#functions/copies/refreshCopies.ts'
import { type Event, events } from '#functions/table/events.ts'
import { invites } from '#functions/table/invites.ts'
import { families } from '#functions/table/players.ts'
import { all, write } from '#functions/table/table.ts'
import { inviteOf } from '#shared/ids.ts'
import { archiveTeam, unarchiveTeam } from '../archiving.ts'
import { interleave } from '../interleave.ts'
import { call } from '../call.ts'
import { aClub, anEvent, type Club, newPart, stamp } from '../club.ts'
import { deliverTo } from '../workers.ts'
import { dates, days, EDIT, edit, weeklyRule, start as startSeries } from './aSeries.ts'
import { aNewEvent, eventForm } from './planning.ts'

it('an archived team rejects new events, series and copies until it is restored', async () => {
  const club = await aClub()
  const { teamId } = club.falcons
  const as = club.user('admin')
  const create = (orgUnitId: string, changes = {}) =>
    call('POST /rest-api/calendar/events/{orgUnitId}', { as, orgUnitId, body: aNewEvent(orgUnitId, changes) })
  const { eventId } = aNewEvent(teamId)
  expect((await create(teamId, { eventId })).status).toBe(200)
  await call('POST /o/{orgUnitId}/archive', { as, orgUnitId: teamId })
  const [newEventId, start] = [`${teamId}.${newPart('e')}`, '2026-12-01T23:30:00Z']
  const answers = [
    await create(teamId),
    await call('POST /rest-api/calendar/series/{orgUnitId}', {
      as,
      orgUnitId: teamId,
      body: { ...eventForm, part: newPart('s'), invite: 'nobody', repeat: weeklyRule },
    }),
    await call('POST /api/v1/cloneEvent/{eventId}', { as, eventId, body: { newEventId, start } }),
    await call('POST /apiV1/cloneEventToTeams/', { as, body: { eventId, teamIds: [teamId] } }),
  ]
  expect(answers.map(({ status, refusal }) => [status, refusal?.code])).toEqual(
    answers.map(() => [412, 'team_archived']),
  )
  expect(await events.get({ eventId: newEventId }, { consistent: true })).toBeUndefined()
  const said = async () => (await call('GET /rest-api/organization/venues/{orgUnitId}', { as, orgUnitId: teamId })).body
  expect((await said()).archived).toBe(true)
  await call('POST /o/{orgUnitId}/unarchive', { as, orgUnitId: teamId })
  expect((await said()).archived).toBeUndefined()
  expect((await create(teamId)).status).toBe(200)
})

const at = '2026-11-21T12:00:00.000Z'
const later = '2026-11-21T13:00:00.000Z'
/** The Falcons' game in the evening, to which Sam of the Otters is invited, too; and one of the week before. */
async function aSeason() {
  const club = await aClub()
  const { user, falcons, falconPlayers, game, sam } = club
  await families.join(stamp, { playerId: sam.playerId, userId: user('sams'), relation: 'own' })
  await write(stamp, invites.create(invites.unansweredInvite(game, { ...sam, guest: true })))
  const over = anEvent(falcons, { name: 'Derby', start: '2026-11-15T00:30:00Z', end: '2026-11-15T02:00:00Z' })
  await createEvent(stamp, over, falconPlayers)
  const turned = { team: falcons, events: [game, over] }
  const away = () => archiveTeam({ ...turned, at })
  const back = () => unarchiveTeam({ ...turned, at: later })
  return { ...club, over, away, back }
}

const today = async ({ user }: Club, as: string) => {
  const { body } = await call('GET /api/v1/today', { as: user(as), query: { startUtc: '2026-11-21T06:00:00Z' } })
  return [body.todaysEvents.map(({ event }) => event.name), body.pendingPlayerInviteCount]
}
const november = { start: '2026-11-01', end: '2026-12-01' }
const month = async ({ user }: Club, as: string, orgUnitId: string, related = false) => {
  const query = { ...november, ...(related && { related: 'true' as const }) }
  const { body } = await call('GET /api/v1/teamEventsByMonth/{orgUnitId}', { as: user(as), orgUnitId, query })
  return body.events.map(({ name }) => name)
}
const coming = async ({ user }: Club, as: string) => {
  const query = { startUtc: '2026-11-01T06:00:00Z', endUtc: '2026-12-01T06:00:00Z' }
  const { body } = await call('GET /api/v1/playerEvents', { as: user(as), query })
  return body.events.map(({ event }) => event.name)
}
const read = async ({ user }: Club, as: string, { eventId }: { eventId: string }) =>
  (await call('GET /rest-api/calendar/event/{eventId}', { as: user(as), eventId })).status
const answers = async ({ user, mia: { playerId } }: Club, as: string, { eventId }: { eventId: string }) => {
  const asked = { as: user(as), inviteFile: inviteOf(eventId, playerId), query: { status: 'Declined' as const } }
  const { status, refusal } = await call('GET /user/updateInviteStatus/{inviteFile}', asked)
  return status === 200 ? 'answered' : refusal.code
}

describe('future events of an archived team', () => {
  it('are hidden from families, guests, followers and coaches until the team is restored, but past ones stay', async () => {
    const season = await aSeason()
    const { organizationId, falcons, game, over, away, back } = season
    const seen = async () => ({
      today: await Promise.all(['parent', 'sams', 'fan', 'coach'].map((as) => today(season, as))),
      coming: await Promise.all(['parent', 'sams', 'fan'].map((as) => coming(season, as))),
      month: await Promise.all(['parent', 'coach'].map((as) => month(season, as, falcons.teamId))),
      club: await month(season, 'admin', organizationId, true),
      opened: [
        await read(season, 'parent', game),
        await read(season, 'coach', game),
        await read(season, 'parent', over),
      ],
    })
    const before = await seen()
    expect(before).toEqual({
      today: [
        [['Practice'], 1],
        [['Practice'], 1],
        [['Practice'], 0],
        [['Practice'], 0],
      ],
      coming: [['Derby', 'Practice'], ['Practice'], ['Derby', 'Practice']],
      month: [
        ['Derby', 'Practice'],
        ['Derby', 'Practice'],
      ],
      club: ['Derby', 'Practice'],
      opened: [200, 200, 200],
    })
    await away()
    expect(await seen()).toEqual({
      today: [
        [[], 0],
        [[], 0],
        [[], 0],
        [[], 0],
      ],
      coming: [['Derby'], [], ['Derby']],
      month: [['Derby'], ['Derby']],
      club: ['Derby'],
      opened: [404, 404, 200],
    })
    await back()
    expect(await seen()).toEqual(before)
  })

  it('cannot be created or copied while the team is being archived', async () => {
    const makes = [
      ({ falcons, user }: Club) => {
        const body = aNewEvent(falcons.teamId)
        const asked = { as: user('coach'), orgUnitId: falcons.teamId, body }
        return call('POST /rest-api/calendar/events/{orgUnitId}', asked)
      },
      ({ game: { eventId }, falcons, user }: Club) => {
        const body = { newEventId: `${falcons.teamId}.${newPart('e')}`, start: '2026-11-28T00:30:00Z' }
        return call('POST /api/v1/cloneEvent/{eventId}', { as: user('coach'), eventId, body })
      },
      ({ game: { eventId }, otters, user }: Club) => {
        const body = { eventId, teamIds: [otters.teamId] }
        return call('POST /apiV1/cloneEventToTeams/', { as: user('admin'), body })
      },
    ]
    for (const [i, make] of makes.entries()) {
      const season = await aSeason()
      const team = i === 2 ? season.otters : season.falcons
      const away = () => archiveTeam({ team, events: [], at })
      const code = await interleave<string>('TransactWriteCommand', away, async () => (await make(season)).refusal.code)
      const made = await all<Event>(events.between(team.teamId, '2026-11-22T06', '2027'))
      expect([code, made]).toEqual(['team_archived', []])
    }
  })

  it('include dates of a series that are created while the team is being archived', async () => {
    const season = await aSeason()
    const { falcons, away, back } = season
    const followed = async (made: readonly Event[]) => {
      for (const { eventId } of made) await refreshCopies('Event', events.key({ eventId }))
    }
    // The copy to the team's events ran before they existed.
    const making = () => startSeries(season, {}, { name: 'New', invite: 'everybody' })
    await interleave('TransactWriteCommand', away, making)
    const made = await all<Event>(events.between(falcons.teamId, '2026-11-22', '2027'))
    expect(made.length).toBeGreaterThan(1)
    expect(made.map(({ archivedAt }) => archivedAt)).toEqual(made.map(() => at))
    await followed(made)
    expect(await coming(season, 'parent')).toEqual(['Derby'])
    await back()
    await followed(made)
    const asked = made.filter(({ start }) => start < '2026-12-01T06:00:00Z').map(({ name }) => name)
    expect(await coming(season, 'parent')).toEqual(['Derby', ...asked])
  })

  it('accept no answers and send no reminders, but past ones accept a coach’s answers', async () => {
    const season = await aSeason()
    const { game, over, away, back } = season
    const reminded = async () => {
      await deliverTo(remind, { eventId: game.eventId, hours: 24 } as never, '2026-11-21T18:00:00Z')
      return (await invites.get({ inviteId: season.invite(season.mia) }, { consistent: true }))?.reminded
    }
    await away()
    expect(await answers(season, 'parent', game)).toBe('event_archived')
    expect(await answers(season, 'coach', game)).toBe('event_archived')
    expect(await answers(season, 'coach', over)).toBe('answered')
    expect(await reminded()).toBeUndefined()
    await back()
    expect(await answers(season, 'parent', game)).toBe('answered')
  })

  it('cannot be edited, moved or cancelled, but past ones can be corrected', async () => {
    const season = await aSeason()
    const { user, game, over, away } = season
    await away()
    const body = { ...eventForm, revision: 2, askAgain: false, tell: false }
    const edits = async ({ eventId }: { eventId: string }, revision: number, change = {}) => {
      const { status, refusal } = await call(EDIT, {
        as: user('coach'),
        eventId,
        body: { ...body, revision, ...change },
      })
      return status === 200 ? 'changed' : refusal.code
    }
    expect(await edits(game, 2)).toBe('team_archived')
    const cancel = { as: user('coach'), eventId: game.eventId, body: { cancelled: true, tell: false } }
    expect((await call('POST /rest-api/calendar/event/{eventId}/cancel', cancel)).refusal.code).toBe('team_archived')
    expect(await edits(over, 1)).toBe('team_archived')
    const { start, end } = over
    expect(await edits(over, 1, { start, end, name: 'Derby, lost' })).toBe('changed')
  })

  it('are not replanned by editing the rule of a series that had begun', async () => {
    const club = await aClub()
    await startSeries(club)
    const before = await dates(club)
    const [first] = before
    const shown = before.map(({ id: eventId }) => ({ eventId }))
    await archiveTeam({ team: club.falcons, events: shown, at: '2026-11-25T12:00:00.000Z' })
    expect(await days(club)).toEqual(['11-24'])
    const now = '2026-11-25T18:00:00Z'
    const change = { scope: 'following' as const, repeat: { ...weeklyRule, weekdays: [2, 5] }, now }
    const { status, refusal } = await edit(club, first?.id ?? '', change)
    expect([status, refusal.code]).toEqual([412, 'team_archived'])
    await unarchiveTeam({ team: club.falcons, events: shown, at: now })
    expect(await dates(club)).toEqual(before)
  })

  it('are deleted with an earlier date of their series, and do not return with the team', async () => {
    const club = await aClub()
    await startSeries(club)
    const shown = (await dates(club)).map(({ id: eventId }) => ({ eventId }))
    const [first] = shown
    const turned = { team: club.falcons, events: shown }
    await archiveTeam({ ...turned, at: '2026-11-25T12:00:00.000Z' })
    const asked = { as: club.user('coach'), eventId: first?.eventId ?? '', query: { scope: 'following' as const } }
    await call('GET /api/v1/deleteEvent/{eventId}', { ...asked, now: '2026-11-25T18:00:00Z' })
    await unarchiveTeam({ ...turned, at: '2026-11-26T12:00:00.000Z' })
    expect(await days(club)).toEqual([])
  })

  it('can be deleted, and return after the team only once they are restored', async () => {
    const season = await aSeason()
    const { user, game, falcons, away, back } = season
    await away()
    const as = user('coach')
    const { eventId } = game
    await call('GET /api/v1/deleteEvent/{eventId}', { as, eventId, query: {} })
    await back()
    expect(await month(season, 'coach', falcons.teamId)).toEqual(['Derby'])
    await call('POST /rest-api/calendar/event/{eventId}/restore', { as, eventId, query: {} })
    expect(await month(season, 'coach', falcons.teamId)).toEqual(['Derby', 'Practice'])
  })
})
