import type { money } from '#shared/api/money.ts'
import { organizationOf, playerOf, registrationOf, subjectOf } from '#shared/ids.ts'
import { flagsOn, playersWith } from '#shared/permissions.ts'
import { dayIn } from '#shared/rules/days.ts'
import { byName } from '#shared/rules/names.ts'
import { isAskedOf } from '#shared/rules/splitting.ts'
import { playerCard } from '../people/playerCard.ts'
import type { CallOf } from '../serve.ts'
import { type Fee, feeDays, fees } from '../table/fees.ts'
import { organizations } from '../table/organizations.ts'
import { players as playerRows } from '../table/players.ts'
import { registrations } from '../table/registrations.ts'
import type { TeamPlayer } from '../table/rosterRows.ts'
import { isOnline } from '../table/refunding.ts'
import { all, startingWith } from '../table/table.ts'
import { organizationTeams, teamPartition } from '../table/teams.ts'
import { unassignedPlayers, type UnassignedPlayer } from '../table/unassignedPlayers.ts'
import { teamsWith } from '../access/teamsWith.ts'
import { creditsOn } from './credits.ts'
import { clubOfUnit, feeCard, feeDetails } from './feeCards.ts'
import { mayBeAskedFor, mayEditFee } from '../access/fees.ts'
import { pendingCentsByFee } from './pendingPayments.ts'

/**
 * A fee with its payments and credit. One home does not see the other home's part; families do not see the treasurer's notes on manual
 * payments.
 */
export async function readFee({
  params: { feePlayerId },
  now,
  me,
}: CallOf<typeof money, 'GET /rest-api/fee/details/{feePlayerId}'>) {
  const isVisible = async (fee: Fee) => mayBeAskedFor((await me).access, fee)
  const [details, playerFees] = await Promise.all([
    feeDetails(feePlayerId, now, isVisible),
    fees.ofPlayer(playerOf(feePlayerId)),
  ])
  const { access } = await me
  const pays = playersWith(access, 'pays').some(({ id, also = [] }) => [id, ...also].includes(playerOf(feePlayerId)))
  const visible = playerFees.filter((fee) => (pays ? mayBeAskedFor(access, fee) : mayEditFee(access, fee.playerFeeId)))
  const place = playerFees.find((fee) => fee.playerFeeId === feePlayerId)?.registrationPlayerId
  const [credits, registration] = await Promise.all([
    creditsOn(visible),
    place === undefined ? undefined : registrations.get({ registrationId: registrationOf(place) }),
  ])
  const seesNotes = mayEditFee(access, feePlayerId)
  return {
    ...details,
    payments: details.payments.map((paid) => (seesNotes || isOnline(paid) ? paid : { ...paid, note: null })),
    credits: visible.flatMap(({ playerFeeId, name }) => {
      const creditInCents = credits.get(playerFeeId)
      return creditInCents === undefined ? [] : [{ feePlayerId: playerFeeId, name, creditInCents }]
    }),
    registration: registration
      ? { id: registration.registrationId, name: registration.name, type: registration.registrationType }
      : null,
  }
}

/** The fees of the caller's own players, in all their clubs. */
export async function listMyFees({ me, now, userId }: CallOf<typeof money, 'GET /rest-api/fee/my-fees'>) {
  const players = playersWith((await me).access, 'pays')
  const clubIds = [...new Set(players.map(({ id }) => organizationOf(id)))]
  const [found, clubs] = await Promise.all([
    Promise.all(players.map(({ id, also = [] }) => fees.ofPlayers([id, ...also], { consistent: true }))),
    organizations.getMany(clubIds.map((organizationId) => ({ organizationId }))),
  ])
  const clubById = new Map(clubs.flatMap((club) => (club ? [[club.organizationId, club]] : [])))
  const visible = found.flat().filter((fee) => isAskedOf(fee, userId))
  const [coming, credits] = await Promise.all([pendingCentsByFee(visible), creditsOn(visible)])
  return {
    fees: visible
      .toSorted((a, b) => a.dueOn.localeCompare(b.dueOn))
      .flatMap((fee) => {
        const club = clubById.get(organizationOf(fee.playerFeeId))
        if (!club) return []
        const organization = { id: club.organizationId, name: club.name }
        const card = feeCard(fee.playerFeeId, fee, dayIn(now, club.timezone))
        const { playerFeeId, registrationPlayerId: place } = fee
        const registrationField = place === undefined ? {} : { registrationId: registrationOf(place) }
        const creditInCents = credits.get(playerFeeId) ?? 0
        return [{ ...card, ...registrationField, organization, onItsWay: coming.has(playerFeeId), creditInCents }]
      }),
  }
}

/** The teams of a club whose fees the caller may edit; all with the right on the club. */
export async function listAdminTeams({
  params: { orgId },
  me,
}: CallOf<typeof money, 'GET /rest-api/fee/admin-teams/{orgId}'>) {
  return teamsWith('canEditFees', (await me).access, orgId)
}

/**
 * The players who can be charged, each once with their teams, and with their tags if the caller may edit those. For a club also players
 * without a team or only on archived ones: registered for a camp, or left with outstanding fees.
 */
export async function listChargeable({
  params: { orgUnitId },
  me,
}: CallOf<typeof money, 'GET /rest-api/fee/players/{orgUnitId}'>) {
  const { organizationId = '', teamId } = subjectOf(orgUnitId) ?? {}
  const [teams, unassigned] = teamId
    ? [[{ teamId, archivedAt: undefined }], []]
    : await Promise.all([
        organizationTeams.of({ organizationId }, { consistent: false }),
        all<UnassignedPlayer>(unassignedPlayers.of(organizationId)),
      ])
  const [rosters] = await Promise.all([
    Promise.all(
      teams.map((team) =>
        all<TeamPlayer>({ pk: teamPartition(team), ...startingWith('TEAM#PLAYER#'), consistent: true }),
      ),
    ),
    clubOfUnit(orgUnitId),
  ])
  const players = new Map<string, UnassignedPlayer & { teamIds: string[] }>()
  const add = (player: UnassignedPlayer, newTeamIds: readonly string[]) => {
    const { teamIds = [] } = players.get(player.playerId) ?? {}
    players.set(player.playerId, { ...player, teamIds: [...teamIds, ...newTeamIds] })
  }
  for (const [i, roster] of rosters.entries()) {
    const { teamId: rosterTeamId = '', archivedAt } = teams[i] ?? {}
    for (const player of roster) add(player, archivedAt === undefined ? [rosterTeamId] : [])
  }
  for (const player of unassigned) add(player, [])
  const chargeablePlayers = [...players.values()].toSorted(byName)
  const subject = subjectOf(orgUnitId)
  const maySeeTags = subject !== undefined && flagsOn((await me).access, subject).has('canEditPlayers')
  const playersWithTags = maySeeTags
    ? await playerRows.getMany(chargeablePlayers.map(({ playerId }) => ({ playerId })))
    : []
  return {
    players: chargeablePlayers.map((player, i) => ({
      ...playerCard(player),
      teamIds: player.teamIds,
      tags: (playersWithTags[i]?.tags ?? []).map(({ name }) => name),
    })),
  }
}

/** The sums of what was charged, paid, pending and overdue, by month. */
export async function readTotals({
  params: { orgUnitId },
  now,
}: CallOf<typeof money, 'GET /rest-api/fee/totals/{orgUnitId}'>) {
  const [days, club] = await Promise.all([feeDays.of(orgUnitId), clubOfUnit(orgUnitId)])
  const today = dayIn(now, club.timezone)
  const zeroTotals = { dueInCents: 0, paidInCents: 0, lateInCents: 0, comingInCents: 0 }
  const months = new Map<string, typeof zeroTotals>()
  const totals = { ...zeroTotals }
  for (const { dueOn, amount, paid, waived, coming = 0 } of days) {
    const openCents = amount - paid - waived
    const month = months.get(dueOn.slice(0, 7)) ?? { ...zeroTotals }
    for (const sums of [totals, month]) {
      sums.dueInCents += openCents
      sums.paidInCents += paid
      sums.comingInCents += coming
      if (dueOn < today) sums.lateInCents += openCents - coming
    }
    months.set(dueOn.slice(0, 7), month)
  }
  return {
    totals,
    months: [...months].map(([month, sums]) => ({ month, ...sums })).toSorted((a, b) => a.month.localeCompare(b.month)),
  }
}
