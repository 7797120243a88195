import { organization } from '#shared/api/organization.ts'
import { serve } from '../serve.ts'
import { changeAdministrator, leaveUnit, listAdministrators, removeAdministrator } from './administrators.ts'
import {
  acceptInvitation,
  declineInvitation,
  inviteAdministrator,
  readInvitation,
  withdrawInvitation,
} from './invitations.ts'
import { changeLinks, listLinks } from './links.ts'
import { putLogo, removeLogo } from './logo.ts'
import { changeSettings, changeTerms, listOrganizations, readOrganization } from './settings.ts'
import { addVenue, changeVenue, listVenues, removeVenue } from './venues.ts'

export const handler = serve(organization, {
  'GET /rest-api/organization/details': listOrganizations,
  'GET /rest-api/organization/details/{orgId}': readOrganization,
  'PATCH /rest-api/organization/settings/{orgId}': changeSettings,
  'PUT /rest-api/organization/logo/{orgId}': putLogo,
  'DELETE /rest-api/organization/logo/{orgId}': removeLogo,
  'PATCH /rest-api/organization/terms/{orgId}': changeTerms,
  'GET /rest-api/organization/administrators/{orgUnitId}': listAdministrators,
  'POST /rest-api/organization/administrators/{orgUnitId}/invite': inviteAdministrator,
  'PUT /rest-api/organization/administrators/{orgUnitId}/{userId}': changeAdministrator,
  'DELETE /rest-api/organization/administrators/{orgUnitId}/{userId}': removeAdministrator,
  'POST /rest-api/organization/leave': leaveUnit,
  'DELETE /rest-api/organization/invitation/{invitationId}': withdrawInvitation,
  'GET /rest-api/organization/invitation/{invitationId}': readInvitation,
  'POST /rest-api/organization/invitation/{invitationId}/accept': acceptInvitation,
  'POST /rest-api/organization/invitation/{invitationId}/decline': declineInvitation,
  'GET /rest-api/organization/links/{orgUnitId}': listLinks,
  'PUT /rest-api/organization/links/{orgUnitId}': changeLinks,
  'GET /rest-api/organization/venues/{orgUnitId}': listVenues,
  'POST /rest-api/organization/venues/{orgUnitId}': addVenue,
  'PUT /rest-api/organization/venue/{venueId}': changeVenue,
  'DELETE /rest-api/organization/venue/{venueId}': removeVenue,
})
