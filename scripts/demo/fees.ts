import { chargeAll } from '#functions/table/chargeFees.ts'
import { recordManualPayment } from '#functions/money/manualPayments.ts'
import type { Team } from '#functions/table/teams.ts'
import type { Stamp } from '#functions/table/writes.ts'
import { playerFeeOf } from '#shared/ids.ts'
import { addDays } from '#shared/rules/days.ts'
import type { Club } from './club.ts'
import { demoPart } from './ids.ts'

/** The fees of each team, in how many days each is due, and by how many players in ten it is paid. */
export const demoFees = {
  autumn: { name: 'Autumn season', amount: 18_000, due: -40, paid: 9 },
  winter: { name: 'Winter training', amount: 6500, due: -6, paid: 6 },
  spring: { name: 'Spring season', amount: 24_000, due: 24, paid: 2 },
} as const
export const demoFeeId = ({ teamId, name }: Pick<Team, 'teamId' | 'name'>, fee: string): string =>
  `${teamId}.${demoPart('d', `${name} ${fee}`)}`

/** The fees of the club, some of them paid manually. */
export async function seedFees(stamp: Stamp, { squads }: Club, today: string): Promise<void> {
  for (const { team, players, weekly } of squads)
    for (const { name, amount, due, paid } of weekly ? [demoFees.autumn] : Object.values(demoFees)) {
      const feeId = demoFeeId(team, name)
      const dueOn = addDays(today, due)
      await chargeAll(
        stamp,
        players.map(({ playerId, firstName, lastName }) => ({
          playerFeeId: playerFeeOf(feeId, playerId),
          name,
          amount,
          paid: 0,
          waived: 0,
          dueOn,
          state: 'open',
          firstName,
          lastName,
        })),
      )
      const paying = players.filter((_, i) => (i * 7) % 10 < paid)
      await Promise.all(
        paying.map(({ playerId }, i) =>
          recordManualPayment(stamp, playerFeeOf(feeId, playerId), {
            paymentId: 'demo-payment',
            amountInCents: i % 5 === 4 ? amount / 2 : amount,
            how: i % 3 === 0 ? 'CASH' : 'TRANSFER',
          }),
        ),
      )
    }
}
