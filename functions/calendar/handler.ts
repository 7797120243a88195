import { calendar } from '#shared/api/calendar.ts'
import { serve } from '../serve.ts'
import { listTeamEvents } from './listTeamEvents.ts'
import { readEvent } from './readEvent.ts'

export const handler = serve(calendar, {
  'GET /api/v1/teamEventsByMonth/{orgUnitId}': listTeamEvents,
  'GET /rest-api/calendar/event/{eventId}': readEvent,
})
