import type { ScreenRecord } from '../screenRecord.ts'

export const academyScreens = {
  academy: {
    path: '/academy',
    name: 'Academy',
    file: 'academy/AcademyScreen',
    frame: 'shell',
    first: { route: 'GET /rest-api/academy/organization-player' },
  },
  anyStorage: {
    path: '/academy/storage/organization/:folderId?',
    name: 'library of the club that is selected',
    file: 'academy/AnyStorageScreen',
    frame: 'shell',
  },
  storage: {
    path: '/academy/storage/:orgId/:teamId?/organization/:folderId?',
    name: 'StoragePage',
    file: 'academy/StorageScreen',
    frame: 'shell',
    about: 'organization',
    swap: [],
    first: { route: 'GET /rest-api/academy/storage/organization/{orgId}', query: 'library' },
    beside: [
      { route: 'GET /rest-api/academy/org-admin/level/organization/{orgId}' },
      { route: 'GET /rest-api/academy/storage/tag', query: 'tags' },
    ],
  },
  playerStorage: {
    path: '/academy/storage/organization/:organizationId/player/:playerId/:folderId?',
    name: 'StoragePage of a player',
    file: 'academy/PlayerStorageScreen',
    frame: 'shell',
    about: 'players',
    first: { route: 'GET /rest-api/academy/storage/organization/{orgId}/player/{playerId}', query: 'library' },
    beside: [
      { route: 'GET /rest-api/academy/org-admin/level/organization/{orgId}' },
      { route: 'GET /rest-api/academy/storage/tag', query: 'tags' },
    ],
  },
} as const satisfies Record<string, ScreenRecord>
