import type { AnswerOf } from '../api.ts'
import { paths } from '../paths.ts'

export type PlayersAndTeams = AnswerOf<'GET /api/v1/playersAndTeams'>
/** What a person looks at: their own players, or an organization, or a team in it. */
export type Selection = 'players' | { orgId: string; teamId?: string }

/** What an address is about; undefined for one that is about neither, such as Today. */
export function selectionIn(pathname: string): Selection | undefined {
  if (/^\/(players|calendar)\/?$/.test(pathname)) return 'players'
  const [, orgId, teamId] = /^\/(o[^/.]+)(?:\/(o[^/]+))?\/(?:teams|calendar)\/?$/.exec(pathname) ?? []
  return orgId ? { orgId, ...(teamId && { teamId }) } : undefined
}

/** What is selected when nothing was yet: own players; for somebody with one team and no player, that team. */
export function firstSelection({ players, following, organizations }: PlayersAndTeams): Selection | undefined {
  if (players.length + following.length > 0) return 'players'
  const [organization, ...others] = organizations.filter(({ teams, orgAdmin }) => orgAdmin || teams.length > 0)
  const [team, ...moreTeams] = organization?.teams ?? []
  if (!organization || !team || others.length + moreTeams.length > 0) return undefined
  return { orgId: organization.id, teamId: team.id }
}

const organizationOf = (selection: Selection | undefined, data: PlayersAndTeams) =>
  typeof selection === 'object' ? data.organizations.find(({ id }) => id === selection.orgId) : undefined

/** True when somebody looks as a coach: at an organization or team that they administer. */
export function isCoaching(selection: Selection | undefined, data: PlayersAndTeams): boolean {
  const organization = organizationOf(selection, data)
  if (!organization || typeof selection !== 'object') return false
  return selection.teamId ? organization.teams.some(({ id }) => id === selection.teamId) : organization.orgAdmin
}

/**
 * True when an organization or team is among what a person can see: what they administer, and where their players and
 * those they follow are. A player's id begins with the organization's.
 */
export function isTheirs(selection: Selection, data: PlayersAndTeams): boolean {
  if (selection === 'players' || isCoaching(selection, data)) return true
  if (!selection.teamId) return false
  return [...data.players, ...data.following].some(({ id }) => id.startsWith(`${selection.orgId}.`))
}

/** `myPlayers`, `selectATeam`, or the name of the team or organization. A family looking at a team is still with its players. */
export function titleOf(
  selection: Selection | undefined,
  data: PlayersAndTeams,
): { text: 'myPlayers' | 'selectATeam' } | { name: string } {
  const organization = organizationOf(selection, data)
  if (organization && typeof selection === 'object' && isCoaching(selection, data)) {
    return { name: organization.teams.find(({ id }) => id === selection.teamId)?.name ?? organization.name }
  }
  const hasPlayers = data.players.length + data.following.length > 0
  return { text: selection === 'players' || (selection && hasPlayers) ? 'myPlayers' : 'selectATeam' }
}

/** Pages that are the same whatever is selected. */
const forAll = /^\/(today|user\/edit\/[^/]+)\/?$/

/**
 * Where choosing leads: the same page with the ids swapped. From players to a team it is the team's roster, to players
 * it is theirs, and a page that the chosen one does not have gives way to its roster. A calendar keeps its month, which
 * stands in `search`.
 */
export function destination(pathname: string, search: string, wasCoaching: boolean, wanted: Selection): string {
  if (wanted === 'players') return paths.players()
  const { orgId, teamId } = wanted
  const roster = teamId ? paths.team(orgId, teamId) : paths.organization(orgId)
  if (!wasCoaching) return roster
  if (forAll.test(pathname)) return pathname + search
  const ofTeam = typeof selectionIn(pathname) === 'object'
  return teamId && ofTeam && pathname.endsWith('/calendar') ? paths.calendar(orgId, teamId) + search : roster
}

/** Up to three team names, and how many more there are. Organizations and archived teams are not where a player plays. */
export function teamNames(orgUnits: PlayersAndTeams['players'][number]['orgUnits']): { names: string[]; more: number } {
  const teams = orgUnits.filter(({ isOrganization, dateArchived }) => !isOrganization && dateArchived === null)
  return { names: teams.slice(0, 3).map(({ name }) => name), more: Math.max(0, teams.length - 3) }
}
