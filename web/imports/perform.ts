import { addHours } from '#shared/rules/days.ts'
import { mapUrlOf } from '#shared/rules/places.ts'
import { fold } from '#shared/rules/textMatching.ts'
import type { Fixture } from '#shared/rules/fixtures.ts'
import { ApiProblem, callApi } from '../api.ts'
import type { Act, Before, Done, Known, StandingEvent, Venue } from './acts.ts'

const handles = { handles: ['failures', 'not_allowed'] } as const

/** Called before a request is sent, so that an interrupted import knows what there may be to undo. */
type Begins = (each: Done) => void
/** `earlier`: an earlier attempt at the same event whose outcome is unknown. */
type Knowing = Known & { earlier?: Done | undefined }

export async function perform(act: Act, known: Knowing, begins: Begins): Promise<Done> {
  const { eventId } = act
  if (act.does === 'change') return change(eventId, act.fixture, known, begins)
  const did = act.does === 'remove' ? 'removed' : 'added'
  begins({ eventId, did, begun: true })
  if (act.does === 'remove') {
    await callApi('GET /api/v1/deleteEvent/{eventId}', { eventId, query: {} }, handles)
  } else if (act.deleted) {
    await callApi('POST /rest-api/calendar/event/{eventId}/restore', { eventId, query: {} }, handles)
    // It is restored from here on, even if the change fails.
    begins({ eventId, did })
    await change(eventId, act.fixture, known, () => undefined)
  } else {
    const body = { ...contentOf(act.fixture, known), eventId, invite: 'everybody', mail: false } as const
    await callApi('POST /rest-api/calendar/events/{orgUnitId}', { orgUnitId: act.fixture.team.id, body }, handles)
  }
  return { eventId, did }
}

/** Applies the list's fields to the event as it is now; all other fields stay. */
async function change(eventId: string, fixture: Fixture, known: Knowing, begins: Begins): Promise<Done> {
  const { event, editing } = await callApi('GET /rest-api/calendar/event/{eventId}', { eventId }, handles)
  if (!editing) throw new ApiProblem('not_allowed', 403, '')
  const before = beforeOf(event, editing.eventTypeId ?? known.eventTypeId)
  const listed = contentOf(fixture, known)
  const minutes = Date.parse(event.end) - Date.parse(event.start)
  const later = Date.parse(listed.start) - Date.parse(event.start)
  const content = {
    ...before,
    ...{ name: listed.name, start: listed.start, timezone: listed.timezone },
    end: fixture.hasEnd ? listed.end : new Date(Date.parse(listed.start) + minutes).toISOString(),
    field: listed.field || before.field,
    description: listed.description || before.description,
    location: listed.location ?? before.location,
    // The answer deadline moves along with the start.
    answerBy: before.answerBy === null ? null : addHours(before.answerBy, later / 3_600_000),
  }
  const { earlier } = known
  // The earlier attempt did succeed: undo must return to the state before that one.
  if (earlier?.did === 'changed' && isSame(content, before)) {
    const { before: first } = earlier
    return { eventId, did: 'changed', before: first, revision: editing.revision }
  }
  const body = { ...content, revision: editing.revision, askAgain: false, tell: false }
  begins({ eventId, did: 'changed', before, revision: editing.revision + 1, begun: true })
  const { revision } = await callApi('PUT /rest-api/calendar/event/{eventId}', { eventId, body }, handles)
  return { eventId, did: 'changed', before, revision }
}

const isSame = (one: Before, other: Before): boolean => textOf(one) === textOf(other)
const textOf = (content: Before): string =>
  JSON.stringify(Object.entries(content).toSorted(([a], [b]) => a.localeCompare(b)))

/**
 * Undoes an action: removes what was added, restores what was removed, and reverts a change unless somebody has edited the
 * event since.
 */
export async function undo(done: Done): Promise<void> {
  const { eventId } = done
  if (done.did === 'added')
    await callApi('GET /api/v1/deleteEvent/{eventId}', { eventId, query: {} }, handles).catch(unlessGone)
  else if (done.did === 'removed')
    await callApi('POST /rest-api/calendar/event/{eventId}/restore', { eventId, query: {} }, handles)
  else if (!done.begun || (await isChanged(done))) {
    const body = { ...done.before, revision: done.revision, askAgain: false, tell: false }
    await callApi('PUT /rest-api/calendar/event/{eventId}', { eventId, body }, handles)
  }
}

/** It was never created, or is permanently deleted. */
function unlessGone(error: unknown): void {
  if (!(error instanceof ApiProblem) || error.code !== 'not_found') throw error
}

async function isChanged({ eventId, revision }: { eventId: string; revision: number }): Promise<boolean> {
  const { editing } = await callApi('GET /rest-api/calendar/event/{eventId}', { eventId }, handles)
  return editing?.revision !== revision - 1
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

/** The club's venue of that name with its address, or else the place as named in the list. */
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

/** A map URL generated from the address is dropped; only one that was entered is kept. */
function locationOf(location: NonNullable<StandingEvent['location']>): Before['location'] {
  const { name, address, city, state, zip, mapUrl } = location
  const isOwn = mapUrl !== mapUrlOf({ name, address, city, state, zip })
  return { name, address, city, state, zip, ...(isOwn && { mapUrl }) }
}
