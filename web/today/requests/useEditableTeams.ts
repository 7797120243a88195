import { useApi } from '../../api.ts'

/**
 * The teams to which the reader may grant access: those whose players they may edit, by a right on the team or its organization.
 */
export function useEditableTeams(): { id: string; name: string }[] {
  const { data } = useApi('GET /api/v1/playersAndTeams', {})
  return (data?.organizations ?? []).flatMap(({ permissions, teams }) =>
    teams.filter((team) => [...permissions, ...team.permissions].includes('canEditPlayers')),
  )
}
