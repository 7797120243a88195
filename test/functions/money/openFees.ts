import { feePayments, fees } from '#functions/table/fees.ts'
import { ledger } from '#functions/table/ledger.ts'
import { paymentAccounts } from '#functions/table/paymentAccounts.ts'
import { update, write } from '#functions/table/table.ts'
import { playerFeeOf } from '#shared/ids.ts'
import { type Club, stamp } from '../club.ts'

/** Fees that valid requests refer to, and an account that takes their payments. */

export const rate = { feeInPermile: 29, feeInCents: 70 }
export const accountOf = ({ organizationId }: Club) => `${organizationId}.a${'0'.repeat(11)}`
export const anAccount = async (_as: string, club: Club) => {
  const account = { provider: 'PAYPAL', perMille: 0, cents: 0, active: true } as const
  const paymentAccountId = accountOf(club)
  await update(stamp, paymentAccounts.upsert({ paymentAccountId }, { set: { ...account, paymentAccountId } }))
}

/** One fee each of Mia, Leo and Sam, who is an Otter. */
const feeOfPlayer = ({ teamId }: { teamId: string }, { playerId }: { playerId: string }) =>
  playerFeeOf(`${teamId}.d${'0'.repeat(11)}`, playerId)
export const feesOf = (club: Club) => [
  feeOfPlayer(club.falcons, club.mia),
  feeOfPlayer(club.falcons, club.leo),
  feeOfPlayer(club.otters, club.sam),
]
export const chargedFee = {
  name: 'Season',
  description: '',
  amountInCents: 5000,
  dueOn: '2026-12-01',
  absorbFees: false,
}
const paymentId = 'payment-1'

export const revisionOf = async (playerFeeId: string) =>
  (await fees.get({ playerFeeId }, { consistent: true }))?.version ?? 1

/** A deleted fee starts again at its first version: removes earlier ledger entries that would conflict. */
async function removeLedgerEntries({ organizationId }: Club, playerFeeId: string, effects: readonly string[]) {
  const { version = 0 } = (await fees.get({ playerFeeId }, { consistent: true })) ?? {}
  const entryKeys = effects.map((effect) => ({ organizationId, effect: `${effect}:${version + 1}` }))
  const storedEntries = await ledger.getMany(entryKeys, { consistent: true })
  const removal = {
    kind: 'Ledger entry',
    operation: 'remove',
    indexNames: [],
    when: [],
    otherwise: 'not_found',
  } as const
  return entryKeys.filter((_, i) => storedEntries[i]).map((effect) => ({ ...removal, key: ledger.key(effect) }))
}

/** All fees open, partially paid by hand. */
export async function openFees(_as: string, club: Club) {
  const set = { name: 'Season', dueOn: '2026-12-01', firstName: 'Mia', lastName: 'Moreno', paying: undefined } as const
  for (const playerFeeId of feesOf(club)) {
    const feeState = { amount: 5000, paid: 1000, waived: 0, state: 'open', toldAt: undefined } as const
    const payment = { cents: 1000, givenBack: 0, how: 'CASH', paidAt: stamp.at } as const
    await write(
      stamp,
      ...(await removeLedgerEntries(club, playerFeeId, [
        `cancel:${playerFeeId}`,
        `undo:${playerFeeId}:${paymentId}`,
        `waived:${playerFeeId}`,
      ])),
      fees.upsert({ playerFeeId }, { set: { ...set, ...feeState, playerFeeId } }),
      feePayments.upsert({ playerFeeId, paymentId }, { set: { ...payment, playerFeeId, paymentId } }),
    )
  }
}
/** All fees open and unpaid, and never deleted before. */
export async function unpaidFees(as: string, club: Club) {
  await openFees(as, club)
  for (const playerFeeId of feesOf(club)) {
    const payments = await feePayments.of({ playerFeeId })
    await write(
      stamp,
      ...(await removeLedgerEntries(club, playerFeeId, [`delete:${playerFeeId}`])),
      fees.change({ playerFeeId }, { set: { paid: 0 } }),
      ...payments.map((each) => feePayments.remove(each)),
    )
  }
}

/** Fees of others: of a teammate, and of a player in another team. */
export const otherFees = (club: Club) => ({ teammate: feesOf(club)[1] ?? '', otherTeam: feesOf(club)[2] ?? '' })
