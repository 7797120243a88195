import { organizationOf } from '#shared/ids.ts'
import { withTeam, writeWithAccess } from '../table/access.ts'
import { type Administrator, type Team, teamAdministrators } from '../table/map.ts'

/** Makes someone a coach of one team, with these rights on it. */
export const appointCoach = (team: Team, coach: Administrator): Promise<void> =>
  writeWithAccess(
    coach.userId,
    ({ organizations }) => ({
      organizations: withTeam(
        organizations,
        { id: organizationOf(team.teamId), name: team.organizationName },
        { id: team.teamId, name: team.name, flags: coach.flags },
      ),
    }),
    teamAdministrators.create({ ...coach, teamId: team.teamId }),
  )
