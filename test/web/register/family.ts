import type { AnswerOf } from '#web/api.ts'

const OPEN = 'GET /rest-api/register/{registrationId}/open'
const SUMMARY = 'GET /rest-api/register/{registrationId}/summary'

const clubId = 'o00000000001'
export const registrationId = `${clubId}.t00000000001.r00000000001`
export const mia = { id: `${clubId}.p00000000001`, firstName: 'Mia', lastName: 'Moreno' }

type Head = AnswerOf<typeof OPEN>
const question = (id: string, details: Partial<NonNullable<Head['form']>['questions'][number]>) => ({
  id,
  answerType: 'TEXT' as const,
  questionTitle: id,
  description: '',
  answers: [],
  optional: false,
  ...details,
})
const form: NonNullable<Head['form']> = {
  questions: [
    question('first', { questionTitle: 'First name', standardLabel: 'FIRST_NAME' }),
    question('last', { questionTitle: 'Last name', standardLabel: 'LAST_NAME' }),
    question('allergy', { questionTitle: 'Any allergy?', answerType: 'OPTIONS_CHOOSE_ONE', answers: ['Yes', 'No'] }),
    question('which', { questionTitle: 'Which one?', showIf: { questionId: 'allergy', answer: 'Yes' } }),
    question('waiver', { questionTitle: 'Waiver', answerType: 'WAIVER', description: 'We play at our own risk.' }),
  ],
  options: [
    {
      id: 'season',
      name: 'Full season',
      description: '',
      priceInCents: 12_000,
      placesLeft: 3,
      events: [],
      moreEvents: 0,
      isOver: false,
    },
  ],
  addons: [
    {
      id: 'shirt',
      addOnName: 'Shirt',
      description: '',
      priceInCents: 0,
      addOns: [
        { id: 's', name: 'S', priceInCents: 2000 },
        { id: 'm', name: 'M', priceInCents: 2500 },
      ],
      customerMustPurchaseAtLeast: 0,
      customerCanNotPurchaseMoreThan: 2,
      left: null,
      pictureUrl: null,
    },
  ],
  siblingPercent: null,
  earlyBird: null,
}
export const head: Head = {
  id: registrationId,
  name: 'Fall season',
  description: 'Ten weeks.',
  registrationType: 'TEAM',
  status: 'OPEN',
  opensAt: null,
  closesAt: null,
  organization: { id: clubId, name: 'Springfield FC', timezone: 'America/Chicago', country: 'US' },
  orgUnit: { id: `${clubId}.t00000000001`, name: 'Falcons' },
  isInviteOnly: false,
  waitingList: true,
  placesLeft: 3,
  form,
}
const { form: _form, ...shownHead } = head
export const firstStep = {
  ...shownHead,
  ...form,
  currentlyLoggedUserFirstName: 'Rosa',
  currentlyLoggedUserLastName: 'Moreno',
}
export const player = {
  registrationPlayerId: `${registrationId}.p00000000001`,
  firstName: 'Mia',
  lastName: 'Moreno',
  lines: [{ name: 'Full season', quantity: 1, cents: 12_000 }],
  reductions: [],
  priceInCents: 12_000,
}
export const summary: AnswerOf<typeof SUMMARY> = {
  registration: { id: registrationId, name: 'Fall season', organizationName: 'Springfield FC', orgUnitName: 'Falcons' },
  players: [player],
  totalInCents: 12_000,
  hasPromoCodes: true,
  promoCode: null,
  paymentPlanEnabled: false,
  byPlan: false,
  parts: [{ amountInCents: 12_000, dueOn: '2026-11-21' }],
  payWays: ['BILL'],
  dueNowInCents: 12_000,
  processingFeeInCents: 0,
  isFull: false,
  fullOptions: [],
  waiting: [],
  waitingList: true,
  depositInCents: 0,
  depositWays: ['NONE'],
}
export const filledDetails = {
  registrationPlayerId: player.registrationPlayerId,
  playerId: mia.id,
  firstName: 'Mia',
  lastName: 'Moreno',
  optionIds: ['season'],
  addOnFormResponses: [],
  answers: { first: ['Mia'], last: ['Moreno'], allergy: ['No'], waiver: ['Rosa Moreno'] },
  avatar: null,
}
export const registered = {
  registrationPlayerId: player.registrationPlayerId,
  playerId: mia.id,
  firstName: 'Mia',
  lastName: 'Moreno',
  state: 'registered' as const,
  isMine: true,
  isTakenOver: false,
  priceInCents: 12_000,
  codeLost: null,
  heldUntil: null,
  before: null,
  lacking: [],
  over: [],
  rests: false,
  unpayable: false,
  depositInCents: 0,
  isDepositPaid: false,
  payWays: [],
}
