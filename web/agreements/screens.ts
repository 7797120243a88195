import type { ScreenRecord } from '../screenRecord.ts'

export const agreementsScreens = {
  agreements: {
    path: '/agreements/:id?',
    name: 'Waivers & Agreements',
    file: 'agreements/AgreementsScreen',
    frame: 'dialog',
    dialog: 'page',
    first: { route: 'GET /rest-api/agreements/mine', query: 'mine' },
  },
  agreementProof: {
    path: '/agreements/:agreementId/proof/:playerId',
    name: 'proof of an agreement',
    file: 'agreements/ProofScreen',
    frame: 'dialog',
    dialog: 'page',
    first: { route: 'GET /rest-api/agreements/agreement/{agreementId}/proof/{playerId}', query: 'familyTeam' },
  },
} as const satisfies Record<string, ScreenRecord>
