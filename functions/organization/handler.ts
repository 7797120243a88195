import { organization } from '#shared/api/organization.ts'
import { serve } from '../serve.ts'
import { changeSettings, listOrganizations, readOrganization } from './settings.ts'
import { addVenue, changeVenue, listVenues, removeVenue } from './venues.ts'

export const handler = serve(organization, {
  'GET /rest-api/organization/details': listOrganizations,
  'GET /rest-api/organization/details/{orgId}': readOrganization,
  'PATCH /rest-api/organization/settings/{orgId}': changeSettings,
  'GET /rest-api/organization/venues/{orgUnitId}': listVenues,
  'POST /rest-api/organization/venues/{orgUnitId}': addVenue,
  'PUT /rest-api/organization/venue/{venueId}': changeVenue,
  'DELETE /rest-api/organization/venue/{venueId}': removeVenue,
})
