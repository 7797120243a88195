import * as z from 'zod/mini'
import { answerTypes, maxAnswers, standardLabels } from '../../rules/registrations/questions.ts'
import { maxAddOns } from '../../rules/registrations/addOns.ts'
import { maxOptions } from '../../rules/registrations/options.ts'
import { registrationStatuses, registrationTypes } from '../../rules/registrations/registration.ts'
import { maxChildren, payWays } from '../../rules/register/carts.ts'
import { id } from '../fields.ts'

/** Shapes shared by the calls for player registration. */

const Question = z.object({
  id: z.string(),
  answerType: z.enum(answerTypes),
  questionTitle: z.string(),
  description: z.string(),
  answers: z.array(z.string()),
  optional: z.boolean(),
  standardLabel: z.optional(z.enum(standardLabels)),
  /** Only asked if that question has this answer. */
  showIf: z.optional(z.object({ questionId: z.string(), answer: z.string() })),
})
const Option = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  priceInCents: z.int(),
  /** How many places are left; null if unlimited. */
  placesLeft: z.nullable(z.int()),
  /** The first of its events that take place, in order of time: the name and start of each. */
  events: z.array(z.object({ name: z.string(), start: z.string(), timezone: z.string() })),
  /** How many more events belong to it. */
  moreEvents: z.int(),
  /** None of its events is still to come: nobody can register for it. */
  isOver: z.boolean(),
})
const AddOn = z.object({
  id: z.string(),
  addOnName: z.string(),
  description: z.string(),
  priceInCents: z.int(),
  /** Its kinds; if there are any, each unit is of one kind, and the kind's price counts. */
  addOns: z.array(z.object({ id: z.string(), name: z.string(), priceInCents: z.int() })),
  customerMustPurchaseAtLeast: z.int(),
  customerCanNotPurchaseMoreThan: z.nullable(z.int()),
  left: z.nullable(z.int()),
  pictureUrl: z.nullable(z.string()),
})

/** What anyone may see of a launched registration. */
export const Head = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  registrationType: z.enum(registrationTypes),
  status: z.enum(registrationStatuses),
  opensAt: z.nullable(z.string()),
  closesAt: z.nullable(z.string()),
  organization: z.object({ id: z.string(), name: z.string(), timezone: z.string(), country: z.string() }),
  orgUnit: z.object({ id: z.string(), name: z.string() }),
  isInviteOnly: z.boolean(),
  waitingList: z.boolean(),
  placesLeft: z.nullable(z.int()),
})
/** The questions, options, and add-ons of a registration, with the remaining quantities. */
export const Form = z.object({
  questions: z.array(Question),
  options: z.array(Option),
  addons: z.array(AddOn),
  /** The discounts in percent for the second and every further child, and for early registration. */
  siblingPercent: z.nullable(z.number()),
  earlyBird: z.nullable(z.object({ percent: z.number(), until: z.string() })),
})

/** A quantity of an add-on, and the kind of each unit if it has kinds. Only sent with a quantity. */
const AddOnResponse = z.object({
  addOnId: z.string().check(z.maxLength(64)),
  quantity: z.int().check(z.gte(1), z.lte(999)),
  registrationPlayerAddOnFormContentList: z
    .array(z.object({ addOnOptionId: z.string().check(z.maxLength(64)) }))
    .check(z.maxLength(999)),
})
/** Answers by field: the question's id, with `:city`, `:state`, `:zip` for the parts of an address. */
export const Answers = z.record(
  z.string().check(z.maxLength(80)),
  z.array(z.string().check(z.maxLength(2000))).check(z.maxLength(maxAnswers)),
)
/** The value for a new player instead of an existing one. */
const newPlayer = 'new_player'
const RegistrationPlayerId = id('registrationPlayer')
export const Details = z.object({
  /** The registration's id and the player's last part; for a new player, the client chooses that. */
  registrationPlayerId: RegistrationPlayerId,
  playerId: z.union([id('player'), z.literal(newPlayer)]),
  optionIds: z.array(z.string().check(z.maxLength(64))).check(z.maxLength(maxOptions)),
  addOnFormResponses: z.array(AddOnResponse).check(z.maxLength(maxAddOns)),
  answers: Answers,
})

export const FilledDetails = z.extend(Details, {
  firstName: z.string(),
  lastName: z.string(),
  avatar: z.nullable(z.string()),
})

const Line = z.object({ name: z.string(), quantity: z.int(), cents: z.int() })
export const Summary = z.object({
  registration: z.object({ id: z.string(), name: z.string(), organizationName: z.string(), orgUnitName: z.string() }),
  players: z.array(
    z.object({
      registrationPlayerId: z.string(),
      firstName: z.string(),
      lastName: z.string(),
      lines: z.array(Line),
      reductions: z.array(z.object({ name: z.string(), cents: z.int() })),
      priceInCents: z.int(),
    }),
  ),
  totalInCents: z.int(),
  hasPromoCodes: z.boolean(),
  /** `usedFor`: the number of these children, in order, that it can be used for. */
  promoCode: z.nullable(z.object({ codeTitle: z.string(), usedFor: z.int() })),
  paymentPlanEnabled: z.boolean(),
  byPlan: z.boolean(),
  /** The amounts due by date. */
  parts: z.array(z.object({ amountInCents: z.int(), dueOn: z.string() })),
  payWays: z.array(z.enum(payWays)),
  /** The amount due today: if it is zero, places need not be held during payment. */
  dueNowInCents: z.int(),
  /** The surcharge on the amount that is paid online now. */
  processingFeeInCents: z.int(),
  /** Not enough places are left for all of these children, in the registration or in a chosen option. */
  isFull: z.boolean(),
  /** The names of chosen options without enough places left. */
  fullOptions: z.array(z.string()),
  /** The registrationPlayerIds of children whose option is full: the others can be registered on their own. */
  waiting: z.array(z.string()),
  waitingList: z.boolean(),
  /** The deposit for the waiting list, for all of these children together. */
  depositInCents: z.int(),
  /** The ways to pay it. */
  depositWays: z.array(z.enum(payWays)),
})

/** A child's status on a registration. */
export const EntryStatus = z.object({
  registrationPlayerId: z.string(),
  playerId: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  state: z.enum(['registered', 'paying', 'waiting', 'offered', 'cancelled']),
  /**
   * The reader acts for it: they have registered it; or, if the registrar no longer pays for the player, any guardian who does.
   */
  isMine: z.boolean(),
  /** True although someone else had registered it. */
  isTakenOver: z.boolean(),
  priceInCents: z.int(),
  /** For a place that is offered without its promo code, as that was used up: the code, and the price with it. */
  codeLost: z.nullable(z.object({ codeTitle: z.string(), priceInCents: z.int() })),
  /** Until when its place is held. */
  heldUntil: z.nullable(z.string()),
  /** For a waiting child: how many wait before it. */
  before: z.nullable(z.int()),
  /**
   * For a waiting child: the names of options and add-ons of which not enough is left. Until there is, it is offered no place.
   */
  lacking: z.array(z.string()),
  /** For a waiting child: the names of chosen options with no date left. It is offered no place, and pays no deposit. */
  over: z.array(z.string()),
  /** For a waiting child: the registration is closed, and no places are offered until it is reopened. */
  rests: z.boolean(),
  /** For a waiting child: a place could not be paid at the moment, so none is offered until it can. */
  unpayable: z.boolean(),
  /** Its deposit for the waiting list, and whether that is paid. */
  depositInCents: z.int(),
  isDepositPaid: z.boolean(),
  /** The ways to pay an offered place, or the deposit of a waiting child. */
  payWays: z.array(z.enum(payWays)),
  /** For the caller's own players: what they had filled in for a child without a place, as long as it is kept. */
  filled: z.optional(FilledDetails),
})
export const RegistrationPlayerIds = z.array(RegistrationPlayerId).check(z.minLength(1), z.maxLength(maxChildren))
