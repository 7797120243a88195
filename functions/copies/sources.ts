import { dequal } from 'dequal'
import { inviteOf, teamOf } from '#shared/ids.ts'
import { teamConversation } from '../table/conversationIds.ts'
import { assignedTasks } from '../table/assignments.ts'
import { attendance } from '../table/attendance.ts'
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
import { copyCorrections, type Target, readWithIds } from './copyCorrections.ts'
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
  const ownRows = await readWithIds(
    myOrganizations,
    administrators.map(({ userId }) => ({ userId, organizationId })),
  )
  yield copyCorrections('Organization', 'My organization', myOrganizations, ownRows, {
    name,
    academyEnabled,
    customRegistrationEnabled,
    adminSecondFactor,
  })
  const list = await readWithIds(teams, await organizationTeams.of(organization))
  yield copyCorrections('Organization', 'Team', teams, list, { organizationName: name })
  for await (const rows of eventsIn(organizationPartition(organization)))
    yield copyCorrections('Organization', 'Event', events, withIds(rows), {
      teamName: name,
      fieldLabel: sport.fieldLabel,
    })
}

async function* ofTeam(team: Stored<Team>) {
  const { teamId, name, organizationName, archivedAt, sport, season, color } = team
  const line = await readWithIds(organizationTeams, [{ teamId }])
  yield copyCorrections('Team', 'Organization team', organizationTeams, line, {
    name,
    archivedAt,
    season,
    color,
  })
  const chat = await readWithIds(conversations, [{ conversationSid: teamConversation(teamId) }])
  yield copyCorrections('Team', 'Conversation', conversations, chat, { friendlyName: name, archivedAt })
  const coaches = (await teamAdministrators.of(team)).map(({ userId }) => ({ userId, teamId }))
  yield copyCorrections('Team', 'My team', myTeams, await readWithIds(myTeams, coaches), { name, organizationName })
  const roster = { pk: teamPartition(team), ...startingWith('TEAM#PLAYER#'), consistent: true }
  for await (const rows of pages<TeamPlayer>(roster)) yield await playerChanges(team, rows)
  const copiedFields = { teamName: name, fieldLabel: sport.fieldLabel }
  for await (const rows of eventsIn(teamPartition(team)))
    yield rows.flatMap((row) =>
      copyCorrections('Team', 'Event', events, withIds([row]), {
        ...copiedFields,
        archivedAt: archivedAtOf(team, row),
      }),
    )
}

/** A player's list of teams contains other teams too, so it is changed only if it is unchanged since it was read. */
async function playerChanges({ teamId, name, archivedAt }: Team, roster: TeamPlayer[]): Promise<Write[]> {
  const line = { id: teamId, name, ...(archivedAt !== undefined && { archivedAt }) }
  const found = await readWithIds(players, roster)
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
  const playerFields = { firstName, lastName, teams, also }
  yield copyCorrections('Player', 'Own player', ownPlayers, await readWithIds(ownPlayers, related('own')), playerFields)
  const followers = await readWithIds(followedPlayers, related('following'))
  yield copyCorrections('Player', 'Followed player', followedPlayers, followers, playerFields)
  const rosters = await readWithIds(
    teamPlayers,
    teams.map(({ id: teamId }) => ({ teamId, playerId })),
  )
  yield copyCorrections('Player', 'Team player', teamPlayers, rosters, { firstName, lastName, tags })
  const unassignedRows = await readWithIds(unassignedPlayers, [{ playerId }])
  yield copyCorrections('Player', 'Unassigned player', unassignedPlayers, unassignedRows, { firstName, lastName })
  const range = { pk: playerPartition(player), ...startingWith('INVITE#'), consistent: true }
  for await (const rows of pages<InviteRow>(range))
    yield copyCorrections('Player', 'Invite', invites, withIds(rows), { firstName, lastName })
  for (const id of allIdsOf(player)) {
    const holder = id === playerId ? undefined : playerId
    const feeRows = withIds(await fees.ofPlayer(id, { consistent: true }))
    yield copyCorrections('Player', 'Fee', fees, feeRows, { firstName, lastName, playerId: holder })
  }
  const tasks = withIds(await assignedTasks.allOfPlayer(playerId))
  yield copyCorrections('Player', 'Assigned task', assignedTasks, tasks, { firstName, lastName })
}
type InviteRow = NonNullable<Awaited<ReturnType<typeof invites.get>>>

/**
 * The index of invites is eventually consistent. Players on the roster are checked too, so that an invite made just before the
 * event was changed is not missed.
 */
async function* ofEvent(event: Stored<Event>) {
  const { eventId, start } = event
  yield copyCorrections('Event', 'Attendance', attendance, await readWithIds(attendance, [{ eventId }]), { start })
  const teamId = teamOf(eventId)
  const invited = new Set((await invites.ofEvent(event)).map(({ playerId }) => playerId))
  if (teamId !== undefined) {
    const roster = { pk: teamPartition({ teamId }), ...startingWith('TEAM#PLAYER#'), consistent: true }
    for await (const rows of pages<TeamPlayer>(roster)) for (const { playerId } of rows) invited.add(playerId)
  }
  for (const part of chunks([...invited], 100)) {
    const ids = part.map((playerId) => ({ inviteId: inviteOf(eventId, playerId) }))
    const found = await readWithIds(invites, ids)
    yield found.flatMap(([id, row]) =>
      copyCorrections('Event', 'Invite', inviteTarget(event, row), [[id, row]], summaryOf(event)),
    )
  }
}

/** An invite stores the version of its event, so it can be written without a transaction, at half the cost. */
const inviteTarget = (
  event: Stored<Event>,
  existing: InviteRow | undefined,
): Target<InviteRow, { inviteId: string }> => ({
  change: (id, { set }) => {
    const { version } = event
    const isOlder =
      existing?.eventVersion === undefined
        ? (['eventVersion', 'not exists'] as const)
        : (['eventVersion', '<', version] as const)
    // A reminder that was sent named the old time.
    const reminderReset = ('start' in set || 'answerBy' in set) && { reminded: undefined }
    const duration = ('start' in set || 'end' in set) && { lasts: lastsOf(event) }
    return invites.change(id, {
      set: { ...set, ...reminderReset, ...duration, eventVersion: version },
      when: [isOlder],
    })
  },
})

export const sources: { [S in Source]: SourceOf<Rows[S]> } = {
  Organization: { check: (row) => organizations.check(row, ifUnchanged(row)), stale: ofOrganization },
  Team: { check: (row) => teams.check(row, ifUnchanged(row)), stale: ofTeam },
  Player: { check: (row) => players.check(row, ifUnchanged(row)), stale: ofPlayer },
  Event: { stale: ofEvent },
  Profile: { check: (row) => profiles.check(row, ifUnchanged(row)), stale: ofProfile },
}
