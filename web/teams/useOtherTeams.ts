import { organizationOf } from '#shared/ids.ts'
import { useApi } from '../api.ts'
import { useWhyCannot } from '../shell/useWhyCannot.ts'

/** The teams of a club to which the reader may add players, except `excludedIds`; undefined while unknown. */
export function useOtherTeams(id: string, excludedIds: readonly string[]) {
  const whyCannot = useWhyCannot()
  const { data } = useApi('GET /api/v1/playersAndTeams', {})
  const club = data?.organizations.find((each) => each.id === organizationOf(id))
  return (
    data &&
    (club?.teams ?? []).filter(
      (team) => !team.archived && !excludedIds.includes(team.id) && whyCannot('canEditPlayers', team.id) === undefined,
    )
  )
}
