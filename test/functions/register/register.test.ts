import { describe, expect, it } from 'vitest'
import { budgetsUsed } from '#functions/table/budgets.ts'
import { fees } from '#functions/table/fees.ts'
import { invites } from '#functions/table/invites.ts'
import { meOf } from '#functions/table/me.ts'
import { families, players } from '#functions/table/players.ts'
import { registrationInvitations, registrationQuestions } from '#functions/table/registrations.ts'
import { rosterRows } from '#functions/table/rosterRows.ts'
import { all, update, write } from '#functions/table/table.ts'
import { ledger, type LedgerEntry } from '#functions/table/ledger.ts'
import { playerOf } from '#shared/ids.ts'
import { budgets } from '#shared/rules/budgets.ts'
import { firstQuestions } from '#shared/rules/registrations/questions.ts'
import { call } from '../call.ts'
import { aClub, stamp } from '../club.ts'
import {
  aParent,
  aRegistration,
  code,
  entryOf,
  fillIn,
  deliverEntry,
  option,
  question,
  finalize,
  shirt,
} from './registering.ts'

const waiver = question({
  id: 'waiver',
  answerType: 'WAIVER',
  questionTitle: 'Waiver',
  description: 'We play at our own risk.',
})
const states = (body: { players: { state: string }[] }) => body.players.map(({ state }) => state)
const summaryOf = async (as: string, registrationId: string) =>
  (await call('GET /rest-api/register/{registrationId}/summary', { as, registrationId, query: {} })).body

describe('a family registering a new player', () => {
  it('creates player, family, roster entry, tags, bill and invites exactly once', async () => {
    const club = await aClub()
    const as = await aParent(club, 'rosa')
    const tags = [{ id: `${club.organizationId}.g0000000000a`, name: 'Fall' }]
    const questions = [
      ...firstQuestions,
      question({ id: 'shirt-number', standardLabel: 'NUMBER', answerType: 'NUMBER' }),
      waiver,
    ]
    const registrationId = await aRegistration(club, { questions, addOns: [shirt], registration: { tags } })
    const { status, registrationPlayerId: id } = await fillIn(as, registrationId, 'Nora', {
      answers: { 'shirt-number': ['7'], waiver: ['Rosa Moreno'] },
      addOns: [['shirt', ['s', 'm', 'm']]],
    })
    expect(status).toBe(200)
    const summary = await summaryOf(as, registrationId)
    expect(summary.players[0]).toMatchObject({ firstName: 'Nora', priceInCents: 17_000 })
    expect(summary).toMatchObject({ totalInCents: 17_000, payWays: ['BILL'], isFull: false })
    expect(summary.parts).toEqual([{ amountInCents: 17_000, dueOn: '2026-11-21' }])

    expect(states((await finalize(as, [id], 17_000)).body)).toEqual(['registered'])
    // Repeated, as after a lost response: the response is the same.
    expect(states((await finalize(as, [id], 17_000)).body)).toEqual(['registered'])
    await deliverEntry(id)
    await deliverEntry(id)

    const playerId = playerOf(id)
    const { teamId } = club.falcons
    expect(await players.get({ playerId })).toMatchObject({ firstName: 'Nora', tags, teams: [{ id: teamId }] })
    expect(await rosterRows.get({ teamId, playerId })).toMatchObject({ firstName: 'Nora', number: '7' })
    expect((await meOf({ userId: as })).access.players.map((player) => player.id)).toEqual([playerId])
    const charged = await fees.ofPlayer(playerId)
    expect(charged.map(({ name, amount, dueOn, state }) => [name, amount, dueOn, state])).toEqual([
      ['Fall season', 17_000, '2026-11-21', 'open'],
    ])
    const books = await all<LedgerEntry>(ledger.of(club.organizationId))
    expect(books.filter(({ about }) => about === charged[0]?.playerFeeId)).toHaveLength(1)
    expect(await invites.get({ inviteId: club.invite({ playerId } as never) })).toMatchObject({ status: 'Pending' })
    const entry = await entryOf(id)
    expect(entry?.signed).toMatchObject([{ title: 'Waiver', text: 'We play at our own risk.', name: 'Rosa Moreno' }])
    expect(entry?.landing).toBe('done')
  })

  it('for chosen events is accepted for them', async () => {
    const club = await aClub()
    const as = await aParent(club, 'rosa')
    const options = [option('week-1', 0, null, [club.game.eventId]), option('week-2', 0)]
    const registrationId = await aRegistration(club, {
      options,
      ofClub: true,
      registration: { registrationType: 'EVENT' },
    })
    const { registrationPlayerId: id } = await fillIn(as, registrationId, 'Nora', { optionIds: ['week-1', 'week-2'] })
    expect(states((await finalize(as, [id], 0, { payBy: 'NONE' })).body)).toEqual(['registered'])
    await deliverEntry(id)
    expect(await invites.get({ inviteId: club.invite({ playerId: playerOf(id) } as never) })).toMatchObject({
      status: 'Accepted',
    })
    expect(await fees.ofPlayer(playerOf(id))).toEqual([])
  })
})

it('an existing player is registered under the club’s name for them, and charged once', async () => {
  const club = await aClub()
  const as = club.user('parent')
  const registrationId = await aRegistration(club, { ofClub: true })
  const { playerId } = club.mia
  const { registrationPlayerId: id } = await fillIn(as, registrationId, 'Somebody else', { playerId })
  await finalize(as, [id], 10_000)
  await deliverEntry(id)
  expect(await players.get({ playerId })).toMatchObject({ firstName: 'Mia', teams: [{ id: club.falcons.teamId }] })
  expect((await fees.ofPlayer(playerId)).map(({ amount }) => amount)).toEqual([10_000])
  const seenBy = async (name: string) =>
    (await call('GET /rest-api/register/{registrationId}/my-players', { as: club.user(name), registrationId })).body
      .registered
  expect(await seenBy('parent')).toMatchObject([{ playerId, state: 'registered', isMine: true }])
  expect(await seenBy('parent2')).toMatchObject([{ playerId, state: 'registered', isMine: false }])
  // For the other parent, she is already registered.
  expect((await fillIn(club.user('parent2'), registrationId, 'Mia', { playerId })).refusal.code).toBe(
    'already_registered',
  )
})

it('a parent who left the family cannot submit a draft for the player', async () => {
  const club = await aClub()
  const as = club.user('parent')
  const registrationId = await aRegistration(club)
  const { playerId } = club.mia
  const { registrationPlayerId: id } = await fillIn(as, registrationId, 'Mia', { playerId })
  await write(stamp, ...families.leave({ playerId, userId: as, relation: 'own' }))
  expect((await finalize(as, [id], 10_000)).refusal.code).toBe('nothing_to_register')
  expect(await entryOf(id)).toBeUndefined()
})

it('a parent cannot register someone else’s player, nor use an existing player’s id for a new one', async () => {
  const club = await aClub()
  const as = await aParent(club, 'rosa')
  const registrationId = await aRegistration(club)
  const { playerId } = club.mia
  expect((await fillIn(as, registrationId, 'Mia', { playerId })).status).toBe(404)
  const asNew = await call('POST /rest-api/register/{registrationId}/details', {
    as,
    registrationId,
    body: {
      registrationPlayerId: `${registrationId}.${playerId.split('.')[1]}`,
      playerId: 'new_player',
      optionIds: ['season'],
      addOnFormResponses: [],
      answers: { 'question-firstname': ['Mia'], 'question-lastname': ['Moreno'] },
    },
  })
  expect(asNew.refusal.code).toBe('conflict')
})

describe('a submitted form', () => {
  it('is rejected with each fault at its field', async () => {
    const club = await aClub()
    const as = await aParent(club, 'rosa')
    const must = { ...shirt, customerMustPurchaseAtLeast: 1 }
    const registrationId = await aRegistration(club, { questions: [...firstQuestions, waiver], addOns: [must] })
    const { status, refusal } = await fillIn(as, registrationId, '', { answers: { waiver: ['Rosa'] }, optionIds: [] })
    expect(status).toBe(400)
    expect(refusal.faults?.map(({ at, code: fault }) => [at, fault])).toEqual([
      ['optionIds', 'select_one'],
      ['addOns.shirt', 'too_few'],
      ['answers.question-firstname', 'required'],
      ['answers.waiver', 'not_your_name'],
    ])
  })

  it('is rejected when the club has added questions since the draft was saved', async () => {
    const club = await aClub()
    const as = await aParent(club, 'rosa')
    const registrationId = await aRegistration(club)
    const { registrationPlayerId: id } = await fillIn(as, registrationId, 'Nora')
    const questions = [...firstQuestions, waiver]
    await write(stamp, registrationQuestions.change({ registrationId }, { set: { questions } }))
    const { status, refusal } = await finalize(as, [id], 10_000)
    expect([status, refusal.code, refusal.faults?.[0]?.at]).toEqual([
      412,
      'registration_changed',
      `registrationPlayerRequestForm.${id}`,
    ])
  })
})

describe('access to a registration', () => {
  it('by invitation is limited to invited families, and hides the form from others', async () => {
    const club = await aClub()
    const [rosa, ben] = [await aParent(club, 'rosa'), await aParent(club, 'ben')]
    const registrationId = await aRegistration(club, { registration: { isInviteOnly: true } })
    const invited = {
      registrationId,
      email: 'rosa@family.example',
      invitedAt: stamp.at,
      state: 'invited',
      mail: 'told',
    } as const
    await write(stamp, registrationInvitations.create(invited))
    const first = (as: string) =>
      call('GET /rest-api/register/{registrationId}/first-step', { as, registrationId, query: {} })
    expect((await first(ben)).refusal.code).toBe('USER_NOT_INVITED_TO_REGISTRATION')
    expect((await fillIn(ben, registrationId, 'Leo')).refusal.code).toBe('USER_NOT_INVITED_TO_REGISTRATION')
    const tried = { as: ben, registrationId }
    const answers = await Promise.all([
      call('POST /rest-api/register/{registrationId}/promo-code', { ...tried, body: { code: 'TEN' } }),
      call('POST /rest-api/register/{registrationId}/payment-plan', { ...tried, body: { byPlan: true } }),
      call('GET /rest-api/register/{registrationId}/summary', { ...tried, query: {} }),
    ])
    expect(answers.map(({ refusal }) => refusal?.code)).toEqual(answers.map(() => 'USER_NOT_INVITED_TO_REGISTRATION'))
    expect((await first(rosa)).body.currentlyLoggedUserLastName).toBe('Moreno')
    const open = await call('GET /rest-api/register/{registrationId}/open', {
      as: undefined,
      registrationId,
      query: {},
    })
    expect(open.body).toMatchObject({ name: 'Fall season', isInviteOnly: true, form: null })
    const { registrationPlayerId: id } = await fillIn(rosa, registrationId, 'Nora')
    await finalize(rosa, [id], 10_000)
    expect(await registrationInvitations.get(invited)).toMatchObject({ state: 'registered' })
  })

  it.each([
    ['is closed', { state: 'closed' as const }, 'registration_closed'],
    ['was open until yesterday', { closeDate: '2026-11-20' }, 'registration_closed'],
    ['opens tomorrow', { launchDate: '2026-11-22' }, 'registration_not_open'],
    ['is a draft', { state: 'draft' as const }, 'not_found'],
  ])('is rejected for everyone when it %s', async (_, registration, refused) => {
    const club = await aClub()
    const as = await aParent(club, 'rosa')
    const registrationId = await aRegistration(club, { registration })
    expect((await fillIn(as, registrationId, 'Nora')).refusal.code).toBe(refused)
  })
})

describe('the price of a registration', () => {
  it('includes sibling, early-bird and promo code discounts, and must match the one shown', async () => {
    const club = await aClub()
    const as = await aParent(club, 'rosa')
    const registrationId = await aRegistration(club, {
      promoCodes: [code('ten'), code('late', { expires: '2026-11-20' })],
      registration: { siblingDiscount: { percent: 20 }, earlyBird: { percent: 10, until: '2026-11-21' } },
    })
    const [one, two] = [await fillIn(as, registrationId, 'Nora'), await fillIn(as, registrationId, 'Ola')]
    const use = (typed: string | null) =>
      call('POST /rest-api/register/{registrationId}/promo-code', { as, registrationId, body: { code: typed } })
    expect((await use('nine')).refusal.code).toBe('promo_code_unknown')
    expect((await use('LATE')).refusal.code).toBe('promo_code_expired')
    // 100 less 10 % less $10, and 100 less 20 % less 10 % less $10.
    const { body } = await use(' ten ')
    // Codes cannot be found by trial and error.
    const day = '2026-11-21'
    const tried = (used: number) =>
      update(stamp, budgetsUsed.upsert({ day, who: `by-${as}`, what: 'code' }, { set: { day, used } }))
    await tried(budgets.code.person)
    expect([(await use('nine')).refusal.code, (await use('ten')).refusal.code]).toEqual([
      'out_of_budget',
      'out_of_budget',
    ])
    expect(body.players.map(({ priceInCents }) => priceInCents)).toEqual([8000, 6200])
    const ids = [one.registrationPlayerId, two.registrationPlayerId]
    expect((await finalize(as, ids, 14_201)).refusal.code).toBe('price_changed')
    expect(states((await finalize(as, ids, 14_200)).body)).toEqual(['registered', 'registered'])
    // The third child, after two registered ones.
    await fillIn(as, registrationId, 'Pia')
    expect((await summaryOf(as, registrationId)).totalInCents).toBe(6200)
  })

  it('of a child submitted without its sibling is shown beforehand, without the sibling discount', async () => {
    const club = await aClub()
    const as = await aParent(club, 'rosa')
    const registrationId = await aRegistration(club, { registration: { siblingDiscount: { percent: 20 } } })
    await Promise.all([fillIn(as, registrationId, 'Nora'), fillIn(as, registrationId, 'Ola')])
    const READ = 'GET /rest-api/register/{registrationId}/summary'
    const { players, totalInCents } = (await call(READ, { as, registrationId, query: {} })).body
    expect([players.map(({ priceInCents }) => priceInCents), totalInCents]).toEqual([[10_000, 8000], 18_000])
    const second = players[1]?.registrationPlayerId ?? ''
    // The price shown for both together does not apply to one alone, and nobody pays a price they have not seen.
    expect((await finalize(as, [second], 8000)).refusal.code).toBe('price_changed')
    const alone = (await call(READ, { as, registrationId, query: { registrationPlayerIds: second } })).body
    expect([alone.players.map((each) => each.registrationPlayerId), alone.totalInCents]).toEqual([[second], 10_000])
    expect(states((await finalize(as, [second], alone.totalInCents)).body)).toEqual(['registered'])
    expect((await summaryOf(as, registrationId)).totalInCents).toBe(8000)
  })

  it('is due in the installments of the club’s plan if the family chooses so', async () => {
    const club = await aClub()
    const as = await aParent(club, 'rosa')
    const items = [
      { percent: 33.34, dueDate: '2026-11-01' },
      { percent: 33.33, dueDate: '2026-12-01' },
      { percent: 33.33, dueDate: '2027-01-01' },
    ]
    const registrationId = await aRegistration(club, {
      installments: { paymentPlanEnabled: true, items },
      options: [option('season', 9999)],
    })
    const { registrationPlayerId: id } = await fillIn(as, registrationId, 'Nora')
    const { body } = await call('POST /rest-api/register/{registrationId}/payment-plan', {
      as,
      registrationId,
      body: { byPlan: true },
    })
    const parts = [
      { amountInCents: 3333, dueOn: '2026-11-21' },
      { amountInCents: 3333, dueOn: '2026-12-01' },
      { amountInCents: 3333, dueOn: '2027-01-01' },
    ]
    expect(body.parts).toEqual(parts)
    await finalize(as, [id], 9999)
    await deliverEntry(id)
    const charged = await fees.ofPlayer(playerOf(id))
    expect(charged.map(({ name, amount, dueOn }) => [name, amount, dueOn])).toEqual([
      ['Fall season (1/3)', 3333, '2026-11-21'],
      ['Fall season (2/3)', 3333, '2026-12-01'],
      ['Fall season (3/3)', 3333, '2027-01-01'],
    ])
  })
})
