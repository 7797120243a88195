import { feeOf, orgUnitOf, organizationOf, playerFeeOf, playerOf } from '#shared/ids.ts'
import type { ManualMethod, OnlineMethod, Owing } from '#shared/rules/fees.ts'
import { by, entity } from './entity.ts'
import { playerPartition } from './players.ts'
import { all, type Range, startingWith } from './table.ts'
import type { Stored, Write } from './writes.ts'

export type FeeId = { playerFeeId: string }
/** A fee of a player, with a copy of their name. `absorbs`: the club bears the provider's fee. */
export type Fee = FeeId &
  Owing & {
    name: string
    description?: string
    absorbs?: true
    /** What became of the payments when it was cancelled: the family's credit, or refunded. */
    cancelledAs?: 'credit' | 'refund'
    firstName: string
    lastName: string
    /** The current player, if the one charged was merged with another. Copied asynchronously. */
    playerId?: string
    /** `wanted`: the parents are to be mailed. `told`: their mails are in the outbox, or there was nobody to mail. */
    mail?: 'wanted' | 'told'
    /** A payment on it was returned: the family pays it themselves, and no saved card is charged. */
    byHand?: true
    /** Who alone is asked to pay it, if the player has two homes; without a list, everybody who pays for the player. */
    payers?: string[]
    /** When it was split. Links made for it before also belong to whoever was asked then. */
    splitAt?: string
    /** The fee that it was split off from, as the other home's part. */
    partOf?: string
    /** It was split: lists look up who is asked to pay it. */
    type?: 'part'
    /** The online payment in progress. */
    paying?: string
    /** A bank transfer is on its way, for some days; included in the index, so that lists show it. */
    status?: 'coming'
    /** The registered player whose place it pays. */
    registrationPlayerId?: string
    /** The only account that may take online payments for it: the one that its registration used when it was charged. */
    paymentAccountId?: string
    /** When the family was last told. */
    toldAt?: string
  }

const place = ({ playerFeeId, dueOn }: { playerFeeId: string; dueOn: string }) =>
  `${dueOn}#${playerFeeId.split('.').slice(-2).join('.')}`

const partition = (orgUnitId: string) => `FEES#${orgUnitId}`
const feePlace = (playerFeeId: string) => ({
  pk: playerPartition({ playerId: playerOf(playerFeeId) }),
  sk: `FEE#${feeOf(playerFeeId)}`,
})
const rows = entity<Fee, FeeId>('Fee', {
  key: ({ playerFeeId }) => feePlace(playerFeeId),
  gsi1: by(['playerFeeId', 'dueOn'], (fee) => [partition(orgUnitOf(fee.playerFeeId)), place(fee)]),
  gsi2: by(['playerFeeId', 'dueOn'], (fee) => [partition(organizationOf(fee.playerFeeId)), place(fee)]),
})

/** A fee as lists show it: the attributes in the index. */
export type ListedFee = Owing & Pick<Fee, 'name' | 'firstName' | 'lastName' | 'playerId' | 'status' | 'type'>

/** A range of due days, inclusive. */
type Due = { from: string | undefined; to: string | undefined }
const between = ({ from = '0', to = '9' }: Due) => ({ from, to: `${to}\uffff` })

export const fees = {
  ...rows,
  /** The fees of a team or of a whole club, latest due day first. */
  listOf: (orgUnitId: string, due: Due): Range => ({
    index: orgUnitId === organizationOf(orgUnitId) ? 'gsi2' : 'gsi1',
    pk: partition(orgUnitId),
    ...between(due),
    newestFirst: true,
  }),
  /** A player's fees, under all ids that they were charged with. */
  ofPlayers: async (playerIds: readonly string[], options: { consistent?: boolean } = {}) =>
    (await Promise.all(playerIds.map((playerId) => fees.ofPlayer(playerId, options)))).flat(),
  /** The fees charged under this id only. */
  ofPlayer: (playerId: string, { consistent = false } = {}): Promise<Stored<Fee>[]> =>
    all<Fee>({ pk: playerPartition({ playerId }), ...startingWith('FEE#'), consistent }),
  /** The fee id of a list item: the index does not contain it. */
  idOf: (item: object): string => {
    const { pk, sk } = item as { pk: string; sk: string }
    return playerFeeOf(sk.slice('FEE#'.length), pk.slice('PLAYER#'.length))
  },
}

/** The current player of a fee: the one who was charged, or with whom they were merged. */
export const holderOf = (playerFeeId: string, { playerId }: Pick<Fee, 'playerId'>): string =>
  playerId ?? playerOf(playerFeeId)

type FeePaymentId = FeeId & { paymentId: string }
/**
 * A payment on a fee, in cents. `givenBack` is the part that was returned or entered by mistake; `surcharge` is the processing
 * fee that was charged on top of an online payment.
 */
export type FeePayment = FeePaymentId & {
  cents: number
  surcharge?: number
  how: ManualMethod | OnlineMethod
  note?: string
  paidAt: string
  /** The day on which a manual payment was received, if known. */
  paidOn?: string
  givenBack: number
  /** The part of `givenBack` that the payer's bank has taken back, rather than the club. */
  byBank?: number
  /** More was paid than its fees still owed; the automatic refund of the difference is recorded under this one. */
  over?: true
}
const paidPartition = (id: string) => `FEES-PAID#${organizationOf(id)}`
const paid = entity<FeePayment, FeePaymentId>('Fee payment', {
  key: ({ playerFeeId, paymentId }) => {
    const { pk, sk } = feePlace(playerFeeId)
    return { pk, sk: `${sk.replace('FEE#', 'FEE-PAID#')}#${paymentId}` }
  },
  gsi2: by(['playerFeeId', 'paymentId'], ({ playerFeeId, paymentId }) => [
    paidPartition(playerFeeId),
    `${playerFeeId}#${paymentId}`,
  ]),
})
export const feePayments = {
  ...paid,
  of: ({ playerFeeId }: FeeId): Promise<Stored<FeePayment>[]> => {
    const { pk, sk } = feePlace(playerFeeId)
    return all({ pk, ...startingWith(`${sk.replace('FEE#', 'FEE-PAID#')}#`), consistent: true })
  },
  /** All payments on fees charged under this id. */
  ofPlayer: (playerId: string): Promise<Stored<FeePayment>[]> =>
    all({ pk: playerPartition({ playerId }), ...startingWith('FEE-PAID#') }),
  /** All payments on fees of a team, or of a club with all its teams; without those from before this index existed. */
  in: (orgUnitId: string): Range => ({ index: 'gsi2', pk: paidPartition(orgUnitId), ...startingWith(`${orgUnitId}.`) }),
}

/** Marks a fee as charged to players, with a digest of its name, amount and date. */
export const feeCharges = entity<{ feeId: string; digest: string }, { feeId: string }>('Fee charge', {
  key: ({ feeId }) => ({ pk: partition(organizationOf(feeId)), sk: `CHARGED#${feeId}` }),
})

type FeeDayId = { orgUnitId: string; dueOn: string }
export type DaySums = { amount: number; paid: number; waived: number; coming: number }
/**
 * The sums of all open fees of a team, or of the club itself, due on a day; `coming` is the part that is on its way by bank
 * transfer.
 */
export type FeeDay = FeeDayId & DaySums
const days = entity<FeeDay, FeeDayId>('Fee day', {
  key: ({ orgUnitId, dueOn }) => ({
    pk: partition(organizationOf(orgUnitId)),
    sk: `DAY#${orgUnitId}#${dueOn}`,
  }),
})
const isNothing = (sums: DaySums) => Object.values(sums).every((cents) => cents === 0)
export const feeDays = {
  ...days,
  /** The writes that change the sums of a day; none if all are zero. */
  add: ({ orgUnitId, dueOn }: FeeDayId, sums: DaySums): Write[] =>
    isNothing(sums) ? [] : [days.upsert({ orgUnitId, dueOn }, { set: { orgUnitId, dueOn }, add: sums })],
  /** The days of a team, or of a club with all its teams. */
  of: (orgUnitId: string) =>
    all<FeeDay>({
      pk: partition(organizationOf(orgUnitId)),
      ...startingWith(orgUnitId === organizationOf(orgUnitId) ? 'DAY#' : `DAY#${orgUnitId}#`),
    }),
}
