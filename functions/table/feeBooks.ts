import { orgUnitOf, organizationOf } from '#shared/ids.ts'
import { Problem } from '#shared/problems.ts'
import { outstandingOf, type Owing } from '#shared/rules/fees.ts'
import { type DaySums, type Fee, feeDays, fees } from './fees.ts'
import { type Account, ledger, type Posting } from './ledger.ts'
import { type Outcome, retryOnConflict, write } from './table.ts'
import { ifUnchanged, type Stored, type Stamp, type Write } from './writes.ts'

/** A change of a fee, with its ledger entry and further writes. */
export type Step = {
  set: Partial<Omit<Fee, 'playerFeeId'>> | 'remove'
  /** The unique name of the ledger entry. */
  effect: string
  postings: Posting[]
  /** The day of the event, if that is not when it is booked. */
  onDay?: string | undefined
  more?: Write[]
}

/**
 * Changes a fee in one transaction with its ledger entry and the sums of its day, on the condition that it is unchanged since it was read.
 * After a conflict the fee is read again and `decide` is called again; nothing is written if that gives undefined.
 */
export const changeFee = (
  stamp: Stamp,
  playerFeeId: string,
  decide: (fee: Stored<Fee>) => Step | undefined | Promise<Step | undefined>,
): Promise<Outcome | undefined> =>
  retryOnConflict(async () => {
    const fee = await fees.get({ playerFeeId }, { consistent: true })
    if (!fee) throw new Problem('not_found')
    const step = await decide(fee)
    return step ? write(stamp, ...changeWrites(stamp, [{ fee, step }])) : undefined
  })

/** The writes of changes of several fees, for one transaction. */
export function changeWrites(stamp: Stamp, changes: readonly { fee: Stored<Fee>; step: Step }[]): Write[] {
  const writes = changes.flatMap(
    ({ fee: { playerFeeId, version }, step: { set, effect, postings, onDay, more = [] } }) => {
      const when = ifUnchanged({ version })
      return [
        ...more,
        set === 'remove' ? fees.remove({ playerFeeId }, 'conflict', when) : fees.change({ playerFeeId }, { set, when }),
        ...(postings.some(({ cents }) => cents !== 0)
          ? [
              ledger.book({
                organizationId: organizationOf(playerFeeId),
                effect,
                bookedAt: stamp.at,
                about: playerFeeId,
                ...(onDay !== undefined && { onDay }),
                postings,
              }),
            ]
          : []),
      ]
    },
  )
  const sums = changes.map(({ fee, step: { set } }) => ({
    playerFeeId: fee.playerFeeId,
    before: fee,
    after: set === 'remove' ? undefined : { ...fee, ...set },
  }))
  return [...writes, ...daySumWrites(sums)]
}

/** What a fee contributes to the sums of its day: nothing once it is cancelled. */
const sumsOf = (fee: SummedFee | undefined): DaySums =>
  fee && fee.state === 'open'
    ? {
        amount: fee.amount,
        paid: fee.paid,
        waived: fee.waived,
        coming: fee.status === 'coming' ? outstandingOf(fee) : 0,
      }
    : zeroSums
type SummedFee = Owing & Pick<Fee, 'status'>

const subtractSums = (one: DaySums, other: DaySums): DaySums => ({
  amount: one.amount - other.amount,
  paid: one.paid - other.paid,
  waived: one.waived - other.waived,
  coming: one.coming - other.coming,
})

/** The writes of the sums of days for several changed fees: one for each day. */
export function daySumWrites(
  changes: readonly { playerFeeId: string; before: SummedFee; after: SummedFee | undefined }[],
): Write[] {
  const days = new Map<string, { orgUnitId: string; dueOn: string; sums: DaySums }>()
  const add = (orgUnitId: string, dueOn: string, sums: DaySums) => {
    const day = days.get(`${orgUnitId} ${dueOn}`) ?? { orgUnitId, dueOn, sums: zeroSums }
    days.set(`${orgUnitId} ${dueOn}`, { orgUnitId, dueOn, sums: subtractSums(day.sums, subtractSums(zeroSums, sums)) })
  }
  for (const { playerFeeId, before, after } of changes) {
    const orgUnitId = orgUnitOf(playerFeeId)
    add(orgUnitId, before.dueOn, subtractSums(zeroSums, sumsOf(before)))
    add(orgUnitId, after?.dueOn ?? before.dueOn, sumsOf(after))
  }
  return [...days.values()].flatMap(({ sums, ...day }) => feeDays.add(day, sums))
}
const zeroSums: DaySums = { amount: 0, paid: 0, waived: 0, coming: 0 }

/** The postings that move an amount from one account to another. */
export const transferPostings = (cents: number, { from, to }: { from: Account; to: Account }): Posting[] => [
  { account: to, cents },
  { account: from, cents: -cents },
]
