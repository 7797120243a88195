import { createEvent } from '#functions/calendar/createEvent.ts'
import { latestAgreements, signatures } from '#functions/table/agreements.ts'
import { guardians } from '#functions/table/guardians.ts'
import { invites } from '#functions/table/invites.ts'
import { meOf } from '#functions/table/me.ts'
import { playerDetails } from '#functions/table/playerDetails.ts'
import { families, playerPartition, players } from '#functions/table/players.ts'
import { teamPlayers } from '#functions/table/rosters.ts'
import { all, update, write } from '#functions/table/table.ts'
import { unassignedPlayers } from '#functions/table/unassignedPlayers.ts'
import { inviteOf } from '#shared/ids.ts'
import { call } from '../call.ts'
import { aClub, anEvent, type Club, copiesOf, newPart, stamp } from '../club.ts'

const MERGE = 'POST /rest-api/duplicates/{orgId}/merge'
const UNDO = 'POST /rest-api/duplicates/{orgId}/undo'
export const laterInstant = '2026-12-20T18:00:00Z'

export const sendMerge = (club: Club, mergeId: string, keepId: string, goneId: string, as = 'admin') =>
  call(MERGE, { as: club.user(as), orgId: club.organizationId, body: { mergeId, keepId, goneId } })
export const undoMerge = (club: Club, mergeId: string, now = laterInstant) =>
  call(UNDO, { as: club.user('admin'), orgId: club.organizationId, body: { mergeId }, now })
export const mergeId = () => newPart('merge')
/** Signs these agreements as a player's family, as their page does. */
export async function addAgreed(userId: string, playerId: string, agreementIds: readonly string[], at: string) {
  const signature = { playerId, textVersion: 1, ofAge: false, userId, name: 'Dad', signedAt: at, from: '' }
  const last = Object.fromEntries(agreementIds.map((id) => [id, { version: 1, ofAge: false, by: 'Dad', at }]))
  if (agreementIds.length > 0)
    await write(
      stamp,
      ...agreementIds.map((agreementId) => signatures.create({ ...signature, agreementId })),
      latestAgreements.create({ playerId, last }),
    )
}

export const clubWithTwins = copiesOf(async () => {
  const club = await aClub()
  const twin = `${club.organizationId}.${newPart('p')}`
  await teamPlayers.addNew(stamp, [{ playerId: twin, firstName: 'Mía', lastName: 'Moreno', number: '9' }], club.otters)
  await update(stamp, players.change({ playerId: twin }, { set: { bornOn: '2015-04-01' } }))
  await families.join(stamp, { playerId: twin, userId: club.user('fan'), relation: 'own' })
  await families.join(stamp, { playerId: twin, userId: club.user('dad'), relation: 'own' })
  const scrimmage = anEvent(club.otters)
  await createEvent(stamp, scrimmage, [{ playerId: twin, firstName: 'Mía', lastName: 'Moreno' }])
  await invites.answer(stamp, { inviteId: inviteOf(scrimmage.eventId, twin), status: 'Accepted', note: 'Late' })
  await write(
    stamp,
    playerDetails.upsert({ playerId: twin }, { set: { medical: 'Nuts', fields: { q1: 'North' } } }),
    playerDetails.upsert({ playerId: club.mia.playerId }, { set: { medical: 'Bees' } }),
    guardians.create({ playerId: twin, guardianId: 'g1', name: 'Gran', email: 'gran@club.test' }),
  )
  return { ...club, twin, scrimmage }
})
/** Mia twice: the duplicate has its own team, grandmother, medical notes, upcoming event and second home. */
export async function miaTwice() {
  const { twin, scrimmage, ...club } = await clubWithTwins()
  return { club, twin, scrimmage, mia: club.mia.playerId }
}

/** All data of these players in the table, without who wrote it and when. */
export async function stateOfMerge(club: Club, ids: string[], users: string[]) {
  const playerStates = await Promise.all(
    ids.map((playerId) =>
      all<object>({ pk: playerPartition({ playerId }), from: ' ', to: '\uffff', consistent: true }),
    ),
  )
  const rosters = await Promise.all([club.falcons, club.otters].map((team) => teamPlayers.withTeam(team)))
  const unassignedRows = await all<object>(unassignedPlayers.of(club.organizationId))
  const userStates = await Promise.all(users.map((userId) => meOf({ userId: club.user(userId) })))
  const rows = [...playerStates.flat(), ...rosters.flatMap((each) => each.players), ...unassignedRows]
    .filter(({ kind }) => kind !== 'Removal')
    .map(
      ({ version: _v, by: _b, at: _a, ttl: _t, ...row }): Record<string, unknown> => ({ ...row, playerId: undefined }),
    )
  return {
    rows: rows.toSorted((a, b) =>
      `${String(a['pk'])}${String(a['sk'])}` < `${String(b['pk'])}${String(b['sk'])}` ? -1 : 1,
    ),
    access: userStates.map(({ access }) => ({
      players: access.players.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
      following: access.following.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    })),
  }
}
export const users = ['parent', 'parent2', 'fan', 'dad']
