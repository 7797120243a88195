import { organizations } from '#functions/table/organizations.ts'
import { paymentAccounts } from '#functions/table/paymentAccounts.ts'
import {
  registrationAddOns,
  registrationInstallments,
  registrationNotifications,
  registrationOptions,
  registrationPromoCodes,
  registrationQuestions,
  registrations as rows,
} from '#functions/table/registrations.ts'
import { registrationEntries, type RegistrationEntry } from '#functions/table/registrationEntries.ts'
import { players } from '#functions/table/players.ts'
import { write } from '#functions/table/table.ts'
import { tags } from '#functions/table/tags.ts'
import { registrations } from '#shared/api/registrations.ts'
import { isId } from '#shared/ids.ts'
import { firstQuestions } from '#shared/rules/registrations/questions.ts'
import { firstSetup } from '#shared/rules/registrations/registration.ts'
import { tagOf } from '../teams/exampleRequests.ts'
import { type Club, newPart, stamp } from '../club.ts'
import type { Requests } from '../exampleRequests.ts'

/** A valid request to each route of registrations, and the setup it needs. */

export const registrationOf = ({ teamId }: { teamId: string }) => `${teamId}.r00000000000`
export const accountIdOf = (organizationId: string) => `${organizationId}.a00000000009`
export const optionId = 'option-1'
const setup = { ...firstSetup, name: 'Spring season' }
const option = { name: 'Full season', description: '', priceInCents: 10_000, places: 20, eventIds: [] }

export const promoCodeId = 'code-1'
export const addOnId = 'add-on-1'
const code = {
  codeTitle: 'EARLY',
  promoCodeType: 'PERCENT',
  discountInCents: null,
  discountInPercentile: 10,
  expires: null,
  maxUse: null,
} as const
const addOn = {
  addOnName: 'Shirt',
  description: '',
  priceInCents: 2500,
  addOns: [],
  customerMustPurchaseAtLeast: 0,
  customerCanNotPurchaseMoreThan: null,
  places: null,
  fileMetadataId: null,
}

const revisionOf = async ({ registrationId = '' }: Record<string, string>) =>
  isId('registration', registrationId) ? ((await rows.get({ registrationId }, { consistent: true }))?.version ?? 1) : 1
const questionsRevisionOf = async ({ registrationId = '' }: Record<string, string>) =>
  isId('registration', registrationId)
    ? ((await registrationQuestions.get({ registrationId }, { consistent: true }))?.version ?? 1)
    : 1
const installmentsRevisionOf = async ({ registrationId = '' }: Record<string, string>) =>
  isId('registration', registrationId)
    ? ((await registrationInstallments.get({ registrationId }, { consistent: true }))?.version ?? 0)
    : 0
const dates = { launchDate: null, launchTime: null, closeDate: '2027-01-31', closeTime: null }

type Body = object | ((club: Club, params: Record<string, string>) => Promise<object>)
const bodies: Record<string, Body> = {
  'POST /rest-api/registration/create': async ({ falcons }) => ({
    registrationType: 'TEAM',
    orgUnitId: falcons.teamId,
    registrationId: `${falcons.teamId}.${newPart('r')}`,
  }),
  'POST /rest-api/registration/copy/{registrationId}': async ({ falcons }) => ({
    registrationId: `${falcons.teamId}.${newPart('r')}`,
  }),
  'POST /rest-api/registration/setup/{registrationId}': async (_club, params) => ({
    ...setup,
    revision: await revisionOf(params),
  }),
  'PATCH /rest-api/registration/setup/{registrationId}': async (_club, params) => ({
    name: 'Spring',
    revision: await revisionOf(params),
  }),
  'PUT /rest-api/registration/questions/{registrationId}': async (_club, params) => ({
    questions: firstQuestions,
    questionsRevision: await questionsRevisionOf(params),
  }),
  'POST /rest-api/registration/price/{registrationId}': { priceInCents: 10_000, absorbFees: true },
  'POST /rest-api/registration/event-options/{registrationId}': { ...option, id: 'option-2', name: 'Half season' },
  'PUT /rest-api/registration/event-options/{registrationId}/{optionId}': { ...option, places: 30, revision: 0 },
  'POST /rest-api/registration/tag/create/{registrationId}': async (club) => ({ tagId: tagOf(club), name: 'Keeper' }),
  'POST /rest-api/registration/promo-codes/{registrationId}': { ...code, id: 'code-2', codeTitle: 'LATE' },
  'PUT /rest-api/registration/promo-codes/{registrationId}/{promoCodeId}': { ...code, revision: 0 },
  'POST /rest-api/registration/installments/{registrationId}': async (_club, params) => ({
    paymentPlanEnabled: false,
    items: [],
    revision: await installmentsRevisionOf(params),
  }),
  'POST /rest-api/registration/installments/{registrationId}/calculate': {
    equal: { count: 2, firstDue: '2026-12-01' },
  },
  'POST /rest-api/registration/add-ons/{registrationId}': { ...addOn, id: 'add-on-2' },
  'PUT /rest-api/registration/add-ons/{registrationId}/{addOnId}': { ...addOn, revision: 0 },
  'POST /rest-api/registration/add-ons/{registrationId}/copy-existing': async ({ falcons }) => ({
    from: registrationOf(falcons),
    addOnIds: [addOnId],
  }),
  'POST /rest-api/registration/invitations/{registrationId}': { people: [{ email: 'gran@family.example' }] },
  'POST /rest-api/registration/invitations/{registrationId}/withdraw': { email: 'gran@family.example' },
  'POST /rest-api/registration/notifications/{registrationId}': async ({ user }) => ({
    userId: user('admin'),
    paymentsToo: false,
  }),
  'PUT /rest-api/registration/notifications/{registrationId}/{userId}': { paymentsToo: true },
  'PUT /rest-api/registration/payment-accounts/{registrationId}/main': async ({ organizationId }) => ({
    paymentAccountId: accountIdOf(organizationId),
  }),
  'PUT /rest-api/registration/payment-accounts/{registrationId}/accept-payments': { acceptPayments: true },
  'POST /rest-api/registration/launch/{registrationId}/draft': async (_club, params) => ({
    ...dates,
    revision: await revisionOf(params),
  }),
  'POST /rest-api/registration/launch/{registrationId}': async (_club, params) => ({
    ...dates,
    revision: await revisionOf(params),
  }),
  'POST /rest-api/registration/launch/{registrationId}/reopen': { closeDate: null, closeTime: null },
}

const queries: Record<string, (club: Club) => Record<string, string>> = {
  'GET /rest-api/registration/track/{registrationId}/entry': ({ mia }) => ({ playerId: mia.playerId }),
}

/** A family's entry for Mia. */
export const entryOf = (
  registrationId: string,
  { playerId, firstName, lastName }: { playerId: string; firstName: string; lastName: string },
): RegistrationEntry => ({
  registrationId,
  playerId,
  firstName,
  lastName,
  isNew: false,
  optionIds: [optionId],
  addOns: [],
  answers: {},
  lines: [{ name: 'Full season', quantity: 1, cents: 10_000 }],
  reductions: [],
  priceInCents: 10_000,
  userId: 'the-family',
  state: 'registered',
  payBy: 'BILL',
  absorbFees: false,
  parts: [],
  feeId: `${registrationId.slice(0, registrationId.lastIndexOf('.'))}.d00000000000`,
  signed: [],
  registeredAt: stamp.at,
  place: `ENTRY#${stamp.at}`,
})

/** A registration of each team with an option: a draft, or launched where it is to be closed or reopened. All in one write. */
const aRegistration = (state: 'draft' | 'launched') => async (_as: string, club: Club) => {
  const { organizationId, falcons, otters, mia } = club
  const tag = { tagId: tagOf(club), name: 'Keeper' }
  const paymentAccountId = accountIdOf(organizationId)
  const account = { paymentAccountId, provider: 'STRIPE', perMille: 29, cents: 30, active: true } as const
  const userId = club.user('extra')
  await write(
    stamp,
    organizations.change({ organizationId }, { set: { customRegistrationEnabled: true } }),
    tags.upsert(tag, { set: tag }),
    paymentAccounts.upsert({ paymentAccountId }, { set: { ...account, chargesEnabled: true } }),
    // Other routes give Mia this tag.
    players.change({ playerId: mia.playerId }, { set: { tags: [] } }),
    ...[falcons, otters].map(registrationOf).flatMap((registrationId) => {
      const row = { ...setup, registrationId, registrationType: 'TEAM', state } as const
      return [
        rows.upsert({ registrationId }, { set: { ...row, tags: [], mainPaymentAccountId: null, createdAt: stamp.at } }),
        registrationQuestions.upsert({ registrationId }, { set: { questions: [...firstQuestions] } }),
        registrationOptions.upsert({ registrationId }, { set: { options: [{ ...option, id: optionId }] } }),
        registrationPromoCodes.upsert({ registrationId }, { set: { promoCodes: [{ ...code, id: promoCodeId }] } }),
        registrationNotifications.upsert(
          { registrationId, userId },
          { set: { registrationId, userId, name: 'One More', paymentsToo: false } },
        ),
        registrationAddOns.upsert({ registrationId }, { set: { addOns: [{ ...addOn, id: addOnId }] } }),
        registrationEntries.upsert({ registrationId, playerId: mia.playerId }, { set: entryOf(registrationId, mia) }),
      ]
    }),
  )
}

const ofLaunched = /\/(close|reopen)$/
const prepared = Object.fromEntries(
  Object.keys(registrations).map((key) => [key, aRegistration(ofLaunched.test(key) ? 'launched' : 'draft')]),
)

export const exampleRequests: Requests = {
  params: ({ falcons }) => ({ registrationId: registrationOf(falcons), optionId, addOnId, promoCodeId }),
  queries,
  bodies,
  prepared,
}
