import * as z from 'zod/mini'
import { answerTypes, mostAnswers, standardLabels } from '../../rules/registrations/questions.ts'
import { mostAddOns } from '../../rules/registrations/addOns.ts'
import { mostOptions } from '../../rules/registrations/options.ts'
import { registrationStatuses, registrationTypes } from '../../rules/registrations/registration.ts'
import { mostChildren, payWays } from '../../rules/register/carts.ts'
import { id } from '../fields.ts'

/** The shapes that the calls of player registration share. */

const Question = z.object({
  id: z.string(),
  answerType: z.enum(answerTypes),
  questionTitle: z.string(),
  description: z.string(),
  answers: z.array(z.string()),
  optional: z.boolean(),
  standardLabel: z.optional(z.enum(standardLabels)),
  /** It is asked only where that question was answered so. */
  showIf: z.optional(z.object({ questionId: z.string(), answer: z.string() })),
})
const Option = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  priceInCents: z.int(),
  /** How many places are left; null where there is no end of them. */
  placesLeft: z.nullable(z.int()),
  /** The first of what belongs to it of the club's calendar and takes place, in the order of time: of each what it is and when. */
  events: z.array(z.object({ name: z.string(), start: z.string(), timezone: z.string() })),
  /** How many events belong to it beside those. */
  moreEvents: z.int(),
  /** None of what belongs to it takes place and is still to come: nobody is registered for it. */
  isOver: z.boolean(),
})
const AddOn = z.object({
  id: z.string(),
  addOnName: z.string(),
  description: z.string(),
  priceInCents: z.int(),
  /** Its kinds; where there are some, each unit is of one of them, and that one’s price counts. */
  addOns: z.array(z.object({ id: z.string(), name: z.string(), priceInCents: z.int() })),
  customerMustPurchaseAtLeast: z.int(),
  customerCanNotPurchaseMoreThan: z.nullable(z.int()),
  left: z.nullable(z.int()),
  pictureUrl: z.nullable(z.string()),
})

/** What anybody may see of a registration that has been launched. */
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
/** What is filled in, and what of it there is left. */
export const Form = z.object({
  questions: z.array(Question),
  options: z.array(Option),
  addons: z.array(AddOn),
  /** Percent that is asked less for the second and every further child, and for who is early. */
  siblingPercent: z.nullable(z.number()),
  earlyBird: z.nullable(z.object({ percent: z.number(), until: z.string() })),
})

/** Of an add-on so many, each of its kind where it has kinds. Sent only for those with a quantity. */
const AddOnResponse = z.object({
  addOnId: z.string().check(z.maxLength(64)),
  quantity: z.int().check(z.gte(1), z.lte(999)),
  registrationPlayerAddOnFormContentList: z
    .array(z.object({ addOnOptionId: z.string().check(z.maxLength(64)) }))
    .check(z.maxLength(999)),
})
/** Answers by field: the question’s id, for the parts of an address with `:city`, `:state`, `:zip`. */
export const Answers = z.record(
  z.string().check(z.maxLength(80)),
  z.array(z.string().check(z.maxLength(2000))).check(z.maxLength(mostAnswers)),
)
/** A player chosen, or the option for a new one. */
const newPlayer = 'new_player'
const RegistrationPlayerId = id('registrationPlayer')
export const Details = z.object({
  /** The registration’s id and the player’s last part; of a new player that is made by who fills it in. */
  registrationPlayerId: RegistrationPlayerId,
  playerId: z.union([id('player'), z.literal(newPlayer)]),
  optionIds: z.array(z.string().check(z.maxLength(64))).check(z.maxLength(mostOptions)),
  addOnFormResponses: z.array(AddOnResponse).check(z.maxLength(mostAddOns)),
  answers: Answers,
})

export const Filled = z.extend(Details, {
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
  /** `usedFor`: so many of these children, the first ones; it cannot be used more often. */
  promoCode: z.nullable(z.object({ codeTitle: z.string(), usedFor: z.int() })),
  paymentPlanEnabled: z.boolean(),
  byPlan: z.boolean(),
  /** What is due when, to the cent. */
  parts: z.array(z.object({ amountInCents: z.int(), dueOn: z.string() })),
  payWays: z.array(z.enum(payWays)),
  /** What of it is due today: where that is nothing, no place has to be held for it. */
  dueNowInCents: z.int(),
  /** What comes on top of the part that is paid online now. */
  processingFeeInCents: z.int(),
  /** There are not enough places left for all of these children, or of what they have chosen. */
  isFull: z.boolean(),
  /** The options that they have chosen and of which there are not enough places left, by their names. */
  fullOptions: z.array(z.string()),
  /** Those of the children whose option is full, by their registrationPlayerIds: the others can be registered by themselves. */
  waiting: z.array(z.string()),
  waitingList: z.boolean(),
  /** What waiting costs for all of these children together. */
  depositInCents: z.int(),
  /** How that can be paid. */
  depositWays: z.array(z.enum(payWays)),
})

/** How a child stands on a registration. */
export const Standing = z.object({
  registrationPlayerId: z.string(),
  playerId: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  state: z.enum(['registered', 'paying', 'waiting', 'offered', 'cancelled']),
  /** The reader pays for it, takes a place or gives it up: who has registered it, or any guardian, where that one pays for the player no more. */
  isMine: z.boolean(),
  /** So it is: somebody else had registered it. */
  isTakenOver: z.boolean(),
  priceInCents: z.int(),
  /** Of a place that is offered without the code that it was to have, as that is used up: which, and what it had cost with it. */
  codeLost: z.nullable(z.object({ codeTitle: z.string(), priceInCents: z.int() })),
  /** Until when its place is held. */
  heldUntil: z.nullable(z.string()),
  /** Of who waits: how many wait before it. */
  before: z.nullable(z.int()),
  /** Of who waits: the options and add-ons of which there is not enough left for it, by their names. Until there is, it is offered no place. */
  lacking: z.array(z.string()),
  /** Of who waits: the options that were chosen for it of which no date is left, by their names. It is offered no place, and pays no deposit. */
  over: z.array(z.string()),
  /** Of who waits: the registration is closed, and until it is opened again nobody is offered a place. */
  rests: z.boolean(),
  /** Of who waits: nobody can pay for a place at this moment, so it is offered none until somebody can. */
  unpayable: z.boolean(),
  /** What its place on the waiting list costs, and whether that is paid. */
  depositInCents: z.int(),
  isDepositPaid: z.boolean(),
  /** How a place that is offered can be paid, or the deposit of who waits. */
  payWays: z.array(z.enum(payWays)),
  /** Of one’s own players: what one had filled in for who has no place any more, as long as it is kept. */
  filled: z.optional(Filled),
})
export const RegistrationPlayerIds = z.array(RegistrationPlayerId).check(z.minLength(1), z.maxLength(mostChildren))
