import { dayIn } from '#shared/rules/days.ts'
import { instantOf } from '#shared/rules/wallClock.ts'
import type { Recurrence } from '#shared/rules/recurrence.ts'
import { call } from '../call.ts'
import { type Club, newPart } from '../club.ts'
import { type NewEvent, eventForm } from './planning.ts'

export const SERIES = 'POST /rest-api/calendar/series/{orgUnitId}'
export const EDIT = 'PUT /rest-api/calendar/event/{eventId}'
const MONTH = 'GET /api/v1/teamEventsByMonth/{orgUnitId}'
export const READ = 'GET /rest-api/calendar/event/{eventId}'
export const ANSWER = 'GET /user/updateInviteStatus/{inviteFile}'
export const zone = 'America/Chicago'

/** Tuesdays and Thursdays from 24 November at 5:30 pm. */
export const weeklyRule: Recurrence = { frequency: 'weekly', interval: 1, weekdays: [2, 4], until: '2026-12-17' }
export const start = async (
  club: Club,
  repeat: Partial<Recurrence> = {},
  {
    part = newPart('s'),
    invite = 'nobody',
    name = eventForm.name,
  }: { part?: string; invite?: 'nobody' | 'everybody'; name?: string } = {},
) =>
  (
    await call(SERIES, {
      as: club.user('coach'),
      orgUnitId: club.falcons.teamId,
      body: { ...eventForm, name, part, invite, repeat: { ...weeklyRule, ...repeat } },
    })
  ).body
/** Day, time and name of all remaining dates, in order. */
export const dates = async (club: Club) => {
  const query = { start: '2026-11-23', end: '2027-02-01' }
  const { body } = await call(MONTH, { as: club.user('coach'), orgUnitId: club.falcons.teamId, query })
  return body.events.map(({ id, name, start: at, timezone }) => ({ id, name, day: dayIn(at, timezone), start: at }))
}
export const days = async (club: Club) => (await dates(club)).map(({ day }) => day.slice(5))
type Change = Partial<Omit<typeof eventForm, 'location'>> & {
  location?: NewEvent['location']
  tell?: boolean
  askAgain?: boolean
} & {
  scope?: 'this' | 'following' | 'all'
  repeat?: Recurrence
  time?: string
  now?: string
}
export const edit = async (club: Club, eventId: string, change: Change) => (await editOf(club, eventId, change))()
/** Prepares an edit without sending it, so that it can be sent several times. */
export async function editOf(club: Club, eventId: string, { time, now, ...changes }: Change) {
  const { event, editing } = (await call(READ, { as: club.user('coach'), eventId })).body
  const day = dayIn(event.start, event.timezone)
  const clock = time === undefined ? {} : { start: instantOf(day, time, zone), end: instantOf(day, '20:00', zone) }
  const { name, description, field, start: at, end } = event
  const body = {
    ...{ ...eventForm, name, description, field, start: at, end, answerBy: event.answerBy ?? null },
    ...{ revision: editing!.revision, askAgain: false, tell: false },
    ...clock,
    ...changes,
  }
  return () => call(EDIT, { as: club.user('coach'), eventId, body, ...(now !== undefined && { now }) })
}
export const all = ['11-24', '11-26', '12-01', '12-03', '12-08', '12-10', '12-15', '12-17']
