import { useApi } from '../api.ts'

/** Whether the reader coaches a team: has any right on it or on its organization. False until that is known. */
export function useIsCoach(teamId: string): boolean {
  const { data } = useApi('GET /api/v1/playersAndTeams', {})
  return (
    data?.organizations.some(({ teams }) =>
      teams.some(({ id, permissions }) => id === teamId && permissions.length > 0),
    ) ?? false
  )
}
