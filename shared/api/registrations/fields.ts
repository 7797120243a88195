import * as z from 'zod/mini'
import { answerReaders, answerTypes, maxQuestions, standardLabels } from '../../rules/registrations/questions.ts'
import { registrationStatuses, registrationTypes } from '../../rules/registrations/registration.ts'
import { Day } from '../fields.ts'

/** The rules have the limits of each text; this only rejects absurd lengths. */
export const Text = (max = 5000) => z.string().check(z.trim(), z.maxLength(max))
/** A part of a registration, with an id chosen by the client: `option-4f2a`. */
export const partId = (kind: 'option' | 'question' | 'code' | 'add-on' | 'kind') =>
  z.string().check(z.regex(new RegExp(`^${kind}-[a-z0-9]{1,32}$`)))
export const Cents = z.int().check(z.gte(0), z.lte(100_000_000))
export const Count = z.int().check(z.gte(0), z.lte(1_000_000))
export const Percent = z.number().check(z.gte(0), z.lte(1000))
const Time = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/))

export const Type = z.enum(registrationTypes)
export const Status = z.enum(registrationStatuses)
export const Tag = z.object({ id: z.string(), name: z.string() })

export const setup = {
  name: Text(),
  description: Text(),
  places: z.nullable(Count),
  waitingList: z.boolean(),
  depositInCents: z.nullable(Cents),
  isInviteOnly: z.boolean(),
  absorbFees: z.boolean(),
  acceptPayments: z.boolean(),
  acceptBills: z.boolean(),
  siblingDiscount: z.nullable(z.object({ percent: Percent })),
  earlyBird: z.nullable(z.object({ percent: Percent, until: z.union([Day, z.literal('')]) })),
  launchDate: z.nullable(Day),
  launchTime: z.nullable(Time),
  closeDate: z.nullable(Day),
  closeTime: z.nullable(Time),
}
export const Setup = z.object(setup)

export const Question = z.object({
  id: partId('question'),
  answerType: z.enum(answerTypes),
  questionTitle: Text(),
  description: Text(),
  answers: z.array(Text()).check(z.maxLength(100)),
  optional: z.boolean(),
  readers: z.enum(answerReaders),
  /** It asks about health: then only registrars may read it. */
  medical: z.optional(z.boolean()),
  standardLabel: z.optional(z.enum(standardLabels)),
  showIf: z.optional(z.object({ questionId: partId('question'), answer: Text() })),
})
export const Questions = z.array(Question).check(z.maxLength(2 * maxQuestions))

/** The fields of an option; its events are checked against the club's. */
export const option = {
  name: Text(),
  description: Text(),
  priceInCents: Cents,
  places: z.nullable(Count),
}

/** Needs the right to manage the registration. */
export const byRegistration = { can: 'canManageRegistration', subject: 'path.registrationId' } as const
