import { entity } from './entity.ts'
import { type OrganizationId, organizationPartition } from './organizations.ts'

/** How a club has its chat; without it, as it is for everybody. `offTeams`: the teams in which it is switched off. */
export type ChatRules = { off?: boolean; offTeams?: string[]; directOff?: boolean }
export const chatRules = entity<ChatRules, OrganizationId>('Chat rules', {
  key: (id) => ({ pk: organizationPartition(id), sk: 'CHAT-RULES' }),
})

/** Whether chat is on in a club, or in one of its teams. */
export const isChatOn = ({ off = false, offTeams = [] }: ChatRules = {}, teamId?: string): boolean =>
  !off && (teamId === undefined || !offTeams.includes(teamId))
