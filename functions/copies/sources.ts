import { dequal } from 'dequal'
import { inviteOf, teamOf } from '#shared/ids.ts'
import { teamConversation } from '../table/conversationIds.ts'
import { assignedTasks } from '../table/assignments.ts'
import { organizationAdministrators, teamAdministrators } from '../table/administrators.ts'
import { conversations } from '../table/conversations.ts'
import { archivedAtOf, type Event, events, summaryOf } from '../table/events.ts'
import { fees } from '../table/fees.ts'
import { lastsOf } from '../table/inviteRows.ts'
import { invites } from '../table/invites.ts'
import { followedPlayers, myOrganizations, myTeams, ownPlayers } from '../table/me.ts'
import { type Organization, organizationPartition, organizations } from '../table/organizations.ts'
import { families, allIdsOf, type Player, playerPartition, players } from '../table/players.ts'
import { type Profile, profiles } from '../table/profiles.ts'
import type { TeamPlayer } from '../table/rosterRows.ts'
import { teamPlayers } from '../table/rosters.ts'
import { chunks } from '../table/chunks.ts'
import { pages, startingWith } from '../table/table.ts'
import { organizationTeams, type Team, teamPartition, teams } from '../table/teams.ts'
import { unassignedPlayers } from '../table/unassignedPlayers.ts'
import { ifUnchanged, type Stored, type Write } from '../table/writes.ts'
import type { Source } from './copies.ts'
import { corrected, type Target, together } from './corrected.ts'
import { ofProfile } from './ofProfile.ts'

type Rows = { Organization: Organization; Team: Team; Player: Player; Event: Event; Profile: Profile }
type SourceOf<Row> = {
  /** A condition that the source is unchanged. Without it, each change has its own condition that its copy is older. */
  check?(row: Stored<Row>): Write
  /** The changes that update its copies, in batches; empty for copies that are up to date. */
  stale(row: Stored<Row>): AsyncIterable<Write[]>
}

const eventsIn = (pk: string) => pages<Event>({ pk, ...startingWith('EVENT#'), consistent: true })
const withIds = <Row>(rows: readonly Row[]): [Row, Row][] => rows.map((row) => [row, row])

async function* ofOrganization(organization: Stored<Organization>) {
  const { organizationId, name, sport, academyEnabled, customRegistrationEnabled, adminSecondFactor } = organization
  const administrators = await organizationAdministrators.of(organization)
  const mine = await together(
    myOrganizations,
    administrators.map(({ userId }) => ({ userId, organizationId })),
  )
  yield corrected('Organization', 'My organization', myOrganizations, mine, {
    name,
    academyEnabled,
    customRegistrationEnabled,
    adminSecondFactor,
  })
  const list = await together(teams, await organizationTeams.of(organization))
  yield corrected('Organization', 'Team', teams, list, { organizationName: name })
  for await (const rows of eventsIn(organizationPartition(organization)))
    yield corrected('Organization', 'Event', events, withIds(rows), { teamName: name, fieldLabel: sport.fieldLabel })
}

async function* ofTeam(team: Stored<Team>) {
  const { teamId, name, organizationName, archivedAt, sport, season, color } = team
  const line = await together(organizationTeams, [{ teamId }])
  yield corrected('Team', 'Organization team', organizationTeams, line, {
    name,
    archivedAt,
    season,
    color,
  })
  const chat = await together(conversations, [{ conversationSid: teamConversation(teamId) }])
  yield corrected('Team', 'Conversation', conversations, chat, { friendlyName: name, archivedAt })
  const coaches = (await teamAdministrators.of(team)).map(({ userId }) => ({ userId, teamId }))
  yield corrected('Team', 'My team', myTeams, await together(myTeams, coaches), { name, organizationName })
  const roster = { pk: teamPartition(team), ...startingWith('TEAM#PLAYER#'), consistent: true }
  for await (const rows of pages<TeamPlayer>(roster)) yield await inPlayers(team, rows)
  const shown = { teamName: name, fieldLabel: sport.fieldLabel }
  for await (const rows of eventsIn(teamPartition(team)))
    yield rows.flatMap((row) =>
      corrected('Team', 'Event', events, withIds([row]), { ...shown, archivedAt: archivedAtOf(team, row) }),
    )
}

/** A player's list of teams contains other teams too, so it is changed only if it is unchanged since it was read. */
async function inPlayers({ teamId, name, archivedAt }: Team, roster: TeamPlayer[]): Promise<Write[]> {
  const line = { id: teamId, name, ...(archivedAt !== undefined && { archivedAt }) }
  const found = await together(players, roster)
  return found.flatMap(([{ playerId }, player]) => {
    const onTeams = player?.teams.map((team) => (team.id === teamId ? line : team))
    if (!player || dequal(onTeams, player.teams)) return []
    return [players.change({ playerId }, { set: { teams: onTeams }, when: ifUnchanged(player) })]
  })
}

async function* ofPlayer(player: Stored<Player>) {
  const { playerId, firstName, lastName, teams, also, tags } = player
  const family = await families.of(player)
  const related = (wanted: 'own' | 'following') =>
    family.filter(({ relation }) => relation === wanted).map(({ userId }) => ({ userId, playerId }))
  const mine = { firstName, lastName, teams, also }
  yield corrected('Player', 'Own player', ownPlayers, await together(ownPlayers, related('own')), mine)
  const followers = await together(followedPlayers, related('following'))
  yield corrected('Player', 'Followed player', followedPlayers, followers, mine)
  const rosters = await together(
    teamPlayers,
    teams.map(({ id: teamId }) => ({ teamId, playerId })),
  )
  yield corrected('Player', 'Team player', teamPlayers, rosters, { firstName, lastName, tags })
  const loose = await together(unassignedPlayers, [{ playerId }])
  yield corrected('Player', 'Unassigned player', unassignedPlayers, loose, { firstName, lastName })
  const range = { pk: playerPartition(player), ...startingWith('INVITE#'), consistent: true }
  for await (const rows of pages<InviteRow>(range))
    yield corrected('Player', 'Invite', invites, withIds(rows), { firstName, lastName })
  for (const id of allIdsOf(player)) {
    const holder = id === playerId ? undefined : playerId
    const charged = withIds(await fees.ofPlayer(id, { consistent: true }))
    yield corrected('Player', 'Fee', fees, charged, { firstName, lastName, playerId: holder })
  }
  const tasks = withIds(await assignedTasks.allOfPlayer(playerId))
  yield corrected('Player', 'Assigned task', assignedTasks, tasks, { firstName, lastName })
}
type InviteRow = NonNullable<Awaited<ReturnType<typeof invites.get>>>

/**
 * The index of invites is eventually consistent. Players on the roster are checked too, so that an invite made just before the
 * event was changed is not missed.
 */
async function* ofEvent(event: Stored<Event>) {
  const { eventId } = event
  const teamId = teamOf(eventId)
  const invited = new Set((await invites.ofEvent(event)).map(({ playerId }) => playerId))
  if (teamId !== undefined) {
    const roster = { pk: teamPartition({ teamId }), ...startingWith('TEAM#PLAYER#'), consistent: true }
    for await (const rows of pages<TeamPlayer>(roster)) for (const { playerId } of rows) invited.add(playerId)
  }
  for (const part of chunks([...invited], 100)) {
    const ids = part.map((playerId) => ({ inviteId: inviteOf(eventId, playerId) }))
    const found = await together(invites, ids)
    yield found.flatMap(([id, row]) =>
      corrected('Event', 'Invite', following(event, row), [[id, row]], summaryOf(event)),
    )
  }
}

/** An invite stores the version of its event, so it can be written without a transaction, at half the cost. */
const following = (event: Stored<Event>, held: InviteRow | undefined): Target<InviteRow, { inviteId: string }> => ({
  change: (id, { set }) => {
    const { version } = event
    const isOlder =
      held?.eventVersion === undefined
        ? (['eventVersion', 'not exists'] as const)
        : (['eventVersion', '<', version] as const)
    // A reminder that was sent named the old time.
    const again = ('start' in set || 'answerBy' in set) && { reminded: undefined }
    const long = ('start' in set || 'end' in set) && { lasts: lastsOf(event) }
    return invites.change(id, { set: { ...set, ...again, ...long, eventVersion: version }, when: [isOlder] })
  },
})

export const sources: { [S in Source]: SourceOf<Rows[S]> } = {
  Organization: { check: (row) => organizations.check(row, ifUnchanged(row)), stale: ofOrganization },
  Team: { check: (row) => teams.check(row, ifUnchanged(row)), stale: ofTeam },
  Player: { check: (row) => players.check(row, ifUnchanged(row)), stale: ofPlayer },
  Event: { stale: ofEvent },
  Profile: { check: (row) => profiles.check(row, ifUnchanged(row)), stale: ofProfile },
}
