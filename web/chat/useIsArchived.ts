import { teamOf } from '#shared/ids.ts'
import { useApi } from '../api.ts'

/**
 * Whether it is the conversation of a team that plays no more, by the teams of the reader's players and those that they run or coach:
 * whoever was on it reads there still, also who has left since, and this season's team may be called the same.
 */
export function useIsArchived(): (conversation: { conversationSid: string; type: string }) => boolean {
  const { players = [], following = [], organizations = [] } = useApi('GET /api/v1/playersAndTeams', {}).data ?? {}
  const played = [...players, ...following].flatMap(({ orgUnits }) => orgUnits)
  const archived = new Set([
    ...played.flatMap(({ id, dateArchived }) => (id !== undefined && dateArchived !== null ? [id] : [])),
    ...organizations.flatMap(({ teams }) => teams.flatMap((team) => (team.archived ? [team.id] : []))),
  ])
  return ({ conversationSid, type }) => type === 'team' && archived.has(teamOf(conversationSid) ?? '')
}
