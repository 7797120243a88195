import { organizationOf } from '#shared/ids.ts'
import { useApi } from '../api.ts'

/** The data for editing an event: the club's types, time zone and venues. */
export function usePlanning(orgUnitId: string | undefined) {
  const handles = { handles: ['failures', 'not_allowed'] } as const
  const orgId = orgUnitId && organizationOf(orgUnitId)
  const settings = useApi('GET /rest-api/calendar/event-types/{orgId}', orgId ? { orgId } : undefined, handles)
  const venues = useApi('GET /rest-api/organization/venues/{orgUnitId}', orgUnitId ? { orgUnitId } : undefined, handles)
  const data = settings.data && venues.data && { settings: settings.data, ...venues.data }
  return {
    data,
    error: settings.error ?? venues.error,
    isValidating: settings.isValidating || venues.isValidating,
    mutate: () => Promise.all([settings.mutate(), venues.mutate()]),
  }
}

/** The routes that show events, to revalidate after a change. */
export const eventLists = [
  'GET /api/v1/teamEventsByMonth/{orgUnitId}',
  'GET /rest-api/calendar/event/{eventId}',
  'GET /rest-api/calendar/deleted/{orgUnitId}',
  'GET /api/v1/notInvitedPlayers/{eventId}',
  'GET /api/v1/playerEvents',
  'GET /api/v1/today',
  'GET /rest-api/teams/week',
] as const
