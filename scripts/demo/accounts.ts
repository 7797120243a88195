import type { Flag } from '#shared/permissions.ts'
import { flags } from '#shared/permissions.ts'

/** The demo's accounts, for the stage local only. All are fictional. */
export const demoPassword = 'Touchline-2026'

export type Account = { email: string; firstName: string; lastName: string; is: string; group?: string }
const at = 'demo.touchline.test'
export const accounts = {
  staff: {
    email: `staff@${at}`,
    firstName: 'Stella',
    lastName: 'Staff',
    is: 'the product’s own people',
    group: 'ROLE_ADMIN',
  },
  admin: { email: `admin@${at}`, firstName: 'Anders', lastName: 'Admin', is: 'administrator of both clubs' },
  coach: { email: `coach@${at}`, firstName: 'Carmen', lastName: 'Coach', is: 'coach of the U12 Falcons' },
  parent: {
    email: `parent@${at}`,
    firstName: 'Paula',
    lastName: 'Moreno',
    is: 'parent of three in two teams, follows one more',
  },
  parent2: {
    email: `parent2@${at}`,
    firstName: 'Peter',
    lastName: 'Okafor',
    is: 'parent of two, one of them in two teams',
  },
  fan: { email: `fan@${at}`, firstName: 'Frida', lastName: 'Fan', is: 'follows players, has none' },
  nobody: { email: `nobody@${at}`, firstName: 'Nils', lastName: 'Nobody', is: 'has no players' },
} as const satisfies Record<string, Account>
export type AccountName = keyof typeof accounts

export const adminFlags: Flag[] = [...flags]
export const coachFlags: Flag[] = [
  'canEditPlayers',
  'canEditTeam',
  'canEditEvents',
  'canSendMessages',
  'canReceiveAvailabilityEmails',
  'chatEnabled',
]
