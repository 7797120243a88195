import * as z from 'zod/mini'
import {
  feeDescriptionLimit,
  feeNameLimit,
  partNameLimit,
  feeStatuses,
  manualMethods,
  maxChargedAtOnce,
  maxInstalments,
  maxDaysLate,
  onlineMethods,
  reminderDays,
} from '../../rules/fees.ts'
import { maxCents } from '../../rules/money.ts'
import { registrationTypes } from '../../rules/registrations/registration.ts'
import { Cursor, Day, id, PlayerName } from '../fields.ts'
import { file } from '../media.ts'
import type { Area } from '../route.ts'

/** An amount of money that is charged or paid. */
const Cents = z.int().check(z.positive(), z.lte(maxCents))
/** Chosen by the device for a one-time action, so that a retry changes nothing. */
const IdempotencyId = z.string().check(z.regex(/^[\w-]{8,36}$/))
const Text = (max: number) => z.string().check(z.trim(), z.maxLength(max))

const FeeLine = z.object({
  feePlayerId: z.string(),
  orgUnitId: z.string(),
  player: PlayerName,
  name: z.string(),
  status: z.enum(feeStatuses),
  dueOn: z.string(),
  amountInCents: z.int(),
  paidInCents: z.int(),
  /** The amount still to be paid. */
  outstandingInCents: z.int(),
})
/** `onItsWay`: the outstanding amount was paid, and is in transit from the payer's bank for some days. */
const ListedFee = z.extend(FeeLine, { onItsWay: z.boolean() })
const FeePayment = z.object({
  paymentId: z.string(),
  amountInCents: z.int(),
  givenBackInCents: z.int(),
  how: z.enum([...manualMethods, ...onlineMethods]),
  note: z.nullable(z.string()),
  /** When it was booked, and the day it was paid in the club's time zone. */
  paidAt: z.string(),
  paidOn: z.string(),
  /** Of the refunds: the amount in transit, and the amount that the provider refused, which is the family's credit. */
  onItsWayInCents: z.int(),
  refusedInCents: z.int(),
  /** Of the refunds: the amount that the payer's bank has taken back, without a refund by the club. */
  takenByBankInCents: z.int(),
  /** Of the refunds: the amount that has arrived, or was booked by mistake. */
  goneBackInCents: z.int(),
  /** A chargeback has to be entered by hand: its provider does not report them. */
  chargebackByHand: z.boolean(),
  /** The payer's bank is taking it back; until `dueBy` the club can respond at its provider. */
  dispute: z.nullable(z.object({ status: z.enum(['open', 'inquiry', 'won', 'lost']), dueBy: z.nullable(z.string()) })),
})
export const Details = z.extend(FeeLine, {
  description: z.string(),
  absorbFees: z.boolean(),
  /** The amount paid that is in transit from the payer's bank for some days. */
  comingInCents: z.int(),
  waivedInCents: z.int(),
  organization: z.object({ id: z.string(), name: z.string(), timezone: z.string() }),
  payments: z.array(FeePayment),
  /** The names of the payers, if the fee is one home's part; empty if they no longer pay for the player. */
  payers: z.nullable(z.array(z.string())),
  /** When the family was last notified of it by email. */
  toldAt: z.nullable(z.string()),
  /** Changes are conditional on it. */
  revision: z.int(),
})
/** The total due, the part of it in transit from a bank, the overdue part of the rest, and the total received. */
const FeeTotals = { dueInCents: z.int(), paidInCents: z.int(), lateInCents: z.int(), comingInCents: z.int() }
const FeeFilter = z.object({
  status: z.optional(z.enum(feeStatuses)),
  playerId: z.optional(id('player')),
  dueFrom: z.optional(Day),
  dueTo: z.optional(Day),
  /** Words of the fee's name. Players are selected by `playerId`: children's names do not go into URLs. */
  filter: z.optional(Text(100)),
})
const chargedFields = {
  name: Text(feeNameLimit).check(z.minLength(1)),
  description: Text(feeDescriptionLimit),
  amountInCents: Cents,
  dueOn: Day,
  /** The club bears the providers' fees; otherwise they are added to the payer's total. */
  absorbFees: z.boolean(),
}
export const byFee = { can: 'canEditFees', subject: 'path.feePlayerId' } as const

/** Fees charged to players. */
export const fees = {
  'GET /rest-api/fee/search/{orgUnitId}': {
    can: 'canEditFees',
    subject: 'path.orgUnitId',
    does: 'Lists the fees of a team or of a whole club, latest due date first, 50 per page.',
    early: true,
    query: z.extend(FeeFilter, { pageSize: z.optional(z.literal('50')), cursor: Cursor }),
    returns: z.object({
      fees: z.array(
        z.extend(ListedFee, {
          /** The names of the payers, if the fee is one home's part. */
          payers: z.nullable(z.array(z.string())),
        }),
      ),
      cursor: z.nullable(z.string()),
    }),
  },
  'GET /rest-api/fee/totals/{orgUnitId}': {
    can: 'canEditFees',
    subject: 'path.orgUnitId',
    does: 'Returns the amounts due, overdue, in transit, and received, in total and per month.',
    early: true,
    returns: z.object({
      totals: z.object(FeeTotals),
      months: z.array(z.object({ month: z.string(), ...FeeTotals })),
    }),
  },
  'GET /rest-api/fee/export/{orgUnitId}': {
    logged: 'Export',
    can: 'canEditFees',
    subject: 'path.orgUnitId',
    does: 'Exports the fees of a team or of a whole club as CSV.',
    query: FeeFilter,
    returns: file('text/csv'),
    refuses: ['answer_too_large'],
  },
  'GET /rest-api/fee/admin-teams/{orgId}': {
    can: 'member',
    subject: 'path.orgId',
    does: 'Lists the teams of a club whose fees the caller can edit; `all` is true if the caller can edit the fees of the whole club.',
    early: true,
    returns: z.object({ all: z.boolean(), teams: z.array(z.object({ id: z.string(), name: z.string() })) }),
  },
  'GET /rest-api/fee/players/{orgUnitId}': {
    can: 'canEditFees',
    subject: 'path.orgUnitId',
    does: 'Lists the players who can be charged: the roster of a team, or all rosters of a club and its players without an active team.',
    early: true,
    returns: z.object({
      /** `teamIds`: empty for players on no team, or only on archived ones. */
      players: z.array(z.extend(PlayerName, { teamIds: z.array(z.string()), tags: z.array(z.string()) })),
    }),
  },
  'POST /rest-api/fee/create': {
    can: 'canEditFees',
    subject: 'body.feeId',
    does: 'Charges players of a team or club: creates a fee for each player, or one for each installment. Repeating the call does not charge anyone twice.',
    body: z.object({
      /** Chosen by the client, within the team or club. */
      feeId: id('fee'),
      playerIds: z.array(id('player')).check(z.minLength(1), z.maxLength(maxChargedAtOnce)),
      ...chargedFields,
      /** Installments, which add up to the amount; each is a fee with its own due date. */
      instalments: z.optional(
        z.array(z.object({ amountInCents: Cents, dueOn: Day })).check(z.minLength(2), z.maxLength(maxInstalments)),
      ),
      /** Notifies guardians by email. */
      tell: z.optional(z.boolean()),
    }),
    returns: z.object({ charged: z.int() }),
    refuses: ['fee_charged'],
  },
  'GET /rest-api/fee/my-fees': {
    can: 'signed_in',
    does: 'Lists the fees of the caller’s own players in all their clubs.',
    early: true,
    returns: z.object({
      fees: z.array(
        z.extend(ListedFee, {
          organization: z.object({ id: z.string(), name: z.string() }),
          /** The registration it belongs to. */
          registrationId: z.optional(z.string()),
          /** The family's credit from this fee that the club has not refunded. */
          creditInCents: z.int(),
        }),
      ),
    }),
  },
  'GET /rest-api/fee/details/{feePlayerId}': {
    can: 'family',
    subject: 'path.feePlayerId',
    does: 'Returns a fee with its payments, and the family’s credit from this and other fees.',
    early: true,
    returns: z.extend(Details, {
      credits: z.array(z.object({ feePlayerId: z.string(), name: z.string(), creditInCents: z.int() })),
      /** The registration it belongs to. */
      registration: z.nullable(z.object({ id: z.string(), name: z.string(), type: z.enum(registrationTypes) })),
    }),
  },
  'PUT /rest-api/fee/update/{feePlayerId}': {
    ...byFee,
    does: 'Updates a fee: its name, description, amount, due date, and who bears the processing fees.',
    body: z.object({ ...chargedFields, name: Text(partNameLimit).check(z.minLength(1)), revision: z.int() }),
    returns: Details,
    refuses: ['conflict', 'fee_settled', 'less_than_paid'],
  },
  'DELETE /rest-api/fee/delete/{feePlayerId}': {
    ...byFee,
    does: 'Deletes a fee that has no payments. A fee that a registration depends on is canceled instead.',
    returns: z.object({}),
    refuses: ['fee_has_payments', 'being_paid'],
  },
  'POST /rest-api/fee/cancel/{feePlayerId}': {
    ...byFee,
    does: 'Cancels a fee. The amount paid is refunded or becomes the family’s credit; credit can be refunded later by calling this again.',
    body: z.object({ paid: z.enum(['credit', 'refund']) }),
    returns: Details,
    refuses: ['fee_settled', 'payment_disputed'],
  },
  'POST /rest-api/fee/manual-payment/{feePlayerId}': {
    ...byFee,
    does: 'Records a manual payment, for example cash, a check, or a bank transfer. Idempotent by `paymentId`.',
    body: z.object({
      paymentId: IdempotencyId,
      amountInCents: Cents,
      how: z.enum(manualMethods),
      /** The day it was paid, in the club's time zone; defaults to today. */
      paidOn: z.optional(Day),
      note: z.optional(Text(feeDescriptionLimit)),
    }),
    returns: Details,
    refuses: ['fee_settled', 'more_than_owed', 'saved_before'],
  },
  'POST /rest-api/fee/undo-payment/{feePlayerId}': {
    ...byFee,
    does: 'Reverses a manual payment: its amount is outstanding again.',
    body: z.object({ paymentId: IdempotencyId }),
    returns: Details,
  },
  'POST /rest-api/fee/write-off/{feePlayerId}': {
    ...byFee,
    does: 'Waives or writes off the outstanding amount of a fee. With `undone`, reverses this, unless the fee has changed since.',
    body: z.object({
      as: z.enum(['waived', 'written-off']),
      revision: z.int(),
      /** Undoes what was decided on this revision. */
      undone: z.optional(z.boolean()),
    }),
    returns: Details,
    refuses: ['conflict', 'fee_settled'],
  },
  'POST /rest-api/fee/remind/{feePlayerId}': {
    ...byFee,
    spends: 'mail',
    does: 'Emails the family a reminder of the outstanding amount of a fee, at most once a day.',
    returns: z.object({}),
    refuses: ['fee_settled', 'told_already', 'being_paid'],
  },
  'GET /rest-api/fee/reminders/{orgId}': {
    can: 'canEditFees',
    subject: 'path.orgId',
    does: 'Returns the days on which a club sends fee reminders, relative to the due date.',
    early: true,
    returns: z.object({ days: z.array(z.int()) }),
  },
  'PUT /rest-api/fee/reminders/{orgId}': {
    can: 'canEditFees',
    subject: 'path.orgId',
    does: 'Sets the days on which a club sends fee reminders, counted from the due date: negative values are days before it.',
    body: z.object({
      days: z.array(z.int().check(z.gte(reminderDays[0]), z.lte(maxDaysLate))).check(z.maxLength(reminderDays.length)),
    }),
    returns: z.object({ days: z.array(z.int()) }),
  },
} as const satisfies Area
