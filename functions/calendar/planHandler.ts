import { planning } from '#shared/api/planning.ts'
import { serve } from '../serve.ts'
import { cancelEvent } from './cancelEvent.ts'
import { createSeries } from './createSeries.ts'
import { cloneEvent, cloneToTeams } from './cloneEvent.ts'
import { listClashes } from './clashes.ts'
import { createEventCall } from './createEventCall.ts'
import { deleteEvent, listDeleted, restoreEvent } from './deleteEvent.ts'
import { editEvent } from './editEvent.ts'
import { readEventTypes, saveEventTypes } from './eventTypesCalls.ts'
import { addInvite, inviteAll, listNotInvited, removeInvite } from './invitePlayers.ts'

export const handler = serve(planning, {
  'POST /rest-api/calendar/events/{orgUnitId}': createEventCall,
  'POST /rest-api/calendar/series/{orgUnitId}': createSeries,
  'PUT /rest-api/calendar/event/{eventId}': editEvent,
  'POST /rest-api/calendar/event/{eventId}/cancel': cancelEvent,
  'GET /api/v1/deleteEvent/{eventId}': deleteEvent,
  'POST /rest-api/calendar/event/{eventId}/restore': restoreEvent,
  'GET /rest-api/calendar/clashes/{orgUnitId}': listClashes,
  'GET /rest-api/calendar/deleted/{orgUnitId}': listDeleted,
  'GET /api/v1/notInvitedPlayers/{eventId}': listNotInvited,
  'POST /event/addPlayerInvite': addInvite,
  'POST /event/addPlayerInviteForAllUninvitedPlayers': inviteAll,
  'POST /orgUnit/removePlayerInvite/{inviteId}': removeInvite,
  'POST /api/v1/cloneEvent/{eventId}': cloneEvent,
  'POST /apiV1/cloneEventToTeams/': cloneToTeams,
  'GET /rest-api/calendar/event-types/{orgId}': readEventTypes,
  'PUT /rest-api/calendar/event-types/{orgId}': saveEventTypes,
})
