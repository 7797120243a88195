import type { AnswerOf } from '../api.ts'

/** The shapes that Today and the calendar share, as the contract has them. */
export type Today = AnswerOf<'GET /api/v1/today'>
/** An event of Today or of the coming days, for one player, or for a team that the reader coaches. */
export type TodaysEvent = Today['todaysEvents'][number]
/** An invite as the player's own family sees it. */
export type OwnInvite = NonNullable<TodaysEvent['invite']>
export type InvitedEvent = TodaysEvent & { invite: OwnInvite }

export type CalendarEvent = AnswerOf<'GET /api/v1/teamEventsByMonth/{orgUnitId}'>['events'][number]
export type Location = CalendarEvent['location']
export type Event = Omit<CalendarEvent, 'location'>

/** An event with the answers that the reader may know. */
export type EventWithAnswers = AnswerOf<'GET /rest-api/calendar/event/{eventId}'>
/** An answer of it, as everybody sees it who may. */
export type Invite = EventWithAnswers['playerInvites'][number]
