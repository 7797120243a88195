import { dequal } from 'dequal'
import type { teams as contract } from '#shared/api/teams.ts'
import { teamOf } from '#shared/ids.ts'
import { Problem } from '#shared/problems.ts'
import { sportOf } from '#shared/rules/sports.ts'
import type { CallOf } from '../serve.ts'
import { teamAdministrators } from '../table/administrators.ts'
import { organizations } from '../table/organizations.ts'
import { outbox } from '../table/outbox.ts'
import { maxTransactWrites, retryOnConflict, write } from '../table/table.ts'
import { type Team, teams } from '../table/teams.ts'
import { ifUnchanged } from '../table/writes.ts'

type Api = typeof contract
type Fields = CallOf<Api, 'POST /rest-api/teams/create/{orgId}'>['body']

const fieldsOf = ({ name, sport, season, color, isRosterVisible }: Omit<Fields, 'teamId'>) => ({
  name,
  sport: sportOf(sport),
  isRosterVisible,
  ...(season && { season }),
  ...(color && { color }),
})

/**
 * Creates a team with a licence of its organization, on the condition that the organization's name, which the team copies, is unchanged.
 * Idempotent; throws if an earlier try of the same call had other values.
 */
export const createTeam = ({ params: { orgId }, body, stamp }: CallOf<Api, 'POST /rest-api/teams/create/{orgId}'>) =>
  retryOnConflict(async () => {
    const { teamId } = body
    const organization = await organizations.get({ organizationId: orgId }, { consistent: true })
    if (!organization) throw new Problem('not_found')
    const { name } = organization
    const team: Team = { teamId, organizationName: name, ...fieldsOf(body) }
    const nameCheck = organizations.check({ organizationId: orgId }, [['name', '=', name]])
    const outcome = await write(stamp, ...teams.createLicensed(team), nameCheck)
    if (outcome === 'repeated' && !hasSameFields(await teams.read({ teamId }), team)) throw new Problem('saved_before')
    return { id: teamId }
  })

const hasSameFields = (one: Team, other: Team): boolean =>
  (['name', 'sport', 'season', 'color', 'isRosterVisible'] as const).every((field) => dequal(one[field], other[field]))

const editableFieldsOf = ({ name, sport, season = '', color = '', isRosterVisible }: Team) => ({
  ...{ name, sport: sport.name, season, color },
  isRosterVisible,
})

/** Changes a team. Copies of its name are updated by `copies/`. */
export const changeTeam = ({ params: { teamId }, body, stamp }: CallOf<Api, 'PUT /rest-api/teams/team/{teamId}'>) =>
  retryOnConflict(async () => {
    const { before, ...fields } = body
    const storedTeam = await teams.read({ teamId })
    const { organizationName } = storedTeam
    const team: Team = { teamId, organizationName, ...fieldsOf(fields) }
    if (before && hasSameFields(storedTeam, team)) return { id: teamId }
    // The form sends the whole team: based on an outdated one, it would overwrite another user's change.
    if (before && !dequal(editableFieldsOf(storedTeam), before)) throw new Problem('conflict')
    await write(stamp, ...teams.rename(team, ifUnchanged(storedTeam)))
    return { id: teamId }
  })

/** So many coaches are told: beside their mails there is room in the transaction for the team and its licence. */
const maxNotified = maxTransactWrites - 10

/** Archives a team, and mails its coaches. */
export async function archiveTeam({
  userId,
  params: { orgUnitId },
  stamp,
}: CallOf<Api, 'POST /o/{orgUnitId}/archive'>) {
  const teamId = requireTeamId(orgUnitId)
  const about = { teamId, archivedAt: stamp.at }
  const coaches = (await teamAdministrators.of({ teamId })).filter((coach) => coach.userId !== userId)
  const mails = coaches
    .slice(0, maxNotified)
    .map((coach) => outbox.add(stamp, { letter: 'teamArchived', to: { userId: coach.userId }, about }))
  await teams.archive(stamp, { teamId }, mails)
  return { success: true, message: 'Successfully archived team' }
}

export async function unarchiveTeam({ params: { orgUnitId }, stamp }: CallOf<Api, 'POST /o/{orgUnitId}/unarchive'>) {
  await teams.unarchive(stamp, { teamId: requireTeamId(orgUnitId) })
  return { success: true, message: 'Successfully unarchived team' }
}

/** Only a team can be archived, not a whole organization. */
function requireTeamId(orgUnitId: string): string {
  if (teamOf(orgUnitId) === undefined) throw new Problem('not_found')
  return orgUnitId
}
