import { teamOf } from '#shared/ids.ts'
import { useApi } from '../api.ts'

/**
 * Whether a conversation belongs to an archived team, by the teams of the reader's players and those they manage. Its former
 * members can still read it, and this season's team may have the same name.
 */
export function useIsArchived(): (conversation: { conversationSid: string; type: string }) => boolean {
  const { players = [], following = [], organizations = [] } = useApi('GET /api/v1/playersAndTeams', {}).data ?? {}
  const playerTeams = [...players, ...following].flatMap(({ orgUnits }) => orgUnits)
  const archivedIds = new Set([
    ...playerTeams.flatMap(({ id, dateArchived }) => (id !== undefined && dateArchived !== null ? [id] : [])),
    ...organizations.flatMap(({ teams }) => teams.flatMap((team) => (team.archived ? [team.id] : []))),
  ])
  return ({ conversationSid, type }) => type === 'team' && archivedIds.has(teamOf(conversationSid) ?? '')
}
