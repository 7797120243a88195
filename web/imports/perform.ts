import { mapUrlOf } from '#shared/rules/places.ts'
import { fold } from '#shared/rules/folded.ts'
import type { Fixture } from '#shared/rules/fixtures.ts'
import { type AnswerOf, ApiProblem, callApi, type InputOf } from '../api.ts'
import type { StandingEvent } from './standing.ts'

/** What is to be done with one event, and with what it can be undone. */
export type Act =
  | { does: 'add'; eventId: string; fixture: Fixture; deleted: boolean }
  | { does: 'change'; eventId: string; fixture: Fixture }
  | { does: 'remove'; eventId: string }
type Body = InputOf<'PUT /rest-api/calendar/event/{eventId}'>['body']
export type Before = Omit<Body, 'revision' | 'askAgain' | 'tell'>
export type Done =
  | { eventId: string; did: 'added' }
  | { eventId: string; did: 'removed' }
  | { eventId: string; did: 'changed'; before: Before; revision: number }

export type Venue = AnswerOf<'GET /rest-api/organization/venues/{orgUnitId}'>['venues'][number]
export type Known = { eventTypeId: string; venues: readonly Venue[] }

const handles = { handles: ['failures', 'not_allowed'] } as const

export async function perform(act: Act, known: Known): Promise<Done> {
  const { eventId } = act
  if (act.does === 'remove') {
    await callApi('GET /api/v1/deleteEvent/{eventId}', { eventId, query: {} }, handles)
    return { eventId, did: 'removed' }
  }
  if (act.does === 'change') return change(eventId, act.fixture, known)
  if (act.deleted) {
    await callApi('POST /rest-api/calendar/event/{eventId}/restore', { eventId, query: {} }, handles)
    await change(eventId, act.fixture, known)
    return { eventId, did: 'added' }
  }
  const body = { ...contentOf(act.fixture, known), eventId, invite: 'everybody', mail: false } as const
  await callApi('POST /rest-api/calendar/events/{orgUnitId}', { orgUnitId: act.fixture.team.id, body }, handles)
  return { eventId, did: 'added' }
}

/** Changes what the list says of an event, upon what stands now; the rest stays as it is. */
async function change(eventId: string, fixture: Fixture, known: Known): Promise<Done> {
  const { event, editing } = await callApi('GET /rest-api/calendar/event/{eventId}', { eventId }, handles)
  if (!editing) throw new ApiProblem('not_allowed', 403, '')
  const before = beforeOf(event, editing.eventTypeId ?? known.eventTypeId)
  const listed = contentOf(fixture, known)
  const minutes = Date.parse(event.end) - Date.parse(event.start)
  const content = {
    ...before,
    ...{ name: listed.name, start: listed.start, timezone: listed.timezone },
    end: fixture.hasEnd ? listed.end : new Date(Date.parse(listed.start) + minutes).toISOString(),
    field: listed.field || before.field,
    description: listed.description || before.description,
    location: listed.location ?? before.location,
    // A deadline goes with its day.
    answerBy: before.answerBy !== null && before.answerBy <= listed.start ? before.answerBy : null,
  }
  const body = { ...content, revision: editing.revision, askAgain: false, tell: false }
  const { revision } = await callApi('PUT /rest-api/calendar/event/{eventId}', { eventId, body }, handles)
  return { eventId, did: 'changed', before, revision }
}

/**
 * Makes undone what was done: what was added goes, what was removed comes back, what was changed is as before, unless somebody has
 * changed it since.
 */
export async function undo(done: Done): Promise<void> {
  const { eventId } = done
  if (done.did === 'added') await callApi('GET /api/v1/deleteEvent/{eventId}', { eventId, query: {} }, handles)
  else if (done.did === 'removed')
    await callApi('POST /rest-api/calendar/event/{eventId}/restore', { eventId, query: {} }, handles)
  else {
    const body = { ...done.before, revision: done.revision, askAgain: false, tell: false }
    await callApi('PUT /rest-api/calendar/event/{eventId}', { eventId, body }, handles)
  }
}

function contentOf(fixture: Fixture, { eventTypeId, venues }: Known): Before {
  const { name, note: description, start, end, timezone, field } = fixture
  return {
    name,
    description,
    start,
    end,
    timezone,
    field,
    eventTypeId,
    location: placeOf(fixture, venues),
    answerBy: null,
  }
}

/** One of the club's own venues by its name, with its address; else the place as the list calls it. */
function placeOf({ place }: Fixture, venues: readonly Venue[]): Before['location'] {
  if (!place) return null
  const venue = venues.find(({ name }) => fold(name) === fold(place))
  if (!venue) return { name: place, address: '', city: '', state: '', zip: '' }
  const { name, address, city, state, zip, mapUrl } = venue
  return { name, address, city, state, zip, ...(mapUrl && { mapUrl }) }
}

function beforeOf(event: StandingEvent, eventTypeId: string): Before {
  const { name, description, start, end, timezone, field, location, answerBy = null } = event
  return {
    name,
    description,
    start,
    end,
    timezone,
    field,
    eventTypeId,
    location: location && locationOf(location),
    answerBy,
  }
}

/** Where a map opens that nobody has said is searched for, and is not kept. */
function locationOf(location: NonNullable<StandingEvent['location']>): Before['location'] {
  const { name, address, city, state, zip, mapUrl } = location
  const isOwn = mapUrl !== mapUrlOf({ name, address, city, state, zip })
  return { name, address, city, state, zip, ...(isOwn && { mapUrl }) }
}
