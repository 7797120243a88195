import type { Can } from '#shared/permissions.ts'
import type { ScreenRecord } from '../screenRecord.ts'

/** Anyone who manages a club; each settings page requires its own right in addition. */
const runsClub: Can = {
  anyOf: ['canEditTeam', 'canEditAdministrators', 'canManageRegistration', 'canEditBilling', 'canAddNewTeams'],
}

export const settingsScreens = {
  join: {
    path: '/join/:invitationId',
    name: 'invitation to administer',
    file: 'settings/JoinScreen',
    frame: 'shell',
    first: { route: 'GET /rest-api/organization/invitation/{invitationId}' },
  },
  settings: {
    path: '/settings/:id/:page',
    name: 'Organization Settings',
    file: 'settings/SettingsScreen',
    frame: 'dialog',
    can: runsClub,
    first: { route: 'GET /rest-api/organization/details/{orgId}' },
    beside: [{ route: 'GET /rest-api/organization/administrators/{orgUnitId}', query: 'administrators' }],
  },
  organizations: {
    path: '/organizations',
    name: 'organizations',
    file: 'settings/OrganizationsScreen',
    frame: 'shell',
    first: { route: 'GET /rest-api/organization/details' },
  },
  links: {
    path: '/links/:id',
    name: 'Links',
    file: 'settings/LinksScreen',
    frame: 'dialog',
    dialog: 'page',
    first: { route: 'GET /rest-api/organization/links/{orgUnitId}' },
  },
  venues: {
    path: '/venues/:orgId',
    name: 'venues',
    file: 'settings/VenuesScreen',
    frame: 'dialog',
    dialog: 'page',
    first: { route: 'GET /rest-api/organization/venues/{orgUnitId}' },
  },
} as const satisfies Record<string, ScreenRecord>
