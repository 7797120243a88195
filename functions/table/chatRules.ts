import { by, entity } from './entity.ts'
import { type Organization, type OrganizationId, organizationPartition, settingsOf } from './organizations.ts'
import { type Range, startingWith } from './table.ts'

/**
 * How a club has its chat; without it, as it is for everybody. `offTeams`: the teams in which it is switched off.
 * `readAlongUntil`: the birthday up to which guardians read along. `keepMonths`: for how long messages are kept, by clubs whose
 * own id is in `limited`.
 */
export type ChatRules = {
  offTeams?: string[]
  directOff?: boolean
  readAlongUntil?: number
  limited?: string
  keepMonths?: number
}
const list = 'CHAT-LIMITED'
export const chatRules = {
  ...entity<ChatRules, OrganizationId>('Chat rules', {
    key: (id) => ({ pk: organizationPartition(id), sk: 'CHAT-RULES' }),
    gsi2: by(['limited'], ({ limited }) => [list, limited]),
  }),
  /** The clubs that do not keep what was written for ever. */
  limited: (): Range => ({ index: 'gsi2', pk: list, ...startingWith('o') }),
}

/** Whether chat is on in a club, as its settings say, or in one of its teams. */
export const isChatOn = (
  organization: Organization | undefined,
  { offTeams = [] }: ChatRules = {},
  teamId?: string,
): boolean =>
  organization !== undefined &&
  settingsOf(organization).chatEnabled &&
  (teamId === undefined || !offTeams.includes(teamId))
