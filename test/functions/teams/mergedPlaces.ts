import { expect } from 'vitest'
import { paymentAccounts } from '#functions/table/paymentAccounts.ts'
import { players } from '#functions/table/players.ts'
import { countNames, registrationCounts } from '#functions/table/registrationEntries.ts'
import { teamPlayers } from '#functions/table/rosters.ts'
import { write } from '#functions/table/table.ts'
import { registrationOf } from '#shared/ids.ts'
import { call } from '../call.ts'
import { type Club, copiesOf, stamp } from '../club.ts'
import { aParent, aRegistration, fillIn, finalize } from '../register/registering.ts'
import { clubWithTwins } from './merging.ts'

const clubWithRegistration = copiesOf(async () => {
  const club = await clubWithTwins()
  const [rosa, dad] = [await aParent(club, 'parent'), await aParent(club, 'dad')]
  const paymentAccountId = `${club.organizationId}.a00000000001`
  const account = { provider: 'STRIPE' as const, perMille: 29, cents: 30, active: true, chargesEnabled: true }
  await write(stamp, paymentAccounts.create({ paymentAccountId, ...account }))
  return { ...club, rosa, dad, paymentAccountId }
})
/** Mia twice, each with a parent who registers, and a registration of the Falcons; Mía is only on the Otters. */
export async function registerTwins(registration: Parameters<typeof aRegistration>[1] = {}) {
  const { twin, rosa, dad, paymentAccountId, ...club } = await clubWithRegistration()
  const mia = club.mia.playerId
  const online = { acceptPayments: true, mainPaymentAccountId: paymentAccountId }
  const unpaidAmounts = { ...registration, registration: { ...online, ...registration.registration } }
  const registrationId = await aRegistration(club, unpaidAmounts)
  return { club, twin, mia, rosa, dad, registrationId }
}
type FinalizeOptions = Parameters<typeof finalize>[3]
/** Fills in and submits an entry, at the price of the one option. */
export async function register(as: string, registrationId: string, playerId: string, options: FinalizeOptions = {}) {
  const { registrationPlayerId: id } = await fillIn(as, registrationId, 'Mia', { playerId })
  const response = await finalize(as, [id], 10_000, options)
  return { id, status: response.status }
}
/** A family's own entries in a registration, with their states. */
export const seenEntries = async (as: string, registrationId: string) =>
  (await call('GET /rest-api/register/{registrationId}/my-players', { as, registrationId })).body.registered.map(
    ({ playerId, firstName, state }) => [playerId, firstName, state],
  )
const trackedPlayers = async (club: Club, registrationId: string) =>
  (
    await call('GET /rest-api/registration/track/{registrationId}', {
      as: club.user('admin'),
      registrationId,
      query: {},
    })
  ).body.entries
export const currentPlayers = async (club: Club, registrationId: string) =>
  (await trackedPlayers(club, registrationId)).map(({ playerId, firstName, trackType }) => [
    playerId,
    firstName,
    trackType,
  ])
export const takenPlaces = async (registrationId: string) =>
  (await registrationCounts.of({ registrationId }, { consistent: true })).get(countNames.places) ?? 0
export const cancel = (club: Club, registrationPlayerId: string, paid: 'refund' | 'credit' = 'refund') =>
  call('POST /rest-api/register/{registrationId}/cancel', {
    as: club.user('admin'),
    registrationId: registrationOf(registrationPlayerId),
    body: { registrationPlayerId, paid },
  })
export const onTeam = async (club: Club, playerId: string) => {
  const { players: roster } = await teamPlayers.withTeam(club.falcons)
  const player = await players.get({ playerId }, { consistent: true })
  const isListed = player?.teams.some(({ id }) => id === club.falcons.teamId)
  expect(isListed ?? false).toBe(roster.some((row) => row.playerId === playerId))
  return isListed ?? false
}
export const preview = (club: Club, keepId: string, goneId: string) =>
  call('GET /rest-api/duplicates/{orgId}/preview', {
    as: club.user('admin'),
    orgId: club.organizationId,
    query: { keepId, goneId },
  })
/** All amounts that a user still has to pay. */
export const askedAgreements = async (as: string) =>
  (await call('GET /rest-api/fee/my-fees', { as })).body.fees.flatMap(({ outstandingInCents: open }) => open || [])
