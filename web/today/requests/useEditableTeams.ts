import { useApi } from '../../api.ts'

/** The teams whose players the reader may edit, and so let others in to: by a right on the team, or on its organization. */
export function useEditableTeams(): { id: string; name: string }[] {
  const { data } = useApi('GET /api/v1/playersAndTeams', {})
  return (data?.organizations ?? []).flatMap(({ permissions, teams }) =>
    teams.filter((team) => [...permissions, ...team.permissions].includes('canEditPlayers')),
  )
}
