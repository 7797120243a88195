import { feeOf, orgUnitOf, organizationOf, playerFeeOf, playerOf } from '#shared/ids.ts'
import type { ManualMethod, OnlineMethod, Owing } from '#shared/rules/fees.ts'
import { by, entity } from './entity.ts'
import { playerPartition } from './players.ts'
import { all, type Range, startingWith } from './table.ts'
import type { Stored, Write } from './writes.ts'

export type FeeId = { playerFeeId: string }
/** A fee of a player, with a copy of their name. `absorbs`: the club bears the processing fee. Amounts are in cents. */
export type Fee = FeeId &
  Owing & {
    name: string
    description?: string
    absorbs?: true
    /** When it was cancelled, what was paid on it became the family's credit, or was refunded. */
    cancelledAs?: 'credit' | 'refund'
    firstName: string
    lastName: string
    /** The player whose fee it is, if they were charged under an id that was merged into theirs. Eventually consistent. */
    playerId?: string
    /** `wanted`: the parents are to be mailed. `told`: the mails are in the outbox, or there was nobody to mail. */
    mail?: 'wanted' | 'told'
    /** A payment of it was reversed: it is not charged to saved cards any more. */
    byHand?: true
    /** The users who are asked for it, for players with two homes; without it, all guardians who pay for the player. */
    payers?: string[]
    /** When it was split: payment links from before may be in the hands of the other home. */
    splitAt?: string
    /** The fee that it was split off, as the part of the other home. */
    partOf?: string
    /** It was split: lists read who is asked for it. */
    type?: 'part'
    /** The id of the online payment that is under way. */
    paying?: string
    /** Its payment is on its way from a bank, for some days. */
    status?: 'coming'
    /** The place on a registration that it pays. */
    registrationPlayerId?: string
    /** The account to which it is paid online, if it is of a registration: the one of the registration when it was charged. */
    paymentAccountId?: string
    /** When the family was last mailed about it. */
    toldAt?: string
  }

const sortKeyOf = ({ playerFeeId, dueOn }: { playerFeeId: string; dueOn: string }) =>
  `${dueOn}#${playerFeeId.split('.').slice(-2).join('.')}`

const partition = (orgUnitId: string) => `FEES#${orgUnitId}`
const feeKey = (playerFeeId: string) => ({
  pk: playerPartition({ playerId: playerOf(playerFeeId) }),
  sk: `FEE#${feeOf(playerFeeId)}`,
})
const rows = entity<Fee, FeeId>('Fee', {
  key: ({ playerFeeId }) => feeKey(playerFeeId),
  gsi1: by(['playerFeeId', 'dueOn'], (fee) => [partition(orgUnitOf(fee.playerFeeId)), sortKeyOf(fee)]),
  gsi2: by(['playerFeeId', 'dueOn'], (fee) => [partition(organizationOf(fee.playerFeeId)), sortKeyOf(fee)]),
})

/** What a list shows of a fee: the projection of gsi1. */
export type ListedFee = Owing & Pick<Fee, 'name' | 'firstName' | 'lastName' | 'playerId' | 'status' | 'type'>

/** A range of due days, both included. */
type DueRange = { from: string | undefined; to: string | undefined }
const dayRange = ({ from = '0', to = '9' }: DueRange) => ({ from, to: `${to}\uffff` })

export const fees = {
  ...rows,
  /** The fees of a team, or of a whole club, the latest due day first. */
  listOf: (orgUnitId: string, due: DueRange): Range => ({
    index: orgUnitId === organizationOf(orgUnitId) ? 'gsi2' : 'gsi1',
    pk: partition(orgUnitId),
    ...dayRange(due),
    newestFirst: true,
  }),
  /** The fees of a player, under all of these ids. */
  ofPlayers: async (playerIds: readonly string[], options: { consistent?: boolean } = {}) =>
    (await Promise.all(playerIds.map((playerId) => fees.ofPlayer(playerId, options)))).flat(),
  /** The fees under this id alone. */
  ofPlayer: (playerId: string, { consistent = false } = {}): Promise<Stored<Fee>[]> =>
    all<Fee>({ pk: playerPartition({ playerId }), ...startingWith('FEE#'), consistent }),
  /** The id of a fee on a list, from its key, since the index does not project it. */
  idOf: (item: object): string => {
    const { pk, sk } = item as { pk: string; sk: string }
    return playerFeeOf(sk.slice('FEE#'.length), pk.slice('PLAYER#'.length))
  },
}

/** The player of a fee: the one who was charged, or the one they were merged into. */
export const holderOf = (playerFeeId: string, { playerId }: Pick<Fee, 'playerId'>): string =>
  playerId ?? playerOf(playerFeeId)

type FeePaymentId = FeeId & { paymentId: string }
/**
 * A payment on a fee, in cents. `givenBack`: how much of it was refunded, or was entered by mistake; `surcharge`: the processing fee that
 * an online payment included on top.
 */
export type FeePayment = FeePaymentId & {
  cents: number
  surcharge?: number
  how: ManualMethod | OnlineMethod
  note?: string
  paidAt: string
  /** For a payment by hand, the day on which it was received, if that was entered. */
  paidOn?: string
  givenBack: number
  /** How much of `givenBack` the payer's bank has charged back. */
  byBank?: number
  /** More was paid than the fees still owed: the automatic refund of that is about this one. */
  over?: true
}
const paidPartition = (id: string) => `FEES-PAID#${organizationOf(id)}`
const paymentRows = entity<FeePayment, FeePaymentId>('Fee payment', {
  key: ({ playerFeeId, paymentId }) => {
    const { pk, sk } = feeKey(playerFeeId)
    return { pk, sk: `${sk.replace('FEE#', 'FEE-PAID#')}#${paymentId}` }
  },
  gsi2: by(['playerFeeId', 'paymentId'], ({ playerFeeId, paymentId }) => [
    paidPartition(playerFeeId),
    `${playerFeeId}#${paymentId}`,
  ]),
})
export const feePayments = {
  ...paymentRows,
  of: ({ playerFeeId }: FeeId): Promise<Stored<FeePayment>[]> => {
    const { pk, sk } = feeKey(playerFeeId)
    return all({ pk, ...startingWith(`${sk.replace('FEE#', 'FEE-PAID#')}#`), consistent: true })
  },
  /** All payments on fees under this id. */
  ofPlayer: (playerId: string): Promise<Stored<FeePayment>[]> =>
    all({ pk: playerPartition({ playerId }), ...startingWith('FEE-PAID#') }),
  /** All payments on the fees of a team, or of a club with all of its teams; without payments from before there was this index. */
  ofUnit: (orgUnitId: string): Range => ({
    index: 'gsi2',
    pk: paidPartition(orgUnitId),
    ...startingWith(`${orgUnitId}.`),
  }),
}

/** Written with the first fee of a charge: a digest of its name, amount and due day, by which a repeated request is recognized. */
export const feeCharges = entity<{ feeId: string; digest: string }, { feeId: string }>('Fee charge', {
  key: ({ feeId }) => ({ pk: partition(organizationOf(feeId)), sk: `CHARGED#${feeId}` }),
})

type FeeDayId = { orgUnitId: string; dueOn: string }
export type DaySums = { amount: number; paid: number; waived: number; coming: number }
/**
 * The sums of all open fees of a team, or of the club itself, that are due on a day. `coming`: payments that are on their way from a bank.
 */
export type FeeDay = FeeDayId & DaySums
const days = entity<FeeDay, FeeDayId>('Fee day', {
  key: ({ orgUnitId, dueOn }) => ({
    pk: partition(organizationOf(orgUnitId)),
    sk: `DAY#${orgUnitId}#${dueOn}`,
  }),
})
const isZero = (sums: DaySums) => Object.values(sums).every((cents) => cents === 0)
export const feeDays = {
  ...days,
  /** The writes that change the sums of a day; none for no difference. */
  add: ({ orgUnitId, dueOn }: FeeDayId, sums: DaySums): Write[] =>
    isZero(sums) ? [] : [days.upsert({ orgUnitId, dueOn }, { set: { orgUnitId, dueOn }, add: sums })],
  /** The sums of a team, or of a club with all of its teams. */
  of: (orgUnitId: string) =>
    all<FeeDay>({
      pk: partition(organizationOf(orgUnitId)),
      ...startingWith(orgUnitId === organizationOf(orgUnitId) ? 'DAY#' : `DAY#${orgUnitId}#`),
    }),
}
