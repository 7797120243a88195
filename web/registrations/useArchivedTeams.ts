import { useApi } from '../api.ts'
import { useWhyCannot } from '../shell/useWhyCannot.ts'

/** A club's archived teams whose registrations the user manages. */
export function useArchivedTeams(orgId: string) {
  const whyCannot = useWhyCannot()
  const { data } = useApi('GET /api/v1/playersAndTeams', {})
  const teams = data?.organizations.find(({ id }) => id === orgId)?.teams ?? []
  return teams.filter(({ id, archived }) => archived && whyCannot('canManageRegistration', id) === undefined)
}
