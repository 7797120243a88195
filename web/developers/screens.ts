import type { ScreenRecord } from '../screenRecord.ts'

export const developersScreens = {
  accessTokens: {
    path: '/access-tokens',
    name: 'access tokens',
    file: 'developers/TokensScreen',
    frame: 'shell',
    first: { route: 'GET /rest-api/developers/tokens' },
  },
  developers: { path: '/developers', name: 'for developers', file: 'developers/DevelopersScreen', frame: 'open' },
  clubDevelopers: {
    path: '/:orgId/developers',
    name: 'programs of a club',
    file: 'developers/ClubDevelopersScreen',
    frame: 'shell',
    about: 'club',
    swap: [],
    can: 'canEditAdministrators',
    first: { route: 'GET /rest-api/developers/club/{orgId}' },
    beside: [{ route: 'GET /rest-api/developers/club/{orgId}/webhooks' }],
  },
} as const satisfies Record<string, ScreenRecord>
