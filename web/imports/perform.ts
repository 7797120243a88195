import { addHours } from '#shared/rules/days.ts'
import { mapUrlOf } from '#shared/rules/places.ts'
import { fold } from '#shared/rules/folded.ts'
import type { Fixture } from '#shared/rules/fixtures.ts'
import { ApiProblem, callApi } from '../api.ts'
import type { Act, Before, Done, Known, StandingEvent, Venue } from './acts.ts'

const handles = { handles: ['failures', 'not_allowed'] } as const

/** `begins` is told before anything is done: whoever is cut short then knows what there may be to undo. */
type Begins = (each: Done) => void
/** `earlier`: what an earlier try has begun with the same event. */
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
    // It is back from here on, whatever becomes of its change.
    begins({ eventId, did })
    await change(eventId, act.fixture, known, () => undefined)
  } else {
    const body = { ...contentOf(act.fixture, known), eventId, invite: 'everybody', mail: false } as const
    await callApi('POST /rest-api/calendar/events/{orgUnitId}', { orgUnitId: act.fixture.team.id, body }, handles)
  }
  return { eventId, did }
}

/** Changes what the list says of an event, upon what stands now; the rest stays as it is. */
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
    // A deadline goes along: it lies as long before the start as it did.
    answerBy: before.answerBy === null ? null : addHours(before.answerBy, later / 3_600_000),
  }
  const { earlier } = known
  // The earlier try has done it, though that was not heard: it is undone as far as it was before that one.
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
 * Makes undone what was done: what was added goes, what was removed comes back, what was changed is as before, unless somebody has
 * changed it since.
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

/** It was never made, or is gone for good. */
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
