import { type Event, events } from '#functions/table/events.ts'
import { eventTypes } from '#functions/table/eventTypes.ts'
import { invites } from '#functions/table/invites.ts'
import { all, update, write } from '#functions/table/table.ts'
import { isId, orgUnitOf } from '#shared/ids.ts'
import { type Club, newPart, stamp } from '../club.ts'
import { aNewEvent, eventForm } from './planning.ts'
import type { Requests } from '../exampleRequests.ts'

/** Valid requests to the routes of coaches, for the tests that go through all routes. */

const year = () => ({ start: '2026-01-01T00:00:00Z', end: '2026-12-01T00:00:00Z' })

const queries: Record<string, (club: Club) => Record<string, string>> = {
  'GET /rest-api/attendance/season/{orgUnitId}': year,
  'GET /rest-api/attendance/player/{playerId}': ({ falcons: { teamId } }) => ({ ...year(), o: teamId }),
  'GET /api/v1/teamEventsByMonth/{orgUnitId}': () => ({ start: '2026-11-01', end: '2026-12-01' }),
  'GET /rest-api/calendar/clashes/{orgUnitId}': () => ({
    start: eventForm.start,
    end: eventForm.end,
    place: 'North Park',
  }),
  'POST /event/addPlayerInvite': ({ game, leo }) => ({
    eventId: game.eventId,
    playerId: leo.playerId,
    inviteStatus: 'Pending',
  }),
  'POST /event/addPlayerInviteForAllUninvitedPlayers': ({ game }) => ({
    eventId: game.eventId,
    inviteStatus: 'Pending',
  }),
}

const revisionOf = async (eventId: string) =>
  (isId('event', eventId) ? (await events.get({ eventId }, { consistent: true }))?.version : undefined) ?? 1

type PrepareRequest = (club: Club, params: Record<string, unknown>) => Promise<object>
const bodies: Record<string, object | PrepareRequest> = {
  'POST /rest-api/calendar/events/{orgUnitId}': async (club: Club, { orgUnitId = club.falcons.teamId }) =>
    aNewEvent(String(orgUnitId)),
  'POST /rest-api/calendar/series/{orgUnitId}': async () => ({
    ...eventForm,
    part: newPart('s'),
    invite: 'everybody',
    repeat: { frequency: 'weekly', interval: 1, count: 2 },
  }),
  'PUT /rest-api/calendar/event/{eventId}': async (club: Club, { eventId = club.game.eventId }) => ({
    ...eventForm,
    revision: await revisionOf(String(eventId)),
    askAgain: false,
    tell: false,
  }),
  'PUT /rest-api/calendar/mails': { on: true },
  'POST /rest-api/calendar/event/{eventId}/cancel': { cancelled: false, tell: false },
  'PUT /rest-api/attendance/event/{eventId}': async ({ mia, sam, otters, game }: Club, { eventId = game.eventId }) => {
    const { playerId } = String(eventId).startsWith(`${otters.teamId}.`) ? sam : mia
    return { marks: [{ playerId, presence: 'came' }] }
  },
  'POST /api/v1/cloneEvent/{eventId}': async (club: Club, { eventId = club.game.eventId }) => ({
    newEventId: `${orgUnitOf(String(eventId))}.${newPart('e')}`,
    start: '2026-12-01T23:30:00Z',
  }),
  'POST /apiV1/cloneEventToTeams/': async ({ game, falcons }: Club) => ({
    eventId: game.eventId,
    teamIds: [falcons.teamId],
  }),
  'PUT /rest-api/calendar/event-types/{orgId}': async ({ organizationId }: Club) => ({
    types: [{ id: 'practice', name: 'Practice', color: '#2b8a3e' }],
    revision: (await eventTypes.of({ organizationId })).revision,
  }),
}

/** Restores the event if an earlier request deleted it. */
async function restoredEvent(eventId: string) {
  const event = await events.get({ eventId }, { consistent: true })
  const set = { deletedAt: undefined, shelf: undefined, shelfAt: undefined }
  if (event?.deletedAt) await update(stamp, events.change({ eventId }, { set }))
}
/** Copies at a new time are new copies, whereas a copy that already exists is not made again. So each time is used only once. */
let moveCount = 0
async function withMovedGame(_as: string, { game }: Club) {
  await restoredEvent(game.eventId)
  const { start = '' } = (await events.get(game, { consistent: true })) ?? {}
  const laterStart = new Date(Date.parse(start) + ++moveCount * 60_000).toISOString().replace('.000', '')
  await update(stamp, events.change(game, { set: { start: laterStart, cancelled: undefined } }))
}
const withGame = (_as: string, { game }: Club) => restoredEvent(game.eventId)

async function invitePlayer(event: Event, player: Club['mia']) {
  const invite = invites.unansweredInvite(event, player)
  if (!(await invites.get(invite, { consistent: true }))) await write(stamp, invites.create(invite))
}
export async function withInvite(_as: string, club: Club) {
  await restoredEvent(club.game.eventId)
  await invitePlayer(club.game, club.mia)
}

/** Moves the teams' events to today and invites the players again, whatever earlier requests did to them. */
async function withTodaysEvents(as: string, club: Club) {
  await withInvite(as, club)
  const set = { start: '2026-11-21T17:00:00Z', cancelled: undefined, deletedAt: undefined }
  const otherEvents = await all<Event>(events.between(club.otters.teamId, '2026', '2027'))
  for (const event of otherEvents) await invitePlayer(event, club.sam)
  for (const { eventId } of [club.game, ...otherEvents]) await update(stamp, events.change({ eventId }, { set }))
}

/** Setup that the requests need. */
const prepared: Record<string, (as: string, club: Club) => Promise<unknown>> = {
  'GET /rest-api/calendar/event/{eventId}': withGame,
  'GET /rest-api/calendar/event/{eventId}/file': withGame,
  'PUT /rest-api/calendar/event/{eventId}': withGame,
  'POST /rest-api/calendar/event/{eventId}/cancel': withGame,
  'GET /api/v1/notInvitedPlayers/{eventId}': withGame,
  'POST /event/addPlayerInvite': withGame,
  'POST /event/addPlayerInviteForAllUninvitedPlayers': withGame,
  'POST /api/v1/cloneEvent/{eventId}': withGame,
  'POST /apiV1/cloneEventToTeams/': withMovedGame,
  'GET /rest-api/attendance/event/{eventId}': withGame,
  'PUT /rest-api/attendance/event/{eventId}': withTodaysEvents,
  'POST /orgUnit/removePlayerInvite/{inviteId}': withInvite,
}

export const exampleRequests: Requests = { queries, bodies, prepared }
