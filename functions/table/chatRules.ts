import { entity } from './entity.ts'
import { type Organization, type OrganizationId, organizationPartition, settingsOf } from './organizations.ts'

/**
 * How a club has its chat; without it, as it is for everybody. `offTeams`: the teams in which it is switched off.
 * `readAlongUntil`: the birthday up to which guardians read along.
 */
export type ChatRules = { offTeams?: string[]; directOff?: boolean; readAlongUntil?: number }
export const chatRules = entity<ChatRules, OrganizationId>('Chat rules', {
  key: (id) => ({ pk: organizationPartition(id), sk: 'CHAT-RULES' }),
})

/** Whether chat is on in a club, as its settings say, or in one of its teams. */
export const isChatOn = (
  organization: Organization | undefined,
  { offTeams = [] }: ChatRules = {},
  teamId?: string,
): boolean =>
  organization !== undefined &&
  settingsOf(organization).chatEnabled &&
  (teamId === undefined || !offTeams.includes(teamId))
