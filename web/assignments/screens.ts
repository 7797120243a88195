import type { ScreenRecord } from '../screenRecord.ts'

export const assignmentsScreens = {
  assignmentsHome: {
    path: '/academy/assignment/organization',
    name: 'AssignmentsPage',
    file: 'assignments/AssignmentsHomeScreen',
    frame: 'shell',
  },
  assignments: {
    path: '/academy/assignment/:orgId/:teamId?/organization',
    name: 'AssignmentsPage of an organization',
    file: 'assignments/AssignmentsScreen',
    frame: 'shell',
    about: 'organization',
    swap: [],
    first: { route: 'GET /rest-api/assignment/organization/{orgUnitId}', query: 'openTasks' },
  },
  playerTasks: {
    path: '/academy/assignment/organization/:organizationId/player/:playerId',
    name: 'AssignmentsPage of a player',
    file: 'assignments/PlayerTasksScreen',
    frame: 'shell',
    about: 'players',
    first: { route: 'GET /rest-api/assignment/player/{playerId}', query: 'openTasks' },
  },
  libraryTask: {
    path: '/academy/task/:type/:storageItemId',
    name: 'task of the library',
    file: 'assignments/LibraryTaskScreen',
    frame: 'shell',
    first: { route: 'GET /rest-api/academy/storage/organization/{orgId}/storage-item/{storageItemId}' },
  },
} as const satisfies Record<string, ScreenRecord>
