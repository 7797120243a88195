import type { AnswerOf } from '../api.ts'

/** The types that Today and the calendar share, from the API contract. */
export type Today = AnswerOf<'GET /api/v1/today'>
/** An event of today or the coming days, for one player or for a team that the reader coaches. */
export type TodaysEvent = Today['todaysEvents'][number]
/** An invite as the player's own family sees it. */
export type OwnInvite = NonNullable<TodaysEvent['invite']>
export type InvitedEvent = TodaysEvent & { invite: OwnInvite }

export type CalendarEvent = AnswerOf<'GET /api/v1/teamEventsByMonth/{orgUnitId}'>['events'][number]
export type Location = CalendarEvent['location']
export type Event = Omit<CalendarEvent, 'location'>

/** An event with the answers that the reader may see. */
export type EventWithAnswers = AnswerOf<'GET /rest-api/calendar/event/{eventId}'>
/** An answer as shown to everyone who may see it. */
export type Invite = EventWithAnswers['playerInvites'][number]
