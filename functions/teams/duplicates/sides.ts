import { organizationOf } from '#shared/ids.ts'
import { Problem } from '#shared/problems.ts'
import type { TaskResponse } from '#shared/rules/tasks.ts'
import { type LatestAgreements, latestAgreements, type Signature, signatures } from '../../table/agreements.ts'
import { type AssignedTask, type AssignedTaskId, assignedTasks, taskResponses } from '../../table/assignments.ts'
import { calendarMails } from '../../table/calendarMails.ts'
import { type Fee, feePayments, fees } from '../../table/fees.ts'
import { type FamilyInvitation, familyInvitations } from '../../table/familyInvitations.ts'
import { type Guardian, guardians } from '../../table/guardians.ts'
import type { Invite } from '../../table/inviteRows.ts'
import { invites } from '../../table/invites.ts'
import { mergedPlayers } from '../../table/mergedPlayers.ts'
import { type PlayerAccount, playerAccounts } from '../../table/playerAccounts.ts'
import { type PlayerDetails, playerDetails } from '../../table/playerDetails.ts'
import { families, type Family, allIdsOf, type Player, playerPartition, players } from '../../table/players.ts'
import { rosterRows, type TeamPlayer } from '../../table/rosterRows.ts'
import { type RegistrationEntry, registrationEntries } from '../../table/registrationEntries.ts'
import { type Registration, registrations } from '../../table/registrations.ts'
import { all, allKeys, pages } from '../../table/table.ts'
import { removedInvites, removedPlaces } from '../../table/removedRows.ts'
import type { Stored, Reserved } from '../../table/writes.ts'

/** All items of a player, read consistently. `hasUnmovable`: whether there are items of kinds that a merge cannot move. */
export type Side = {
  player: Stored<Player>
  details: Stored<PlayerDetails> | undefined
  family: Stored<Family>[]
  guardians: Stored<Guardian>[]
  invitations: Stored<FamilyInvitation>[]
  invites: Stored<Invite>[]
  rows: { teamId: string; row: Stored<TeamPlayer> }[]
  signatures: Stored<Signature>[]
  agreed: Stored<LatestAgreements> | undefined
  /** Accounts that are the player's own. */
  accounts: Stored<PlayerAccount>[]
  tasks: Stored<AssignedTask>[]
  responses: Stored<Response>[]
  /** Fees charged under this id. */
  fees: Stored<Fee>[]
  /** The player's registration entries, under all their ids. */
  places: Stored<RegistrationEntry>[]
  hasUnmovable: boolean
}

export type Response = AssignedTaskId & TaskResponse & { revision: number; saveId: string }

export async function sideOf(playerId: string): Promise<Side> {
  const [found, accounts] = await Promise.all([
    all<object>({ pk: playerPartition({ playerId }), ...allKeys, consistent: true }),
    playerAccounts.of(playerId),
  ])
  const [player] = players.among(found)
  if (!player) throw new Problem('not_found')
  const ids = player.teams.map(({ id: teamId }) => ({ teamId, playerId }))
  const family = families.among(found)
  // An account that is the player's own is family too; the index learns of it a moment later.
  const holders = new Set([...family, ...accounts].map(({ userId }) => userId))
  const [rows, places, accountRows] = await Promise.all([
    rosterRows.getMany(ids, { consistent: true }),
    placesOf(player),
    playerAccounts.getMany(
      [...holders].map((userId) => ({ userId })),
      { consistent: true },
    ),
  ])
  // Calendar mails stay in place until the app has been mailed a cancellation; then they expire.
  const movableKinds: string[] = [
    players.kind,
    playerDetails.kind,
    families.kind,
    guardians.kind,
    familyInvitations.kind,
    invites.kind,
    calendarMails.kind,
    // Kept a day for a coach to restore; expire.
    removedPlaces.kind,
    removedInvites.kind,
    signatures.kind,
    latestAgreements.kind,
    mergedPlayers.kind,
    assignedTasks.kind,
    taskResponses.kind,
    // Fees stay in place: postings are never rewritten.
    fees.kind,
    feePayments.kind,
  ]
  const tasks = assignedTasks.among(found)
  const responses = taskResponses.among(found)
  return {
    player,
    details: playerDetails.among(found)[0],
    family,
    guardians: guardians.among(found),
    invitations: familyInvitations.among(found),
    invites: invites.among(found),
    rows: ids.flatMap(({ teamId }, i) => (rows[i] ? [{ teamId, row: rows[i] }] : [])),
    signatures: signatures.among(found),
    agreed: latestAgreements.among(found)[0],
    accounts: accountRows.flatMap((account) => (account?.playerId === playerId ? [account] : [])),
    tasks,
    responses,
    fees: fees.among(found),
    places,
    hasUnmovable: found.some(({ kind }) => !movableKinds.includes(kind) && kind !== 'Removal'),
  }
}

async function placesOf(player: Player): Promise<Stored<RegistrationEntry>[]> {
  const found: Stored<RegistrationEntry>[] = []
  for await (const rows of pages<Registration>(registrations.ofClub(organizationOf(player.playerId)))) {
    const keys = rows.flatMap(({ registrationId }) =>
      allIdsOf(player).map((playerId) => ({ registrationId, playerId })),
    )
    for (const entry of await registrationEntries.getMany(keys, { consistent: true })) if (entry) found.push(entry)
  }
  return found
}

const reserved: readonly (Reserved | 'pk')[] = [
  'pk',
  'sk',
  'kind',
  'version',
  'by',
  'byFor',
  'at',
  'createdBy',
  // A recreated item has not been moved from another stage, so everyone is told of it.
  'movedAt',
  'ttl',
  'lsi1sk',
  'gsi1pk',
  'gsi1sk',
  'gsi2pk',
  'gsi2sk',
]
/** The item without keys and metadata, to create it again. */
export const withoutKeys = <Row extends object>(row: Stored<Row>): Row =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !(reserved as readonly string[]).includes(name))) as Row

/** Whether two guardians are the same person: by address, or by name if they have none. */
export const isSameGuardian = (a: Guardian, b: Guardian): boolean =>
  a.email !== undefined && b.email !== undefined ? a.email === b.email : a.name === b.name
