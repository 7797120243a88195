import type { Flag } from '#shared/permissions.ts'
import { flags } from '#shared/permissions.ts'

/** The demo's accounts, all fictional, for stage local only. */
export const demoPassword = 'Touchline-2026'

export type Account = { email: string; firstName: string; lastName: string; description: string; group?: string }
const at = 'demo.touchline.test'
export const accounts = {
  staff: {
    email: `staff@${at}`,
    firstName: 'Stella',
    lastName: 'Staff',
    description: 'the product’s own people',
    group: 'ROLE_ADMIN',
  },
  admin: { email: `admin@${at}`, firstName: 'Anders', lastName: 'Admin', description: 'administrator of both clubs' },
  coach: { email: `coach@${at}`, firstName: 'Carmen', lastName: 'Coach', description: 'coach of the U12 Falcons' },
  parent: {
    email: `parent@${at}`,
    firstName: 'Paula',
    lastName: 'Moreno',
    description: 'parent of three in two teams, follows one more',
  },
  parent2: {
    email: `parent2@${at}`,
    firstName: 'Peter',
    lastName: 'Okafor',
    description: 'parent of two, one of them in two teams',
  },
  child: {
    email: `child@${at}`,
    firstName: 'Anna',
    lastName: 'Becker',
    description: 'a player of 13, in the U15 Ospreys',
  },
  teen: {
    email: `teen@${at}`,
    firstName: 'Daniel',
    lastName: 'Kowalski',
    description: 'a player of 17, in the U19 Cormorants',
  },
  fan: { email: `fan@${at}`, firstName: 'Frida', lastName: 'Fan', description: 'follows players, has none' },
  nobody: { email: `nobody@${at}`, firstName: 'Nils', lastName: 'Nobody', description: 'has no players' },
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
