import type { ScreenRecord } from '../screenRecord.ts'

export const familiesScreens = {
  family: {
    path: '/family/:playerId',
    name: 'family of a player',
    file: 'families/FamilyScreen',
    frame: 'dialog',
    first: { route: 'GET /rest-api/families/player/{playerId}', query: 'familyTeam' },
  },
  invitation: {
    path: '/invitation',
    name: 'invitation to a family',
    file: 'families/InvitationScreen',
    frame: 'bare',
  },
  addPlayers: {
    path: '/o/:unitId/addPlayers',
    name: 'add players',
    file: 'families/AddPlayersScreen',
    frame: 'dialog',
    dialog: 'page',
    can: 'canEditPlayers',
    first: { route: 'GET /rest-api/organization/details/{orgId}' },
  },
  inviteFamilies: {
    path: '/o/:unitId/inviteFamilies',
    name: 'invite families',
    file: 'families/InviteFamiliesScreen',
    frame: 'dialog',
    dialog: 'page',
    can: 'canEditPlayers',
    first: { route: 'GET /rest-api/families/uninvited/{orgUnitId}', query: 'nothing' },
  },
} as const satisfies Record<string, ScreenRecord>
