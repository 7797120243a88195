import type { Fixture } from '#shared/rules/fixtures.ts'
import type { AnswerOf, InputOf } from '../api.ts'

export type ExistingEvent = AnswerOf<'GET /api/v1/teamEventsByMonth/{orgUnitId}'>['events'][number]

/** An action on one event, with what is needed to undo it. */
export type ImportAction =
  | { does: 'add'; eventId: string; fixture: Fixture; deleted: boolean }
  | { does: 'change'; eventId: string; fixture: Fixture }
  | { does: 'remove'; eventId: string }
type Body = InputOf<'PUT /rest-api/calendar/event/{eventId}'>['body']
export type EventContent = Omit<Body, 'revision' | 'askAgain' | 'tell'>
/** `begun`: the request got no response yet, so it may or may not have been applied. */
export type CompletedAction = { eventId: string; begun?: true } & (
  | { did: 'added' }
  | { did: 'removed' }
  | { did: 'changed'; previousContent: EventContent; revision: number }
)

export type Venue = AnswerOf<'GET /rest-api/organization/venues/{orgUnitId}'>['venues'][number]
export type ImportSettings = { eventTypeId: string; venues: readonly Venue[] }
