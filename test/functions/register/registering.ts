import { handler as landing } from '#functions/register/landHandler.ts'
import { handler as paidHandler } from '#functions/register/paidHandler.ts'
import { changeFee, transferPostings } from '#functions/table/feeBooks.ts'
import { feePayments, fees } from '#functions/table/fees.ts'
import { organizations } from '#functions/table/organizations.ts'
import { payments } from '#functions/table/payments.ts'
import { profiles } from '#functions/table/profiles.ts'
import { type RegistrationEntry, registrationEntries } from '#functions/table/registrationEntries.ts'
import {
  type Registration,
  registrationAddOns,
  registrationInstallments,
  registrationOptions,
  registrationPromoCodes,
  registrationQuestions,
  registrations,
  type WholeRegistration,
} from '#functions/table/registrations.ts'
import { write } from '#functions/table/table.ts'
import { lastPart, organizationOf, playerOf, registrationOf } from '#shared/ids.ts'
import { firstQuestions, type Question } from '#shared/rules/registrations/questions.ts'
import { firstSetup } from '#shared/rules/registrations/registration.ts'
import { call } from '../call.ts'
import { type Club, newPart, stamp } from '../club.ts'
import { deliverTo } from '../workers.ts'

export const question = (changes: Partial<Question> & { id: string }): Question => ({
  answerType: 'TEXT',
  questionTitle: changes.id,
  description: '',
  answers: [],
  optional: false,
  readers: 'REGISTRARS',
  ...changes,
})
export const option = (id: string, priceInCents: number, places: number | null = null, eventIds: string[] = []) => ({
  id,
  name: id,
  description: '',
  priceInCents,
  places,
  eventIds,
})
export const shirt = {
  id: 'shirt',
  addOnName: 'Shirt',
  description: '',
  priceInCents: 0,
  addOns: [
    { id: 's', name: 'S', priceInCents: 2000 },
    { id: 'm', name: 'M', priceInCents: 2500 },
  ],
  customerMustPurchaseAtLeast: 0,
  customerCanNotPurchaseMoreThan: 3,
  places: null as number | null,
  fileMetadataId: null,
}
export const code = (id: string, changes: Partial<WholeRegistration['promoCodes'][number]> = {}) => ({
  id,
  codeTitle: id.toUpperCase(),
  promoCodeType: 'AMOUNT' as const,
  discountInCents: 1000,
  discountInPercentile: null,
  expires: null,
  maxUse: null,
  ...changes,
})

type Changes = Partial<Omit<WholeRegistration, 'registration'>> & {
  registration?: Partial<Registration>
  ofClub?: boolean
}

/** An open registration of the Falcons or of the club; by default with one option of $100. */
export async function aRegistration(club: Club, { registration = {}, ofClub = false, ...parts }: Changes = {}) {
  const registrationId = `${ofClub ? club.organizationId : club.falcons.teamId}.${newPart('r')}`
  const id = { registrationId }
  await write(
    stamp,
    organizations.change({ organizationId: club.organizationId }, { set: { customRegistrationEnabled: true } }),
    registrations.create({
      ...firstSetup,
      ...id,
      name: 'Fall season',
      registrationType: 'TEAM',
      tags: [],
      mainPaymentAccountId: null,
      createdAt: stamp.at,
      state: 'launched',
      ...registration,
    }),
    registrationQuestions.create({ ...id, questions: parts.questions ?? [...firstQuestions] }),
    registrationOptions.create({ ...id, options: parts.options ?? [option('season', 10_000)] }),
    registrationAddOns.create({ ...id, addOns: parts.addOns ?? [] }),
    registrationPromoCodes.create({ ...id, promoCodes: parts.promoCodes ?? [] }),
    registrationInstallments.create({ ...id, ...(parts.installments ?? { paymentPlanEnabled: false, items: [] }) }),
  )
  return registrationId
}

/** A user who registers, with a name and an address. */
export async function aParent(club: Club, name: string) {
  const userId = club.user(name)
  await write(
    stamp,
    profiles.create({ userId, email: `${name}@family.example`, firstName: 'Rosa', lastName: 'Moreno' }),
  )
  return userId
}

type FillOptions = {
  answers?: Record<string, string[]>
  optionIds?: string[]
  addOns?: [string, string[]][]
  /** One each of these add-ons without variants. */
  bought?: string[]
  playerId?: string
  /** A new child that was filled in before. */
  again?: string
  now?: string
}
/** Fills in a new child, or the user's own player. */
export async function fillIn(as: string, registrationId: string, name: string, options: FillOptions = {}) {
  const { answers = {}, optionIds = ['season'], addOns = [], bought = [], playerId, again, now } = options
  const registrationPlayerId = again ?? `${registrationId}.${playerId ? lastPart(playerId) : newPart('p')}`
  const answered = await call('POST /rest-api/register/{registrationId}/details', {
    as,
    registrationId,
    ...(now && { now }),
    body: {
      registrationPlayerId,
      playerId: playerId ?? 'new_player',
      optionIds,
      addOnFormResponses: [
        ...addOns.map(([addOnId, kinds]) => ({
          addOnId,
          quantity: kinds.length,
          registrationPlayerAddOnFormContentList: kinds.map((addOnOptionId) => ({ addOnOptionId })),
        })),
        ...bought.map((addOnId) => ({ addOnId, quantity: 1, registrationPlayerAddOnFormContentList: [] })),
      ],
      answers: { 'question-firstname': [name], 'question-lastname': ['Moreno'], ...answers },
    },
  })
  return { ...answered, registrationPlayerId }
}

type DueParts = { nowInCents: number; later: { amountInCents: number; dueOn: string }[] }
type FinalizeOptions = {
  payBy?: 'NONE' | 'BILL' | 'ONLINE'
  wait?: boolean
  deposit?: number
  due?: DueParts
  now?: string
}
export const finalize = (
  as: string,
  ids: string[],
  totalInCents: number,
  { payBy = 'BILL', wait, deposit, due, now }: FinalizeOptions = {},
) =>
  call('POST /rest-api/register/{registrationId}/finalize', {
    as,
    registrationId: registrationOf(ids[0] ?? ''),
    ...(now && { now }),
    body: {
      registrationPlayerIds: ids,
      totalInCents,
      payBy,
      ...(wait !== undefined && { wait }),
      ...(deposit !== undefined && { depositInCents: deposit }),
      ...(due && { due }),
    },
  })

export const entryOf = (registrationPlayerId: string): Promise<RegistrationEntry | undefined> =>
  registrationEntries.get(
    { registrationId: registrationOf(registrationPlayerId), playerId: playerOf(registrationPlayerId) },
    { consistent: true },
  )
/** Tells the worker about a registered player. */
export const deliverEntry = (registrationPlayerId: string) => {
  const id = { registrationId: registrationOf(registrationPlayerId), playerId: playerOf(registrationPlayerId) }
  return deliverTo(landing, { ...registrationEntries.key(id), kind: 'Registration entry', change: 'created' })
}

/** Settles a player's first fee as an online payment does, and tells the worker unless `heard` is false. */
export async function paidOnline(registrationPlayerId: string, { heard = true } = {}) {
  const [{ playerFeeId, amount } = { playerFeeId: '', amount: 0 }] = await fees.ofPlayer(
    playerOf(registrationPlayerId),
    { consistent: true },
  )
  const paymentId = `${organizationOf(registrationPlayerId)}.${newPart('y')}`
  const from = { paymentAccountId: 'a', provider: 'STRIPE', surcharge: 0, platformCents: 0, ends: stamp.at } as const
  await changeFee(stamp, playerFeeId, () => ({
    set: { paid: amount },
    effect: `charge:${playerFeeId}`,
    postings: transferPostings(amount, { from: 'assets:receivable', to: 'assets:clearing:stripe' }),
    more: [
      payments.create({ paymentId, ...from, state: 'paid', parts: [], amount, returned: 0 }),
      feePayments.create({ playerFeeId, paymentId, cents: amount, how: 'CARD', paidAt: stamp.at, givenBack: 0 }),
    ],
  }))
  if (heard) await deliverTo(paidHandler, { ...fees.key({ playerFeeId }), kind: 'Fee', change: 'changed' })
  return { paymentId, playerFeeId }
}
