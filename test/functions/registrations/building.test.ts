import { expect, it } from 'vitest'
import { organizations } from '#functions/table/organizations.ts'
import { registrationInvitations, registrations } from '#functions/table/registrations.ts'
import { write } from '#functions/table/table.ts'
import { firstSetup } from '#shared/rules/registrations/registration.ts'
import { aClub, type Club, newPart, stamp } from '../club.ts'
import { call } from '../call.ts'
import { putIn } from '../copy.ts'

const noDates = { launchDate: null, launchTime: null, closeDate: null, closeTime: null }
const plain = { description: '', places: null, eventIds: [] as string[] }

/** A club with registration enabled, and the administrator's draft of one for the Falcons. */
async function aDraft(registrationType: 'TEAM' | 'EVENT' = 'TEAM') {
  const club = await aClub()
  const { organizationId } = club
  await write(stamp, organizations.change({ organizationId }, { set: { customRegistrationEnabled: true } }))
  const as = club.user('admin')
  const registrationId = `${club.falcons.teamId}.${newPart('r')}`
  const body = { registrationId, registrationType, orgUnitId: club.falcons.teamId }
  const { status } = await call('POST /rest-api/registration/create', { as, body })
  expect(status).toBe(200)
  return { club, as, registrationId }
}
type Draft = Awaited<ReturnType<typeof aDraft>>

const detailsOf = async ({ as, registrationId }: Draft) =>
  (await call('GET /rest-api/registration/step-details/{registrationId}', { as, registrationId })).body

async function named(draft: Draft, changes: object = {}) {
  const { as, registrationId } = draft
  const { setup, revision } = await detailsOf(draft)
  const body = { ...setup, name: 'Spring season', ...changes, revision }
  return call('POST /rest-api/registration/setup/{registrationId}', { as, registrationId, body })
}

const addOption = ({ as, registrationId }: Draft, name: string, more: object = {}) =>
  call('POST /rest-api/registration/event-options/{registrationId}', {
    as,
    registrationId,
    body: { id: `option-${newPart('')}`, ...plain, name, priceInCents: 10_000, ...more },
  })

async function launched(draft: Draft, dates: object = noDates) {
  const { as, registrationId } = draft
  const { revision } = await detailsOf(draft)
  const body = { ...noDates, ...dates, revision }
  return call('POST /rest-api/registration/launch/{registrationId}', { as, registrationId, body })
}

it('creating a registration requires the club’s custom registration feature', async () => {
  const club = await aClub()
  const body = {
    registrationId: `${club.falcons.teamId}.${newPart('r')}`,
    registrationType: 'TEAM' as const,
    orgUnitId: club.falcons.teamId,
  }
  const { status, refusal } = await call('POST /rest-api/registration/create', { as: club.user('admin'), body })
  expect([status, refusal.code]).toEqual([412, 'registration_off'])
})

it('a registration is created once with its type and team, and can be deleted as a draft', async () => {
  const draft = await aDraft('EVENT')
  const { as, registrationId, club } = draft
  const body = { registrationId, registrationType: 'EVENT' as const, orgUnitId: club.falcons.teamId }
  expect((await call('POST /rest-api/registration/create', { as, body })).status).toBe(200)
  const listed = await list(club)
  expect(
    listed.map(({ registrationType, orgUnit, registrationStatus }) => [
      registrationType,
      orgUnit.name,
      registrationStatus,
    ]),
  ).toEqual([['EVENT', 'Falcons', 'DRAFT']])
  expect((await call('DELETE /rest-api/registration/{registrationId}', { as, registrationId })).status).toBe(200)
  expect(await list(club)).toEqual([])
  const foreign = { registrationId: `${club.otters.teamId}.${newPart('r')}`, registrationType: 'TEAM' as const }
  const refused = await call('POST /rest-api/registration/create', {
    as,
    body: { ...foreign, orgUnitId: club.falcons.teamId },
  })
  expect(refused.status).toBe(400)
})

const page = async (club: Club, query: object = {}) =>
  (
    await call('GET /rest-api/registration/list/{orgUnitId}', {
      as: club.user('admin'),
      orgUnitId: club.organizationId,
      query: { isAllTeams: 'true', ...query },
    })
  ).body
const list = async (club: Club, query: object = {}) => (await page(club, query)).registrations

it('the list filters by status, text, tags and team, with 50 per page', async () => {
  const draft = await aDraft()
  const { club } = draft
  await named(draft, { name: 'Fall season' })
  await addOption(draft, 'Full season')
  await launched(draft)
  const [travel, indoor] = ['Travel', 'Indoor'].map((name) => ({ id: `${club.organizationId}.${newPart('g')}`, name }))
  const tagged = [[travel!], [travel!, indoor!]]
  const others = Array.from({ length: 51 }, (_, i) => ({
    ...{ ...firstSetup, registrationId: `${club.organizationId}.${newPart('r')}`, registrationType: 'TEAM' as const },
    ...{ tags: tagged[i] ?? [], mainPaymentAccountId: null, state: 'draft' as const },
    createdAt: `2026-11-20T10:00:${String(i).padStart(2, '0')}Z`,
  }))
  await putIn(
    stamp,
    others.map((each) => registrations.create(each)),
  )
  expect((await list(club, { registrationStatus: 'OPEN' })).map(({ name }) => name)).toEqual(['Fall season'])
  expect((await list(club, { filter: 'fall' })).map(({ name }) => name)).toEqual(['Fall season'])
  expect(await list(club, { filter: 'winter' })).toEqual([])
  const idsOf = async (...tags: string[]) =>
    (await list(club, { tags: tags.join(',') })).map(({ registrationId }) => registrationId).toSorted()
  const [one, both] = others.map(({ registrationId }) => registrationId)
  expect(new Set(await idsOf(travel!.id))).toEqual(new Set([one, both]))
  expect(await idsOf(travel!.id, indoor!.id)).toEqual([both])
  expect(await idsOf(`${club.organizationId}.${newPart('g')}`)).toEqual([])
  expect(await list(club, { isAllTeams: 'false', registrationStatus: 'OPEN' })).toEqual([])
  const first = await page(club)
  expect(first.registrations).toHaveLength(50)
  const second = await page(club, { cursor: first.cursor ?? '' })
  expect(second.registrations).toHaveLength(2)
  expect(second.cursor).toBeNull()
})

it('a registration is autosaved, kept as a draft, launched, closed and reopened', async () => {
  const draft = await aDraft()
  const { as, registrationId } = draft
  const { revision } = await detailsOf(draft)
  const kept = await call('PATCH /rest-api/registration/setup/{registrationId}', {
    as,
    registrationId,
    body: { name: 'Spring', places: 20, revision },
  })
  expect([kept.status, kept.body.setup.name, kept.body.setup.places]).toEqual([200, 'Spring', 20])
  const early = await launched(draft)
  expect(early.refusal.faults?.map(({ at, code }) => [at, code])).toEqual([['options', 'no_option']])
  await addOption(draft, 'Full season')
  const dates = { launchDate: '2026-12-01', closeDate: '2026-12-20' }
  const body = { ...noDates, ...dates, revision: kept.body.revision }
  const drafted = await call('POST /rest-api/registration/launch/{registrationId}/draft', { as, registrationId, body })
  expect(drafted.body.registrationStatus).toBe('DRAFT')
  expect((await launched(draft, dates)).body.registrationStatus).toBe('SCHEDULED')
  expect((await launched(draft, dates)).refusal.code).toBe('registration_launched')
  const open = await call('GET /rest-api/registration/step-details/{registrationId}', {
    as,
    registrationId,
    now: '2026-12-01T06:00:00Z', // Midnight in Chicago.
  })
  expect(open.body.registrationStatus).toBe('OPEN')
  const after = await call('GET /rest-api/registration/step-details/{registrationId}', {
    as,
    registrationId,
    now: '2026-12-21T06:00:00Z',
  })
  expect(after.body.registrationStatus).toBe('CLOSED')
  const closed = await call('POST /rest-api/registration/launch/{registrationId}/close', { as, registrationId })
  expect(closed.body.registrationStatus).toBe('CLOSED')
  const past = { closeDate: '2026-11-01', closeTime: null }
  const refused = await call('POST /rest-api/registration/launch/{registrationId}/reopen', {
    as,
    registrationId,
    body: past,
  })
  expect(refused.refusal.faults?.map(({ code }) => code)).toContain('in_the_past')
  const again = await call('POST /rest-api/registration/launch/{registrationId}/reopen', {
    as,
    registrationId,
    body: { closeDate: null, closeTime: null },
  })
  expect(again.body.registrationStatus).toBe('SCHEDULED')
  // Without entries it may be deleted, even though families have seen it.
  expect((await call('DELETE /rest-api/registration/{registrationId}', { as, registrationId })).status).toBe(200)
})

it('of two concurrent edits the one based on a stale revision is rejected', async () => {
  const draft = await aDraft()
  const { as, registrationId } = draft
  const { revision } = await detailsOf(draft)
  const change = (body: { name?: string; places?: number }) =>
    call('PATCH /rest-api/registration/setup/{registrationId}', { as, registrationId, body: { ...body, revision } })
  const answers = await Promise.all([change({ name: 'One' }), change({ places: 12 })])
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 412])
  const { setup } = await detailsOf(draft)
  expect([setup.name, setup.places]).toEqual(answers[0]?.status === 200 ? ['One', null] : ['', 12])
})

it('of options added concurrently with the same name, one is kept', async () => {
  const draft = await aDraft()
  const answers = await Promise.all(
    ['Full season', 'full  Season', 'Full Season'].map((name) => addOption(draft, name)),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  for (const { status, refusal } of answers)
    if (status !== 200) expect(refusal.code).toBe('REGISTRATION_EVENT_OPTION_NAME_EXISTS')
})

it('an option of an event registration requires at least one event, of its own unit only', async () => {
  const draft = await aDraft('EVENT')
  const none = await addOption(draft, 'Week 1')
  expect(none.refusal.faults?.map(({ at, code }) => [at, code])).toEqual([['eventIds', 'no_event']])
  const { eventId } = draft.club.game
  expect((await addOption(draft, 'Week 1', { eventIds: [eventId] })).status).toBe(200)
  const foreign = `${draft.club.otters.teamId}.${newPart('e')}`
  expect((await addOption(draft, 'Week 2', { eventIds: [foreign] })).status).toBe(400)
})

it('the price preview shows what the family pays and the club receives, and rejects a price below the fee', async () => {
  const draft = await aDraft()
  const { as, registrationId, club } = draft
  const { organizationId } = club
  const fees = { processingFeePerMil: 29, processingFeeInCents: 70 }
  await write(stamp, organizations.change({ organizationId }, { set: fees }))
  const price = (priceInCents: number, absorbFees: boolean) =>
    call('POST /rest-api/registration/price/{registrationId}', {
      as,
      registrationId,
      body: { priceInCents, absorbFees },
    })
  expect((await price(10_000, true)).body).toEqual({
    priceInCents: 10_000,
    paysInCents: 10_000,
    takenInCents: 360,
    getsInCents: 9640,
  })
  const passedOn = (await price(10_000, false)).body
  expect(passedOn.getsInCents).toBe(10_000)
  expect(passedOn.paysInCents - passedOn.takenInCents).toBe(10_000)
  expect((await price(50, true)).refusal.code).toBe('REGISTRATION_PRICE_LOWER_THAN_REGISTRATION_FEE')
  expect((await price(0, true)).body.paysInCents).toBe(0)
})

it('of promo codes added concurrently with the same title, one is kept, and invalid codes are rejected', async () => {
  const { as, registrationId } = await aDraft()
  const code = {
    promoCodeType: 'AMOUNT' as const,
    discountInCents: 500,
    discountInPercentile: null,
    expires: null,
    maxUse: null,
  }
  const add = (codeTitle: string, more: object = {}) =>
    call('POST /rest-api/registration/promo-codes/{registrationId}', {
      as,
      registrationId,
      body: { id: `code-${newPart('')}`, ...code, codeTitle, ...more },
    })
  const answers = await Promise.all(['EARLY', 'early', 'Early'].map((title) => add(title)))
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 400, 400])
  const refused = answers.find(({ status }) => status === 400)
  expect(refused?.refusal.faults?.map(({ code: what }) => what)).toEqual(['code_exists'])
  const wrong = await Promise.all([
    add('ZERO', { discountInCents: 0 }),
    add('PAST', { expires: '2026-11-01' }),
    add('WIDE', { promoCodeType: 'PERCENT', discountInPercentile: 101 }),
  ])
  expect(wrong.map(({ refusal }) => refusal.faults?.[0]?.code)).toEqual([
    'not_above_zero',
    'in_the_past',
    'too_many_percent',
  ])
  const listed = await call('GET /rest-api/registration/promo-codes/{registrationId}', { as, registrationId })
  expect(listed.body.promoCodes.map(({ expires, maxUse }) => [expires, maxUse])).toEqual([[null, null]])
})

it('installments must add up and have due dates, and equal ones are calculated to the cent', async () => {
  const draft = await aDraft()
  const { as, registrationId } = draft
  await addOption(draft, 'Full season', { priceInCents: 10_001 })
  const calculate = 'POST /rest-api/registration/installments/{registrationId}/calculate'
  const from = (firstDue: string) => call(calculate, { as, registrationId, body: { equal: { count: 3, firstDue } } })
  const { body } = await from('2026-12-31')
  // An installment would be due in a year beyond the supported range.
  expect((await from('3000-11-01')).refusal.faults?.map(({ at }) => at)).toEqual(['equal.firstDue'])
  expect(body.items.map(({ dueDate }) => dueDate)).toEqual(['2026-12-31', '2027-01-31', '2027-02-28'])
  expect(body.options[0]?.parts.reduce((sum, { amountInCents }) => sum + amountInCents, 0)).toBe(10_001)
  const save = (items: { percent: number; dueDate: string }[]) =>
    call('POST /rest-api/registration/installments/{registrationId}', {
      as,
      registrationId,
      body: { paymentPlanEnabled: true, items, revision: 0 },
    })
  expect((await save(body.items)).status).toBe(200)
  const short = await save([
    { percent: 50, dueDate: '2026-12-01' },
    { percent: 49, dueDate: '2027-01-01' },
  ])
  expect(short.refusal.faults?.map(({ code }) => code)).toEqual(['not_the_sum'])
  const dayless = await save([
    { percent: 50, dueDate: '2026-12-01' },
    { percent: 50, dueDate: '' },
  ])
  expect(dayless.refusal.faults?.map(({ code }) => code)).toEqual(['due_date_missing'])
})

it('an address is invited once, and repeated ones are reported', async () => {
  const { as, registrationId } = await aDraft()
  const invite = (...emails: string[]) =>
    call('POST /rest-api/registration/invitations/{registrationId}', {
      as,
      registrationId,
      body: { people: emails.map((email) => ({ email })) },
    })
  expect((await invite('Gran@family.example', 'gran@family.example')).body).toEqual({
    invited: 1,
    already: [],
    noMail: [],
  })
  expect((await invite('GRAN@family.example', 'uncle@family.example')).body).toEqual({
    invited: 1,
    already: ['gran@family.example'],
    noMail: [],
  })
  const row = await registrationInvitations.get({ registrationId, email: 'Gran@Family.example' }, { consistent: true })
  expect([row?.email, row?.state, row?.mail]).toEqual(['gran@family.example', 'invited', 'wanted'])
})
