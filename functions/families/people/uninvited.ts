import type { families as contract } from '#shared/api/families.ts'
import { organizationOf } from '#shared/ids.ts'
import { Problem } from '#shared/problems.ts'
import { takenByAddress } from '../../access/restoreAccess.ts'
import { childrenAmong } from '../../people/childAccount.ts'
import type { CallOf } from '../../serve.ts'
import { type FamilyInvitation, familyInvitations } from '../../table/familyInvitations.ts'
import { type Guardian, isAccessRevoked } from '../../table/guardians.ts'
import { invitationsTo } from '../../table/invitationsByAddress.ts'
import { organizations } from '../../table/organizations.ts'
import { players, isOnActiveTeam } from '../../table/players.ts'
import { profiles } from '../../table/profiles.ts'
import { all } from '../../table/table.ts'
import { inviterCheck, type MayInvite, validInvitations } from './inviters.ts'
import { invitedChildren } from './invitedChildren.ts'
import { unreachedGuardians } from './reachedGuardians.ts'
import { playerContext } from './familyOf.ts'
import { unitPlayers } from '../../people/unitPlayers.ts'

/** Players per page for a club: each costs a query, so the first page is small in order to arrive sooner. */
const [firstPage, pageSize] = [25, 100]

/** The players of a club or a team with the guardians who can be invited; one query per player. */
export async function listUninvited({
  params: { orgUnitId },
  query,
  now,
}: CallOf<typeof contract, 'GET /rest-api/families/uninvited/{orgUnitId}'>) {
  const { name, rows, cursor } = await playersAt(orgUnitId, query.cursor)
  const mayInvite = inviterCheck()
  const contexts = await Promise.all(
    rows.map(async ({ playerId }) => {
      const context = await playerContext(playerId)
      return { ...context, invitations: await validInvitations(context, mayInvite) }
    }),
  )
  const families = contexts.flatMap(({ family }) => family)
  const [people, children] = await Promise.all([
    profiles.byId(families),
    childrenAmong(families, now, { consistent: false }),
  ])
  // Guardians whose access was withdrawn are left out: all are preselected here, they are invited on the player's own page.
  const unreached = contexts.map((each) =>
    unreachedGuardians(
      each,
      each.family.map(({ userId }) => people.get(userId)),
    ).filter((guardian) => !isAccessRevoked(guardian)),
  )
  const [takenAt, throughSiblings] = await Promise.all([
    takenByAddress(unreached.flat().map(({ email }) => email)),
    invitedThroughSiblings(organizationOf(orgUnitId), unreached.flat(), mayInvite),
  ])
  return {
    name,
    players: rows.map((row, i) => {
      const { playerId, firstName, lastName } = row
      const { family = [], invitations = [] } = contexts[i] ?? {}
      const isInvited = (guardian: Guardian) => throughSiblings.has(keyOf(playerId, guardian.email))
      const contacts = (unreached[i] ?? []).filter((guardian) => takenAt(guardian) === undefined)
      // A child's own account alone cannot pay, agree or be written to.
      const hasGuardian = family.some(({ relation, userId }) => relation === 'own' && !children.has(userId))
      const invited =
        contacts.some(isInvited) || invitations.some(({ state, relation }) => state === 'open' && relation === 'own')
      return {
        id: playerId,
        firstName,
        lastName,
        family: hasGuardian ? ('here' as const) : invited ? ('invited' as const) : ('nobody' as const),
        // Players of a team's list are on it; a club's list has players wherever they are.
        ...('teams' in row && !isOnActiveTeam(row) && { onNoTeam: true as const }),
        grownUps: contacts.flatMap((guardian) =>
          guardian.email === undefined || isInvited(guardian)
            ? []
            : [{ name: guardian.name, email: guardian.email, household: guardian.householdId ?? null }],
        ),
      }
    }),
    cursor,
  }
}

async function playersAt(orgUnitId: string, cursor: string | undefined) {
  const isClub = orgUnitId === organizationOf(orgUnitId)
  const [club, { teamName, ...list }] = await Promise.all([
    isClub ? organizations.get({ organizationId: orgUnitId }) : undefined,
    unitPlayers(orgUnitId, { list: 'families', cursor, limit: cursor === undefined ? firstPage : pageSize }),
  ])
  const name = teamName ?? club?.name
  if (name === undefined) throw new Problem('not_found')
  return { ...list, name }
}

const keyOf = (playerId: string, email: string | undefined) => `${playerId} ${email}`

/**
 * Who is invited by an invitation stored at another child of the household, as keys of player and address: it is for each child that it
 * names, as long as its sender still has the right.
 */
async function invitedThroughSiblings(
  organizationId: string,
  contacts: readonly Guardian[],
  mayInvite: MayInvite,
): Promise<Set<string>> {
  const addresses = new Set(contacts.flatMap(({ email, householdId }) => (email && householdId ? [email] : [])))
  const found = await Promise.all(
    [...addresses].map((email) => all<{ kind: string; gsi1sk: string }>(invitationsTo(email, organizationId))),
  )
  const ids = found.flat().flatMap(({ kind, gsi1sk }) => {
    const [playerId = '', invitationId = ''] = gsi1sk.split('#')
    return kind === familyInvitations.kind ? [{ playerId, invitationId }] : []
  })
  const invitationRows = await familyInvitations.getMany(ids, { consistent: true })
  const open = invitationRows.flatMap((each) => (each?.state === 'open' && each.relation === 'own' ? [each] : []))
  // The player's teams matter only for invitations by a right on a team.
  const invitedChildrenOf = await invitedChildren(open)
  const childrenIn = (each: FamilyInvitation) => invitedChildrenOf(each).map(({ playerId }) => playerId)
  const teamPlayerIds = new Set(open.flatMap((each) => (each.teamId === undefined ? [] : childrenIn(each))))
  const playerRows = await players.getMany([...teamPlayerIds].map((playerId) => ({ playerId })))
  const teams = new Map(playerRows.flatMap((player) => (player ? [[player.playerId, player.teams] as const] : [])))
  const isValid = (each: FamilyInvitation, playerId: string) => mayInvite(each, teams.get(playerId) ?? [])
  const invited = await Promise.all(
    open.map(async (each) => {
      if (!(await isValid(each, each.playerId))) return []
      const children = childrenIn(each)
      const isChildValid = await Promise.all(children.map((id) => isValid(each, id)))
      return children.filter((_, i) => isChildValid[i]).map((id) => keyOf(id, each.email))
    }),
  )
  return new Set(invited.flat())
}
