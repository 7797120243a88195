import { addHours } from '#shared/rules/days.ts'
import { writtenPlace } from '#shared/rules/places.ts'
import { fold } from '#shared/rules/textMatching.ts'
import type { Fixture } from '#shared/rules/fixtures.ts'
import { ApiProblem, callApi } from '../api.ts'
import type { ImportAction, EventContent, CompletedAction, ImportSettings, ExistingEvent, Venue } from './actions.ts'

const handles = { handles: ['failures', 'not_allowed'] } as const

/** Called before a request is sent, so that an interrupted import knows what there may be to undo. */
type OnBegin = (action: CompletedAction) => void
/** `earlierAttempt`: an earlier attempt at the same event whose outcome is unknown. */
type Planning = ImportSettings & { earlierAttempt?: CompletedAction | undefined }

export async function perform(act: ImportAction, planning: Planning, onBegin: OnBegin): Promise<CompletedAction> {
  const { eventId } = act
  if (act.does === 'change') return change(eventId, act.fixture, planning, onBegin)
  const outcome = act.does === 'remove' ? 'removed' : 'added'
  onBegin({ eventId, did: outcome, begun: true })
  if (act.does === 'remove') {
    await callApi('GET /api/v1/deleteEvent/{eventId}', { eventId, query: {} }, handles)
  } else if (act.deleted) {
    await callApi('POST /rest-api/calendar/event/{eventId}/restore', { eventId, query: {} }, handles)
    // It is restored from here on, even if the change fails.
    onBegin({ eventId, did: outcome })
    await change(eventId, act.fixture, planning, () => undefined)
  } else {
    const body = { ...toListedContent(act.fixture, planning), eventId, invite: 'everybody', mail: false } as const
    await callApi('POST /rest-api/calendar/events/{orgUnitId}', { orgUnitId: act.fixture.team.id, body }, handles)
  }
  return { eventId, did: outcome }
}

/** Applies the list's fields to the event as it is now; all other fields stay. */
async function change(
  eventId: string,
  fixture: Fixture,
  planning: Planning,
  onBegin: OnBegin,
): Promise<CompletedAction> {
  const { event, editing } = await callApi('GET /rest-api/calendar/event/{eventId}', { eventId }, handles)
  if (!editing) throw new ApiProblem('not_allowed', 403, '')
  const previous = toContent(event, editing.eventTypeId ?? planning.eventTypeId)
  const listedContent = toListedContent(fixture, planning)
  const duration = Date.parse(event.end) - Date.parse(event.start)
  const shift = Date.parse(listedContent.start) - Date.parse(event.start)
  const content = {
    ...previous,
    name: listedContent.name,
    start: listedContent.start,
    timezone: listedContent.timezone,
    end: fixture.hasEnd ? listedContent.end : new Date(Date.parse(listedContent.start) + duration).toISOString(),
    field: listedContent.field || previous.field,
    description: listedContent.description || previous.description,
    location: listedContent.location ?? previous.location,
    // The answer deadline moves along with the start.
    answerBy: previous.answerBy === null ? null : addHours(previous.answerBy, shift / 3_600_000),
  }
  const earlierChange = planning.earlierAttempt?.did === 'changed' ? planning.earlierAttempt : undefined
  const hasListed = isSame(content, previous)
  // The earlier attempt did succeed, perhaps with another list: undo must return to the state before that one.
  const isEarlierDone = hasListed || editing.revision === earlierChange?.revision
  const previousContent = (isEarlierDone ? earlierChange?.previousContent : undefined) ?? previous
  if (earlierChange && hasListed) return { eventId, did: 'changed', previousContent, revision: editing.revision }
  const body = { ...content, revision: editing.revision, askAgain: false, tell: false }
  onBegin({ eventId, did: 'changed', previousContent, revision: editing.revision + 1, begun: true })
  const { revision } = await callApi('PUT /rest-api/calendar/event/{eventId}', { eventId, body }, handles)
  return { eventId, did: 'changed', previousContent, revision }
}

const isSame = (a: EventContent, b: EventContent): boolean => textOf(a) === textOf(b)
const textOf = (content: EventContent): string =>
  JSON.stringify(Object.entries(content).toSorted(([a], [b]) => a.localeCompare(b)))

/**
 * Undoes an action: removes what was added, restores what was removed, and reverts a change unless somebody has edited the
 * event since.
 */
export async function undo(done: CompletedAction): Promise<void> {
  const { eventId } = done
  if (done.did === 'added')
    await callApi('GET /api/v1/deleteEvent/{eventId}', { eventId, query: {} }, handles).catch(ignoreNotFound)
  else if (done.did === 'removed')
    await callApi('POST /rest-api/calendar/event/{eventId}/restore', { eventId, query: {} }, handles)
  else if (!done.begun || (await isChanged(done))) {
    const body = { ...done.previousContent, revision: done.revision, askAgain: false, tell: false }
    await callApi('PUT /rest-api/calendar/event/{eventId}', { eventId, body }, handles)
  }
}

/** It was never created, or is permanently deleted. */
function ignoreNotFound(error: unknown): void {
  if (!(error instanceof ApiProblem) || error.code !== 'not_found') throw error
}

async function isChanged({ eventId, revision }: { eventId: string; revision: number }): Promise<boolean> {
  const { editing } = await callApi('GET /rest-api/calendar/event/{eventId}', { eventId }, handles)
  return editing?.revision !== revision - 1
}

const toListedContent = (fixture: Fixture, { eventTypeId, venues }: ImportSettings): EventContent => ({
  ...sharedFields(fixture),
  description: fixture.note,
  eventTypeId,
  location: locationFor(fixture, venues),
  answerBy: null,
})

const toContent = (event: ExistingEvent, eventTypeId: string): EventContent => ({
  ...sharedFields(event),
  description: event.description,
  eventTypeId,
  location: event.location && writtenPlace(event.location),
  answerBy: event.answerBy ?? null,
})

/** The fields that lists and events have under the same names. */
const sharedFields = ({ name, start, end, timezone, field }: SharedFields): SharedFields => ({
  name,
  start,
  end,
  timezone,
  field,
})
type SharedFields = Pick<EventContent, 'name' | 'start' | 'end' | 'timezone' | 'field'>

/** The club's venue of that name with its address, or else the place as named in the list. */
function locationFor({ place }: Fixture, venues: readonly Venue[]): EventContent['location'] {
  if (!place) return null
  const venue = venues.find(({ name }) => fold(name) === fold(place))
  return venue ? writtenPlace(venue) : { name: place, address: '', city: '', state: '', zip: '' }
}
