import { paymentAccounts } from '#functions/table/paymentAccounts.ts'
import {
  type Registration,
  registrationAddOns,
  registrationInstallments,
  registrationOptions,
  registrationPromoCodes,
  registrationQuestions,
  registrations,
} from '#functions/table/registrations.ts'
import {
  countNames,
  placeOf,
  type RegistrationEntry,
  registrationCounts,
  registrationEntries,
} from '#functions/table/registrationEntries.ts'
import type { NewPlayer } from '#functions/table/rosters.ts'
import { write } from '#functions/table/table.ts'
import type { Stamp } from '#functions/table/writes.ts'
import { addDays } from '#shared/rules/days.ts'
import { instantOf } from '#shared/rules/wallClock.ts'
import type { AddOn } from '#shared/rules/registrations/addOns.ts'
import { evenPlan } from '#shared/rules/registrations/installments.ts'
import type { Option } from '#shared/rules/registrations/options.ts'
import { firstSetup } from '#shared/rules/registrations/registration.ts'
import type { Club } from './club.ts'
import { cardsOf } from './cards.ts'
import { demoFeeId, demoFees } from './fees.ts'
import { demoPart } from './ids.ts'
import { questions, waiver } from './registrationQuestions.ts'

const option = (id: string, name: string, priceInCents: number, details: Partial<Option> = {}): Option => ({
  id: `option-${id}`,
  name,
  description: '',
  priceInCents,
  places: null,
  eventIds: [],
  ...details,
})
const shirt: AddOn = {
  id: 'add-on-shirt',
  addOnName: 'Training shirt',
  description: 'With the number of your choice.',
  priceInCents: 0,
  addOns: [
    { id: 'kind-child', name: 'Child', priceInCents: 2200 },
    { id: 'kind-adult', name: 'Adult', priceInCents: 2600 },
  ],
  customerMustPurchaseAtLeast: 0,
  customerCanNotPurchaseMoreThan: 2,
  places: null,
  fileMetadataId: null,
}

/** An open registration of a team with some entries, a camp of the club, a draft, and last season's. */
export async function seedRegistrations(stamp: Stamp, club: Club, today: string): Promise<void> {
  const { organizationId, timezone } = club.organization
  const falcons = club.squads.find(({ team }) => team.name === 'U12 Falcons') ?? club.squads[0]
  if (!falcons) return
  const { team, events } = falcons
  const paymentAccountId = cardsOf(organizationId)
  const cards = (await paymentAccounts.get({ paymentAccountId }, { consistent: true }))
    ? { acceptPayments: true, mainPaymentAccountId: paymentAccountId }
    : {}
  const weeks = events.filter(({ start }) => start > instantOf(today, '23:59', timezone)).slice(0, 4)
  const newRegistration = (unit: string, name: string, details: Partial<Registration>): Registration => ({
    ...firstSetup,
    name,
    registrationId: `${unit}.${demoPart('r', name)}`,
    registrationType: 'TEAM',
    state: 'draft',
    tags: [],
    mainPaymentAccountId: null,
    createdAt: stamp.at,
    ...details,
  })
  const spring = newRegistration(team.teamId, 'U12 Falcons, spring season', {
    description: 'Two practices a week and a game on the weekend, from March to June.',
    places: 18,
    waitingList: true,
    depositInCents: 2500,
    state: 'launched',
    launchDate: addDays(today, -10),
    closeDate: addDays(today, 40),
    siblingDiscount: { percent: 10 },
    ...cards,
  })
  await writeRegistration(stamp, spring, {
    options: [
      option('season', 'Full season', demoFees.spring.amount, { places: 18 }),
      option('goalkeeper', 'Goalkeeper training only', 9000, { places: 4 }),
    ],
    addOns: [shirt],
    installments: { paymentPlanEnabled: true, items: evenPlan(3, today) },
  })
  const camp = newRegistration(organizationId, 'Holiday camp', {
    registrationType: 'EVENT',
    description: 'Four days on the pitch. Lunch is included.',
    state: 'launched',
    launchDate: addDays(today, -3),
    closeDate: addDays(today, 20),
    places: 40,
    ...cards,
  })
  await writeRegistration(stamp, camp, {
    options: [
      option('all', 'All days', 12_000, { eventIds: weeks.map(({ eventId }) => eventId) }),
      option('one', 'First day only', 3500, { eventIds: weeks.slice(0, 1).map(({ eventId }) => eventId) }),
      option('taster', 'Taster afternoon', 0),
    ],
  })
  await writeRegistration(
    stamp,
    newRegistration(organizationId, 'Tryouts', { description: 'For players new to the club.' }),
    { options: [] },
  )
  const last = newRegistration(team.teamId, 'U12 Falcons, autumn season', {
    state: 'closed',
    launchDate: addDays(today, -150),
    closeDate: addDays(today, -90),
    createdAt: `${addDays(today, -160)}T12:00:00.000Z`,
    places: 18,
  })
  await writeRegistration(stamp, last, {
    options: [option('season', 'Full season', demoFees.autumn.amount)],
    addOns: [shirt],
  })
  /** Two entries per day, from so many days before or after today on. */
  async function register(to: Registration, players: readonly NewPlayer[], choice: Choice, firstDay: number) {
    for (const [i, player] of players.entries()) {
      const day = addDays(today, firstDay + Math.floor(i / 2))
      await keepEntry(stamp, to, { player, choice, registeredAt: instantOf(day, `${10 + i}:30`, timezone) })
    }
  }
  const season = (fee: (typeof demoFees)[keyof typeof demoFees]): Choice => ({
    optionId: 'option-season',
    name: 'Full season',
    cents: fee.amount,
    parts: [{ amountInCents: fee.amount, dueOn: addDays(today, fee.due) }],
    payBy: 'BILL',
    feeId: demoFeeId(team, fee.name),
  })
  const taster: Choice = {
    optionId: 'option-taster',
    name: 'Taster afternoon',
    cents: 0,
    parts: [],
    payBy: 'NONE',
    feeId: demoFeeId(team, 'Taster afternoon'),
  }
  await register(last, falcons.players.slice(0, 12), season(demoFees.autumn), -140)
  // Not for the demo's families, who can register themselves. Some of these have paid.
  await register(spring, falcons.players.slice(3, 11), season(demoFees.spring), -9)
  await register(camp, falcons.players.slice(5, 9), taster, -2)
}

type Parts = {
  options: Option[]
  addOns?: AddOn[]
  installments?: { paymentPlanEnabled: boolean; items: ReturnType<typeof evenPlan> }
}

async function writeRegistration(
  stamp: Stamp,
  registration: Registration,
  { options, addOns = [], installments }: Parts,
) {
  const { registrationId } = registration
  if (await registrations.get({ registrationId }, { consistent: true })) return
  const code = { discountInCents: null, discountInPercentile: 10, expires: null, maxUse: 25 }
  const promoCodes = [{ id: 'code-early', codeTitle: 'FRIENDS', promoCodeType: 'PERCENT' as const, ...code }]
  await write(
    stamp,
    registrations.create(registration),
    registrationQuestions.create({ registrationId, questions }),
    registrationOptions.create({ registrationId, options }),
    registrationAddOns.create({ registrationId, addOns }),
    registrationPromoCodes.create({ registrationId, promoCodes }),
    registrationInstallments.create({ registrationId, ...(installments ?? { paymentPlanEnabled: false, items: [] }) }),
  )
}

/** What a player is registered for, and how it is paid. */
type Choice = Pick<RegistrationEntry, 'parts' | 'payBy' | 'feeId'> & { optionId: string; name: string; cents: number }
type Entry = { player: NewPlayer; choice: Choice; registeredAt: string }
/** A registered player who has what they chose and is charged for it. The signer's name shows that it is demo data. */
async function keepEntry(stamp: Stamp, { registrationId }: Registration, entry: Entry) {
  const { player, choice, registeredAt } = entry
  const { optionId, name, cents, parts, payBy, feeId } = choice
  const { playerId, firstName, lastName, number } = player
  if (await registrationEntries.get({ registrationId, playerId }, { consistent: true })) return
  const hasAsthma = number === '9'
  const placeCounters = [countNames.places, countNames.option(optionId)]
  await write(
    stamp,
    registrationEntries.create({
      registrationId,
      playerId,
      firstName,
      lastName,
      isNew: false,
      optionIds: [optionId],
      addOns: [],
      answers: {
        'question-firstname': [firstName],
        'question-lastname': [lastName],
        'question-shirt': [Number(number) % 2 === 0 ? '140' : '152'],
        'question-health': [hasAsthma ? 'Yes' : 'No'],
        ...(hasAsthma && { 'question-healthtext': ['Asthma. The inhaler is in the side pocket of the bag.'] }),
        'question-mobile': ['+1 312 555 0142'],
      },
      lines: [{ name, quantity: 1, cents }],
      reductions: [],
      priceInCents: cents,
      userId: 'the-demo',
      state: 'registered',
      payBy,
      absorbFees: false,
      parts,
      feeId,
      signed: [
        {
          questionId: waiver.id,
          title: waiver.questionTitle,
          text: waiver.description,
          name: 'Demo Family',
          signedAt: registeredAt,
        },
      ],
      registeredAt,
      landing: 'done',
      place: placeOf.entry(`${registeredAt}#0`),
    }),
    ...placeCounters.map((name) => registrationCounts.take({ registrationId, name }, 1, null, 'registration_full')),
  )
}
