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
import { countNames, placeOf, registrationCounts, registrationEntries } from '#functions/table/registrationEntries.ts'
import type { NewPlayer } from '#functions/table/rosters.ts'
import { write } from '#functions/table/table.ts'
import type { Team } from '#functions/table/teams.ts'
import type { Stamp } from '#functions/table/writes.ts'
import { addDays } from '#shared/rules/days.ts'
import { instantOf } from '#shared/rules/wallClock.ts'
import type { AddOn } from '#shared/rules/registrations/addOns.ts'
import { evenPlan } from '#shared/rules/registrations/installments.ts'
import type { Option } from '#shared/rules/registrations/options.ts'
import { firstQuestions, type Question } from '#shared/rules/registrations/questions.ts'
import { firstSetup } from '#shared/rules/registrations/registration.ts'
import type { Club } from './club.ts'
import { cardsOf } from './cards.ts'
import { demoFeeId, demoFees } from './fees.ts'
import { demoPart } from './ids.ts'

const waiver = toQuestion('waiver', {
  answerType: 'WAIVER',
  questionTitle: 'Taking part',
  description: 'I agree that my child takes part in practices and games, and that the club is told when they cannot.',
})
const questions: Question[] = [
  ...firstQuestions,
  toQuestion('mobile', { answerType: 'TEXT', questionTitle: 'Mobile phone', standardLabel: 'MOBILE_PHONE' }),
  toQuestion('shirt', {
    answerType: 'OPTIONS_CHOOSE_ONE',
    questionTitle: 'Shirt size',
    answers: ['128', '140', '152', '164'],
  }),
  toQuestion('health', {
    medical: true,
    answerType: 'OPTIONS_CHOOSE_ONE',
    questionTitle: 'Is there anything about their health we should know?',
    answers: ['No', 'Yes'],
  }),
  toQuestion('healthtext', {
    medical: true,
    answerType: 'LONG_TEXT',
    questionTitle: 'What should we know?',
    showIf: { questionId: 'question-health', answer: 'Yes' },
  }),
  waiver,
]

function toQuestion(id: string, question: Partial<Question>): Question {
  const blank = { answerType: 'TEXT', questionTitle: '', description: '', answers: [], optional: false } as const
  return { ...blank, answers: [], readers: 'REGISTRARS', ...question, id: `question-${id}` }
}

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
  async function register(to: Registration, players: readonly NewPlayer[], fee: Entry['fee'], firstDay: number) {
    for (const [i, player] of players.entries()) {
      const day = addDays(today, firstDay + Math.floor(i / 2))
      await keepEntry(stamp, to, { player, team, fee, today, registeredAt: instantOf(day, `${10 + i}:30`, timezone) })
    }
  }
  await register(last, falcons.players.slice(0, 12), demoFees.autumn, -140)
  // Not for the demo's families, who can register themselves. Some of these have paid.
  await register(spring, falcons.players.slice(3, 11), demoFees.spring, -9)
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

type Entry = {
  player: NewPlayer
  team: Team
  fee: (typeof demoFees)[keyof typeof demoFees]
  today: string
  registeredAt: string
}
/**
 * A registered player who has joined the team and is charged the team's fee. The signer's name shows that it is demo
 * data.
 */
async function keepEntry(stamp: Stamp, { registrationId }: Registration, entry: Entry) {
  const { player, team, fee, today, registeredAt } = entry
  const { playerId, firstName, lastName, number } = player
  if (await registrationEntries.get({ registrationId, playerId }, { consistent: true })) return
  const hasAsthma = number === '9'
  const placeCounters = [countNames.places, countNames.option('option-season')]
  await write(
    stamp,
    registrationEntries.create({
      registrationId,
      playerId,
      firstName,
      lastName,
      isNew: false,
      optionIds: ['option-season'],
      addOns: [],
      answers: {
        'question-firstname': [firstName],
        'question-lastname': [lastName],
        'question-shirt': [Number(number) % 2 === 0 ? '140' : '152'],
        'question-health': [hasAsthma ? 'Yes' : 'No'],
        ...(hasAsthma && { 'question-healthtext': ['Asthma. The inhaler is in the side pocket of the bag.'] }),
        'question-mobile': ['+1 312 555 0142'],
      },
      lines: [{ name: 'Full season', quantity: 1, cents: fee.amount }],
      reductions: [],
      priceInCents: fee.amount,
      userId: 'the-demo',
      state: 'registered',
      payBy: 'BILL',
      absorbFees: false,
      parts: [{ amountInCents: fee.amount, dueOn: addDays(today, fee.due) }],
      feeId: demoFeeId(team, fee.name),
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
