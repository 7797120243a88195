import { by, entity } from './entity.ts'
import { type Organization, type OrganizationId, organizationPartition, settingsOf } from './organizations.ts'
import { type Range, startingWith } from './table.ts'

/**
 * A club's chat settings; without them the defaults apply. `offTeams`: teams in which chat is off. `readAlongUntil`: the birthday
 * up to which guardians can read along. `keepMonths`: how long messages are kept, for clubs with `limited`, which is their own
 * id.
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
  /** The clubs that keep messages for a limited time. */
  withRetention: (): Range => ({ index: 'gsi2', pk: list, ...startingWith('o') }),
}

/** Whether chat is on in a club, by its settings, or in one of its teams. */
export const isChatOn = (
  organization: Organization | undefined,
  { offTeams = [] }: ChatRules = {},
  teamId?: string,
): boolean =>
  organization !== undefined &&
  settingsOf(organization).chatEnabled &&
  (teamId === undefined || !offTeams.includes(teamId))
