import { feeOf, orgUnitOf, organizationOf, playerFeeOf, playerOf } from '#shared/ids.ts'
import type { ManualMethod, OnlineMethod, Owing } from '#shared/rules/fees.ts'
import { by, entity } from './entity.ts'
import { playerPartition } from './players.ts'
import { all, type Range, startingWith } from './table.ts'
import type { Stored, Write } from './writes.ts'

export type FeeId = { playerFeeId: string }
/** What a player owes, with their name repeated. `absorbs`: the club bears what providers take of a payment. */
export type Fee = FeeId &
  Owing & {
    name: string
    description?: string
    absorbs?: true
    /** What was paid on it when it was cancelled is the family’s credit, or was given back. */
    cancelledAs?: 'credit' | 'refund'
    firstName: string
    lastName: string
    /** Whose it is by now, where that is not who was charged: who was made one with them. Repeated a moment later. */
    playerId?: string
    /** `wanted`: the parents are to be told by mail. `told`: their mails lie in the outbox, or there was nobody to tell. */
    mail?: 'wanted' | 'told'
    /** What was paid on it went back: its family pays it, and no card that is kept is charged. */
    byHand?: true
    /** Who alone is asked for it, where the player has two homes: no list is all who pay for the player. */
    payers?: string[]
    /** Since when: links that were made for it before are of who was asked then, too. */
    splitAt?: string
    /** The fee of which it was split off, as the other home’s part. */
    partOf?: string
    /** It was split: lists look up who is asked for it. */
    type?: 'part'
    /** The payment online that is under way. */
    paying?: string
    /** It is on its way from a bank, for some days: lists tell of it too. */
    status?: 'coming'
    /** The player on a registration whose place it pays. */
    registrationPlayerId?: string
    /** The one account to which it is paid online: that by which its registration took payments when it was charged. */
    paymentAccountId?: string
    /** When the family was told last. */
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

/** What a list shows of a fee: all that the shorter index holds. */
export type ListedFee = Owing & Pick<Fee, 'name' | 'firstName' | 'lastName' | 'playerId' | 'status' | 'type'>

/** Days between which fees are due, both within. */
type Due = { from: string | undefined; to: string | undefined }
const between = ({ from = '0', to = '9' }: Due) => ({ from, to: `${to}\uffff` })

export const fees = {
  ...rows,
  /** The fees of a team, or of a whole club: those that were due last come first. */
  listOf: (orgUnitId: string, due: Due): Range => ({
    index: orgUnitId === organizationOf(orgUnitId) ? 'gsi2' : 'gsi1',
    pk: partition(orgUnitId),
    ...between(due),
    newestFirst: true,
  }),
  /** Of a player, by all ids under which they have been charged. */
  ofPlayers: async (playerIds: readonly string[], options: { consistent?: boolean } = {}) =>
    (await Promise.all(playerIds.map((playerId) => fees.ofPlayer(playerId, options)))).flat(),
  /** What was charged under this id alone. */
  ofPlayer: (playerId: string, { consistent = false } = {}): Promise<Stored<Fee>[]> =>
    all<Fee>({ pk: playerPartition({ playerId }), ...startingWith('FEE#'), consistent }),
  /** The fee that an item of a list stands for: the list's index does not hold its id. */
  idOf: (item: object): string => {
    const { pk, sk } = item as { pk: string; sk: string }
    return playerFeeOf(sk.slice('FEE#'.length), pk.slice('PLAYER#'.length))
  },
}

/** Whose a fee is: who was charged, or who they were made one with. */
export const holderOf = (playerFeeId: string, { playerId }: Pick<Fee, 'playerId'>): string =>
  playerId ?? playerOf(playerFeeId)

type FeePaymentId = FeeId & { paymentId: string }
/**
 * What was paid on a fee at once, in cents. `givenBack` of it was returned, or was put down by mistake; `surcharge` came on top
 * of it for the processing, where it was paid online.
 */
export type FeePayment = FeePaymentId & {
  cents: number
  surcharge?: number
  how: ManualMethod | OnlineMethod
  note?: string
  paidAt: string
  /** The day on which it came in by hand, where that is said. */
  paidOn?: string
  givenBack: number
  /** What of `givenBack` the payer's bank has taken back, and nobody of the club has given. */
  byBank?: number
  /** More was paid than its fees still owed: what goes back of that by itself is about this one. */
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
  /** All that was paid on what was charged under this id. */
  ofPlayer: (playerId: string): Promise<Stored<FeePayment>[]> =>
    all({ pk: playerPartition({ playerId }), ...startingWith('FEE-PAID#') }),
  /** All that was paid on what a team, or a club with all its teams, has charged; without what is older than this list. */
  in: (orgUnitId: string): Range => ({ index: 'gsi2', pk: paidPartition(orgUnitId), ...startingWith(`${orgUnitId}.`) }),
}

/** That players are charged with this, once anybody is: a digest of what for, how much and when. */
export const feeCharges = entity<{ feeId: string; digest: string }, { feeId: string }>('Fee charge', {
  key: ({ feeId }) => ({ pk: partition(organizationOf(feeId)), sk: `CHARGED#${feeId}` }),
})

type FeeDayId = { orgUnitId: string; dueOn: string }
export type DaySums = { amount: number; paid: number; waived: number; coming: number }
/** The sums of all open fees of a team, or of the club itself, that are due on a day; what is `coming` of what they owe takes some days from a bank. */
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
  /** So much more or less is due on a day, as writes: none for nothing. */
  add: ({ orgUnitId, dueOn }: FeeDayId, sums: DaySums): Write[] =>
    isNothing(sums) ? [] : [days.upsert({ orgUnitId, dueOn }, { set: { orgUnitId, dueOn }, add: sums })],
  /** Of a team; of a club with all its teams. */
  of: (orgUnitId: string) =>
    all<FeeDay>({
      pk: partition(organizationOf(orgUnitId)),
      ...startingWith(orgUnitId === organizationOf(orgUnitId) ? 'DAY#' : `DAY#${orgUnitId}#`),
    }),
}
