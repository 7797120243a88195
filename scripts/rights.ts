import { routes } from '#shared/api/index.ts'
import type { Place } from '#shared/api/route.ts'
import { alphabet, type Subject } from '#shared/ids.ts'
import { type Access, can, type Caller, type Flag, flags, isOpen, noAccess, staffRoles } from '#shared/permissions.ts'

/**
 * Prints the rights matrix of the contract: a row for each route, a column for each role and relation, and in each cell
 * whether that caller may call the route for their own team, player, event, invite or fee. `~`: only if the player is
 * on that team.
 */
const part = (letter: string) => letter + alphabet.slice(0, 11)
const organizationId = part('o')
const teamId = `${organizationId}.${part('t')}`
const playerId = `${organizationId}.${part('p')}`
const team = { id: teamId, name: 'Team' }
const player = { id: playerId, firstName: 'A', lastName: 'Player', teams: [team] }

const caller = (access: Partial<Access>, groups: readonly string[] = []): Caller => ({
  access: { ...noAccess('somebody'), ...access },
  groups,
})
const club = (access: { flags?: Flag[]; teams: Access['organizations'][number]['teams'] }) =>
  caller({ organizations: [{ id: organizationId, name: 'Club', ...access }] })

const columns: [name: string, caller: Caller][] = [
  ['signed in', caller({})],
  ['family', caller({ players: [player] })],
  ['follower', caller({ following: [player] })],
  ...flags.map((flag): [string, Caller] => [`club ${flag}`, club({ flags: [flag], teams: [] })]),
  ...flags.map((flag): [string, Caller] => [`team ${flag}`, club({ teams: [{ ...team, flags: [flag] }] })]),
  ...staffRoles.map((role): [string, Caller] => [role, caller({}, [role])]),
]

/** The subject of the permission check, by the name of the parameter that holds its id. */
function subjectAt(place: Place | undefined, withTeam: boolean): Subject | undefined {
  const name = place?.split('.')[1]
  if (name === undefined) return undefined
  if (/^(orgId|organizationId|fileId|tagId|agreementId|paymentAccountId)$/.test(name)) return { organizationId }
  if (name === 'playerId') return { organizationId, playerId, ...(withTeam && { teamId }) }
  if (name.startsWith('invite')) return { organizationId, teamId, playerId, eventId: `${teamId}.${part('e')}` }
  if (name === 'feePlayerId') return { organizationId, teamId, playerId, feeId: `${teamId}.${part('d')}` }
  return { organizationId, teamId }
}

console.log(['route', 'anyone', ...columns.map(([name]) => name)].join('\t'))
for (const { key, route } of routes) {
  const subject = subjectAt(route.subject, route.team !== undefined)
  const cells = columns.map(([, caller]) => {
    if (isOpen(route.can)) return '+'
    const { allowed, ifOnTeam } = can(caller, route.can, subject)
    return allowed ? (ifOnTeam ? '~' : '+') : '-'
  })
  console.log([key, isOpen(route.can) ? '+' : '-', ...cells].join('\t'))
}
