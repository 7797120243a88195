import { kindOf, organizationOf as clubOf, teamOf } from '#shared/ids.ts'
import type { Can } from '#shared/permissions.ts'
import type { AnswerOf } from '../api.ts'
import { fillPath, paths, screenAt, subjectAt } from '../paths.ts'

export type PlayersAndTeams = AnswerOf<'GET /api/v1/playersAndTeams'>
/** The current context: the user's players, an organization, or a team in it. */
export type Selection = 'players' | { orgId: string; teamId?: string }

/** Whether an address is about a whole club, without a team. */
export const isOfClub = (pathname: string): boolean => screenAt(pathname).record.about === 'club'

/** The context in an address; undefined if it has none, such as Today. */
export function parseSelection(pathname: string): Selection | undefined {
  const { record, params } = screenAt(pathname)
  if (record.about === 'players') return 'players'
  const { orgId, teamId } = params
  return record.about && orgId ? { orgId, ...(teamId && { teamId }) } : undefined
}

/**
 * The context of pages without their own place in a club, such as settings and the log: by the id in their address. It is used
 * only while nothing else is selected.
 */
export function findMentioned(pathname: string, data: PlayersAndTeams): Selection | undefined {
  const id = subjectAt(screenAt(pathname).params)
  const kind = id === undefined ? undefined : kindOf(id)
  if (id === undefined || !(kind === 'organization' || kind === 'team' || kind === 'event')) return undefined
  const teamId = teamOf(id)
  const selection = { orgId: clubOf(id), ...(teamId && { teamId }) }
  return isCoaching(selection, data) ? selection : undefined
}

/** The initial selection: the user's players if they have any; otherwise their only active team, if there is exactly one. */
export function findInitialSelection({ players, following, organizations }: PlayersAndTeams): Selection | undefined {
  if (players.length + following.length > 0) return 'players'
  const [organization, ...otherOrganizations] = organizations.filter(
    ({ teams, orgAdmin }) => orgAdmin || teams.length > 0,
  )
  const allTeams = organization?.teams ?? []
  const activeTeams = allTeams.filter(({ archived }) => !archived)
  const [team, ...moreTeams] = activeTeams.length > 0 ? activeTeams : allTeams
  if (!organization || !team || otherOrganizations.length + moreTeams.length > 0) return undefined
  return { orgId: organization.id, teamId: team.id }
}

const findOrganization = (selection: Selection | undefined, data: PlayersAndTeams) =>
  typeof selection === 'object' ? data.organizations.find(({ id }) => id === selection.orgId) : undefined

/** Whether a selection is an organization or team that the user coaches or administers. */
export function isCoaching(selection: Selection | undefined, data: PlayersAndTeams): boolean {
  const organization = findOrganization(selection, data)
  if (!organization || typeof selection !== 'object') return false
  return selection.teamId ? organization.teams.some(({ id }) => id === selection.teamId) : organization.orgAdmin
}

/**
 * Whether the user can see an organization or team: they administer it, or have or follow a player there. A player's id begins
 * with the organization's.
 */
export function isVisibleToUser(selection: Selection, data: PlayersAndTeams): boolean {
  if (selection === 'players' || isCoaching(selection, data)) return true
  return selection.teamId !== undefined && hasPlayerIn(selection.orgId, data)
}

/** Whether this is a whole organization in which the user coaches a team, or has or follows a player. */
export const isInUsersClub = (selection: Selection, data: PlayersAndTeams): boolean =>
  selection !== 'players' &&
  selection.teamId === undefined &&
  (findOrganization(selection, data) !== undefined || hasPlayerIn(selection.orgId, data))

/**
 * Resolves the context in an address: a whole club that the user does not administer becomes their team in it (that of
 * `lastSelection` if it is there), or their players. On a club page (`isClubPage`), which has no team in its address, the last
 * team stays selected for administrators too.
 */
export function resolveSelection(
  addressed: Selection,
  data: PlayersAndTeams,
  lastSelection: Selection | undefined,
  isClubPage = false,
): Selection {
  if (addressed === 'players' || !isInUsersClub(addressed, data)) return addressed
  const { orgId } = addressed
  const isAdministered = isCoaching(addressed, data)
  if (isAdministered && !isClubPage) return addressed
  if (
    lastSelection &&
    lastSelection !== 'players' &&
    lastSelection.orgId === orgId &&
    lastSelection.teamId &&
    isCoaching(lastSelection, data)
  )
    return lastSelection
  if (isAdministered) return addressed
  const [team] = findOrganization(addressed, data)?.teams ?? []
  return team ? { orgId, teamId: team.id } : 'players'
}

const hasPlayerIn = (orgId: string, { players, following }: PlayersAndTeams) =>
  [...players, ...following].some(({ id }) => id.startsWith(`${orgId}.`))

/** `myPlayers`, `selectATeam`, or the name of the team or organization. A family that looks at a team stays with its players. */
export function toTitle(
  selection: Selection | undefined,
  data: PlayersAndTeams,
): { text: 'myPlayers' | 'selectATeam' } | { name: string } {
  const organization = findOrganization(selection, data)
  if (organization && typeof selection === 'object' && isCoaching(selection, data)) {
    return { name: organization.teams.find(({ id }) => id === selection.teamId)?.name ?? organization.name }
  }
  const hasPlayers = data.players.length + data.following.length > 0
  return { text: selection === 'players' || (selection && hasPlayers) ? 'myPlayers' : 'selectATeam' }
}

/** The page of a team's roster, or of an organization's teams. */
export const toRosterPath = ({ orgId, teamId }: Exclude<Selection, 'players'>): string =>
  teamId ? paths.team({ orgId, teamId }) : paths.organization({ orgId })

/** `fan` and `coach` see different pages; undefined while nothing is selected. */
export type View = 'fan' | 'coach' | undefined

/**
 * The address after choosing another context: the same page with the ids swapped, as its screen record says; for a page about a
 * whole club, that of the chosen club if the user may open it. Switching between views leads to the players or the roster, which
 * is also the fallback for pages that the chosen context does not have.
 */
export function toSwitchedPath(
  pathname: string,
  search: string,
  view: View,
  next: Selection,
  isAllowed: (can: Can, orgId: string) => boolean,
): string {
  if (next === 'players') return paths.players()
  const { record, params } = screenAt(pathname)
  const isSameView = view !== 'fan'
  const isIndependent = record.about === undefined && subjectAt(params) === undefined && record.frame !== 'open'
  if (isSameView && isIndependent) return pathname + search
  const { orgId, teamId } = next
  const isSupported =
    record.about === 'organization' || record.about === 'team'
      ? record.about === (teamId ? 'team' : 'organization') || record.path.includes(':teamId?')
      : params['orgId'] !== undefined && (!record.can || isAllowed(record.can, orgId))
  if (!isSameView || !isSupported || !('swap' in record)) return toRosterPath(next)
  const keepSwappable = (allTeams: Iterable<readonly [string, string | undefined]>) =>
    Object.fromEntries([...allTeams].filter(([name]) => record.swap?.includes(name)))
  return fillPath(
    record.path,
    { ...keepSwappable(Object.entries(params)), orgId, teamId },
    keepSwappable(new URLSearchParams(search)),
  )
}

/** Up to three team names and the number of further ones, without organizations and archived teams. */
export function teamNames(orgUnits: PlayersAndTeams['players'][number]['orgUnits']): { names: string[]; more: number } {
  const teams = orgUnits.filter(({ isOrganization, dateArchived }) => !isOrganization && dateArchived === null)
  return { names: teams.slice(0, 3).map(({ name }) => name), more: Math.max(0, teams.length - 3) }
}
