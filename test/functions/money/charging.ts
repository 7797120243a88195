import { all } from '#functions/table/table.ts'
import { ledger, type LedgerEntry } from '#functions/table/ledger.ts'
import { feeDays, fees } from '#functions/table/fees.ts'
import { teamAdministrators } from '#functions/table/administrators.ts'
import { write } from '#functions/table/table.ts'
import { playerFeeOf } from '#shared/ids.ts'
import { call } from '../call.ts'
import { aClub, type Club, copiesOf, newPart, stamp } from '../club.ts'

/** Who is charged what; by default Mia with $50 on the Falcons' account, due on 1 December. */
type ChargeOptions = {
  as?: string
  players?: { playerId: string }[]
  amount?: number
  dueOn?: string
  name?: string
  orgUnitId?: string
  feeId?: string
  now?: string
  tell?: boolean
  description?: string
  instalments?: { amountInCents: number; dueOn: string }[]
}
export function charge(
  club: Club,
  { as = 'admin', players = [club.mia], amount = 5000, now, ...fields }: ChargeOptions = {},
) {
  const { dueOn = '2026-12-01', name = 'Season', orgUnitId = club.falcons.teamId } = fields
  const feeId = fields.feeId ?? `${orgUnitId}.${newPart('d')}`
  const body = {
    feeId,
    playerIds: players.map(({ playerId }) => playerId),
    name,
    description: fields.description ?? '',
    amountInCents: amount,
    dueOn,
    absorbFees: false,
    ...(fields.tell && { tell: true }),
    ...(fields.instalments && { instalments: fields.instalments }),
  }
  return call('POST /rest-api/fee/create', { as: club.user(as), body, ...(now && { now }) })
}

const aClubWithTreasurer = copiesOf(async () => {
  const club = await aClub()
  const treasurer = { userId: club.user('treasurer'), firstName: 'Tess', lastName: 'Okafor' }
  await write(stamp, ...teamAdministrators.appoint(club.falcons, { ...treasurer, flags: ['canEditFees'] }))
  return club
})
/** A club with a treasurer of the Falcons, and a fee of Mia's. */
export async function aClubWithFee(options: ChargeOptions = {}) {
  const club = await aClubWithTreasurer()
  const feeId = `${club.falcons.teamId}.${newPart('d')}`
  await charge(club, { feeId, ...options })
  return { club, feeId, feePlayerId: playerFeeOf(feeId, club.mia.playerId) }
}

export const recordPayment = (
  club: Club,
  feePlayerId: string,
  amountInCents: number,
  options: { paymentId?: string; paidOn?: string; note?: string } = {},
) =>
  call('POST /rest-api/fee/manual-payment/{feePlayerId}', {
    as: club.user('admin'),
    feePlayerId,
    body: { paymentId: newPart('payment'), amountInCents, how: 'CASH', ...options },
  })
export const feeDetails = async (club: Club, feePlayerId: string, as = 'admin') =>
  (await call('GET /rest-api/fee/details/{feePlayerId}', { as: club.user(as), feePlayerId })).body

export const feeNow = (playerFeeId: string) => fees.get({ playerFeeId }, { consistent: true })

export const entriesOf = (club: Club) => all<LedgerEntry>({ ...ledger.of(club.organizationId), consistent: true })
/** Nonzero balances of a club's accounts. Throws unless each effect's postings sum to zero. */
export async function balancesOf(club: Club): Promise<Record<string, number>> {
  const balances: Record<string, number> = {}
  for (const { postings } of await entriesOf(club)) {
    if (postings.reduce((sum, { cents }) => sum + cents, 0) !== 0) throw new Error('A ledger entry does not balance.')
    for (const { account, cents } of postings) balances[account] = (balances[account] ?? 0) + cents
  }
  return Object.fromEntries(Object.entries(balances).filter(([, cents]) => cents !== 0))
}
/** Amounts charged, paid and waived, by due date. */
export const sumsOf = async (club: Club) =>
  (await feeDays.of(club.organizationId)).map(({ dueOn, amount, paid, waived }) => [dueOn, amount, paid, waived])
