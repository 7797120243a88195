import { kindOf, organizationOf as clubOf, teamOf } from '#shared/ids.ts'
import type { Can } from '#shared/permissions.ts'
import type { AnswerOf } from '../api.ts'
import { filled, paths, screenAt, subjectAt } from '../paths.ts'

export type PlayersAndTeams = AnswerOf<'GET /api/v1/playersAndTeams'>
/** What a person looks at: their own players, or an organization, or a team in it. */
export type Selection = 'players' | { orgId: string; teamId?: string }

/** Whether an address is of a whole club, and has no place for a team of it. */
export const isOfClub = (pathname: string): boolean => screenAt(pathname).record.about === 'club'

/** What an address is about; undefined for one that is about neither, such as Today. */
export function selectionIn(pathname: string): Selection | undefined {
  const { record, params } = screenAt(pathname)
  if (record.about === 'players') return 'players'
  const { orgId, teamId } = params
  return record.about && orgId ? { orgId, ...(teamId && { teamId }) } : undefined
}

/**
 * Whose an address is that is no place of its own in a club, as settings and the log are: by the id that it names. It is what is
 * selected while nothing else is.
 */
export function mentionedIn(pathname: string, data: PlayersAndTeams): Selection | undefined {
  const id = subjectAt(screenAt(pathname).params)
  const kind = id === undefined ? undefined : kindOf(id)
  if (id === undefined || !(kind === 'organization' || kind === 'team' || kind === 'event')) return undefined
  const teamId = teamOf(id)
  const mentioned = { orgId: clubOf(id), ...(teamId && { teamId }) }
  return isCoaching(mentioned, data) ? mentioned : undefined
}

/** What is selected when nothing was yet: own players; for somebody with one team that plays and no player, that team. */
export function firstSelection({ players, following, organizations }: PlayersAndTeams): Selection | undefined {
  if (players.length + following.length > 0) return 'players'
  const [organization, ...others] = organizations.filter(({ teams, orgAdmin }) => orgAdmin || teams.length > 0)
  const all = organization?.teams ?? []
  const playing = all.filter(({ archived }) => !archived)
  const [team, ...moreTeams] = playing.length > 0 ? playing : all
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
  return selection.teamId !== undefined && hasPlayerIn(selection.orgId, data)
}

/** True of a whole organization in which somebody coaches a team, or has or follows a player. */
export const isInTheirClub = (selection: Selection, data: PlayersAndTeams): boolean =>
  selection !== 'players' &&
  selection.teamId === undefined &&
  (organizationOf(selection, data) !== undefined || hasPlayerIn(selection.orgId, data))

/**
 * What somebody looks at by an address: a whole club that they do not administer is seen as their team in it, the one they looked at
 * `last` if it is there, or as their players. On a page `ofClub`, which has no place for a team, that team stays anybody's.
 */
export function meantBy(
  named: Selection,
  data: PlayersAndTeams,
  last: Selection | undefined,
  ofClub = false,
): Selection {
  if (named === 'players' || !isInTheirClub(named, data)) return named
  const { orgId } = named
  const administered = isCoaching(named, data)
  if (administered && !ofClub) return named
  if (last && last !== 'players' && last.orgId === orgId && last.teamId && isCoaching(last, data)) return last
  if (administered) return named
  const [team] = organizationOf(named, data)?.teams ?? []
  return team ? { orgId, teamId: team.id } : 'players'
}

const hasPlayerIn = (orgId: string, { players, following }: PlayersAndTeams) =>
  [...players, ...following].some(({ id }) => id.startsWith(`${orgId}.`))

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

/** The page of a team's roster, or of an organization's teams. */
export const rosterOf = ({ orgId, teamId }: Exclude<Selection, 'players'>): string =>
  teamId ? paths.team({ orgId, teamId }) : paths.organization({ orgId })

/** `fan` and `coach` see other pages; who has chosen nothing yet is neither. */
export type View = 'fan' | 'coach' | undefined

/**
 * Where choosing leads: the same page with the ids swapped, as its record says; where it is of a whole club, that of the club in which
 * one chooses, if one may open it. From one view to the other it is the players or the roster, which also stands for a page that the
 * chosen one does not have.
 */
export function destination(
  pathname: string,
  search: string,
  view: View,
  wanted: Selection,
  may: (can: Can, orgId: string) => boolean,
): string {
  if (wanted === 'players') return paths.players()
  const { record, params } = screenAt(pathname)
  const sameView = view !== 'fan'
  const forAll = record.about === undefined && subjectAt(params) === undefined && record.frame !== 'open'
  if (sameView && forAll) return pathname + search
  const { orgId, teamId } = wanted
  const fits =
    record.about === 'organization' || record.about === 'team'
      ? record.about === (teamId ? 'team' : 'organization') || record.path.includes(':teamId?')
      : params['orgId'] !== undefined && (!record.can || may(record.can, orgId))
  if (!sameView || !fits || !('swap' in record)) return rosterOf(wanted)
  const kept = (all: Iterable<readonly [string, string | undefined]>) =>
    Object.fromEntries([...all].filter(([name]) => record.swap?.includes(name)))
  return filled(record.path, { ...kept(Object.entries(params)), orgId, teamId }, kept(new URLSearchParams(search)))
}

/** Up to three team names, and how many more there are. Organizations and archived teams are not where a player plays. */
export function teamNames(orgUnits: PlayersAndTeams['players'][number]['orgUnits']): { names: string[]; more: number } {
  const teams = orgUnits.filter(({ isOrganization, dateArchived }) => !isOrganization && dateArchived === null)
  return { names: teams.slice(0, 3).map(({ name }) => name), more: Math.max(0, teams.length - 3) }
}
