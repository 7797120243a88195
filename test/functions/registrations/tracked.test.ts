import { expect, it } from 'vitest'
import { changeFee, transferPostings } from '#functions/table/feeBooks.ts'
import { fees } from '#functions/table/fees.ts'
import { organizations } from '#functions/table/organizations.ts'
import { families } from '#functions/table/players.ts'
import { type RegistrationEntry, placeOf, registrationEntries } from '#functions/table/registrationEntries.ts'
import { write } from '#functions/table/table.ts'
import { noticeChoices } from '#functions/table/noticeChoices.ts'
import { playerOf } from '#shared/ids.ts'
import { former, formerName } from '#shared/rules/names.ts'
import { firstQuestions } from '#shared/rules/registrations/questions.ts'
import { call, send } from '../call.ts'
import { aClub, type Club, newPart, stamp } from '../club.ts'
import { aJpeg } from '../pictures.ts'
import {
  aParent,
  aRegistration,
  fillIn,
  deliverEntry,
  option,
  question,
  finalize,
  shirt,
} from '../register/registering.ts'
import { measureCost } from '../measureCost.ts'

/** How a club tracks its entries: what was paid and signed, and all of it as a table. */
const TRACK = 'GET /rest-api/registration/track/{registrationId}'
const club = await aClub()
const as = club.user('admin')
const paymentsIn = async (registrationId: string) =>
  new Map(
    (await call(TRACK, { as, registrationId, query: {} })).body.entries.map(({ firstName, payment }) => [
      firstName,
      payment,
    ]),
  )

/** As the club records a payment of a fee. */
const pay = (playerFeeId: string, cents: number) =>
  changeFee(stamp, playerFeeId, ({ paid }) => ({
    set: { paid: paid + cents },
    effect: `test:${playerFeeId}:${paid}`,
    postings: transferPostings(cents, { from: 'assets:receivable', to: 'assets:cash' }),
  }))

it('the list shows paid and open amounts of each entry, over all installments and split parts', async () => {
  const registrationId = await aRegistration(club, {
    registration: { places: 1, waitingList: true },
    installments: {
      paymentPlanEnabled: true,
      items: ['2026-12-01', '2027-01-01'].map((dueDate) => ({ percent: 50, dueDate })),
    },
  })
  const rosa = await aParent(club, 'paying')
  const { registrationPlayerId } = await fillIn(rosa, registrationId, 'Nora')
  await call('POST /rest-api/register/{registrationId}/payment-plan', {
    as: rosa,
    registrationId,
    body: { byPlan: true },
  })
  expect((await finalize(rosa, [registrationPlayerId], 10_000)).status).toBe(200)
  const ola = await fillIn(rosa, registrationId, 'Ola')
  await finalize(rosa, [ola.registrationPlayerId], 10_000, { wait: true })
  // Not charged yet, but open all the same. Waiting entries owe nothing.
  const before = await paymentsIn(registrationId)
  expect([before.get('Nora'), before.get('Ola')]).toEqual([
    { paidInCents: 0, openInCents: 10_000, comingInCents: 0 },
    null,
  ])
  await deliverEntry(registrationPlayerId)
  const [first, second] = await fees.ofPlayer(playerOf(registrationPlayerId), { consistent: true })
  expect([first?.amount, second?.amount]).toEqual([5000, 5000])
  await pay(first?.playerFeeId ?? '', 5000)
  await pay(second?.playerFeeId ?? '', 1200)
  expect((await paymentsIn(registrationId)).get('Nora')).toEqual({
    paidInCents: 6200,
    openInCents: 3800,
    comingInCents: 0,
  })
  const { body } = await call('GET /rest-api/registration/track/{registrationId}/entry', {
    as,
    registrationId,
    query: { playerId: playerOf(registrationPlayerId) },
  })
  expect([body.payBy, body.payment]).toEqual(['BILL', { paidInCents: 6200, openInCents: 3800, comingInCents: 0 }])
  // The rest of the second installment is split between two homes.
  const playerFeeId = second?.playerFeeId ?? ''
  const part = playerFeeId.split('.').slice(0, -1).join('.')
  await write(
    stamp,
    fees.change({ playerFeeId }, { set: { amount: 3200, dueOn: '2027-01-01', playerFeeId, splitAt: stamp.at } }),
    fees.create({
      ...{ name: 'Part', dueOn: '2027-01-01', amount: 1800, paid: 300, waived: 0, state: 'open' },
      ...{ firstName: 'Nora', lastName: 'Moreno', partOf: part, splitAt: stamp.at },
      playerFeeId: `${club.falcons.teamId}.${newPart('d')}.${playerFeeId.split('.').at(-1)}`,
    }),
  )
  expect((await paymentsIn(registrationId)).get('Nora')).toEqual({
    paidInCents: 6500,
    openInCents: 3500,
    comingInCents: 0,
  })
})

const aged = (of: Club, i: number, changes: Partial<RegistrationEntry>): RegistrationEntry => {
  const at = `2026-11-20T10:00:${String(i).padStart(2, '0')}.000Z`
  return {
    ...{ registrationId: '', userId: 'rosa', isNew: true, firstName: `Nora${i}`, lastName: 'Moreno' },
    ...{ optionIds: ['season'], addOns: [], answers: {}, signed: [], lines: [], reductions: [] },
    ...{ priceInCents: 10_000, absorbFees: false, payBy: 'BILL', state: 'registered', registeredAt: at },
    parts: [{ amountInCents: 10_000, dueOn: '2026-12-01' }],
    playerId: `${of.organizationId}.${newPart('p')}`,
    feeId: `${of.falcons.teamId}.${newPart('d')}`,
    place: placeOf.entry(at),
    ...changes,
  }
}

it('the payments of ten entries are read in a single batch', async () => {
  const costOf = async (parts: RegistrationEntry['parts']) => {
    const registrationId = await aRegistration(club)
    const entries = Array.from({ length: 10 }, (_, i) => aged(club, i, { registrationId, parts }))
    await write(stamp, ...entries.map((entry) => registrationEntries.create(entry)))
    return measureCost(() => call(TRACK, { as, registrationId, query: {} }))
  }
  const [free, due] = [await costOf([]), await costOf([{ amountInCents: 10_000, dueOn: '2026-12-01' }])]
  // Half a unit for each of ten fees.
  expect([due.readUnits - free.readUnits, due.calls - free.calls]).toEqual([5, 1])
})

it('the CSV contains add-ons with variants, payments and file names, in the reader’s language', async () => {
  const questions = [...firstQuestions, question({ id: 'card', answerType: 'FILE_ATTACHMENT', optional: true })]
  const cap = { ...shirt, id: 'cap', addOnName: 'Cap', addOns: [], priceInCents: 500 }
  const registrationId = await aRegistration(club, { questions, addOns: [shirt, cap] })
  const { organizationId } = club
  await write(stamp, organizations.change({ organizationId }, { set: { customRegistrationEnabled: true } }))
  const rosa = await aParent(club, 'buying')
  const file = new File([new Uint8Array(aJpeg())], 'card, Nora.jpg', { type: 'image/jpeg' })
  const sent = await call('POST /rest-api/register/{registrationId}/file', { as: rosa, registrationId, body: { file } })
  const nora = await fillIn(rosa, registrationId, 'Nora', {
    addOns: [['shirt', ['m', 's']]],
    bought: ['cap'],
    answers: { card: [sent.body.fileId] },
  })
  expect((await finalize(rosa, [nora.registrationPlayerId], 15_000)).status).toBe(200)
  await deliverEntry(nora.registrationPlayerId)
  const [fee] = await fees.ofPlayer(playerOf(nora.registrationPlayerId), { consistent: true })
  await pay(fee?.playerFeeId ?? '', 4000)
  const ola = await fillIn(rosa, registrationId, 'Ola')
  expect((await finalize(rosa, [ola.registrationPlayerId], 10_000, { now: '2026-11-21T19:00:00Z' })).status).toBe(200)
  const { body } = await send('GET /rest-api/registration/track/{registrationId}/csv', { as, registrationId })
  expect(String(body).trimEnd().split('\r\n')).toEqual([
    '\ufeffFirst name,Last name,Status,Options,Shirt,Shirt: kinds,Cap,Price,Paid by,Paid,Open,Registered,Registered by,E-mail,card',
    'Ola,Moreno,Registered,season,0,,0,100.00,Billed later,0.00,100.00,2026-11-21,Rosa Moreno,buying@family.example,',
    'Nora,Moreno,Registered,season,2,"M, S",1,150.00,Billed later,40.00,110.00,2026-11-21,Rosa Moreno,buying@family.example,"card, Nora.jpg"',
  ])
  await write(stamp, noticeChoices.create({ userId: as, language: 'es' }))
  const spanish = await send('GET /rest-api/registration/track/{registrationId}/csv', { as, registrationId })
  expect(String(spanish.body).split('\r\n').slice(0, 2)).toEqual([
    '\ufeffNombre,Apellidos,Estado,Opciones,Shirt,Shirt: tipos,Cap,Precio,Se paga,Pagado,Pendiente,Inscrito el,Inscrito por,Correo,card',
    'Ola,Moreno,Inscrito,season,0,,0,100.00,Con una factura,0.00,100.00,2026-11-21,Rosa Moreno,buying@family.example,',
  ])
  // Their name has been erased since.
  const olas = { registrationId, playerId: playerOf(ola.registrationPlayerId) }
  await write(stamp, registrationEntries.change(olas, { set: former }))
  const erased = await send('GET /rest-api/registration/track/{registrationId}/csv', { as, registrationId })
  expect(String(erased.body)).toContain('\r\nAntiguo,miembro,Inscrito,season,')
})

it('an entry shows the signed text with its version, time and name', async () => {
  const waiver = question({
    id: 'waiver',
    answerType: 'WAIVER',
    questionTitle: 'Waiver',
    description: 'At our own risk.',
  })
  const registrationId = await aRegistration(club, {
    questions: [...firstQuestions, waiver],
    options: [option('season', 0)],
  })
  const rosa = await aParent(club, 'signing')
  const { registrationPlayerId } = await fillIn(rosa, registrationId, 'Nora', { answers: { waiver: ['Rosa Moreno'] } })
  await finalize(rosa, [registrationPlayerId], 0, { payBy: 'NONE' })
  const { body } = await call('GET /rest-api/registration/track/{registrationId}/entry', {
    as,
    registrationId,
    query: { playerId: playerOf(registrationPlayerId) },
  })
  expect(body.signed).toEqual([
    {
      ...{ title: 'Waiver', text: 'At our own risk.', version: 1, name: 'Rosa Moreno' },
      signedAt: '2026-11-21T18:00:00.000Z',
    },
  ])
  expect(body.payment).toEqual({ paidInCents: 0, openInCents: 0, comingInCents: 0 })
  expect(body.registeredBy).toEqual({ name: 'Rosa Moreno', email: 'signing@family.example' })
  // Signed once for siblings, it counts for each of them.
  const ola = await fillIn(rosa, registrationId, 'Ola')
  await finalize(rosa, [ola.registrationPlayerId], 0, { payBy: 'NONE' })
  const { body: second } = await call('GET /rest-api/registration/track/{registrationId}/entry', {
    as,
    registrationId,
    query: { playerId: playerOf(ola.registrationPlayerId) },
  })
  expect(second.answers.at(-1)).toEqual({ question: 'Waiver', answer: 'Rosa Moreno' })
  const totals = await call('GET /rest-api/registration/track/{registrationId}/totals', { as, registrationId })
  const counted = new Map(totals.body.answered.map(({ questionId, players }) => [questionId, players]))
  expect(counted).toEqual(new Map([...firstQuestions, waiver].map(({ id }) => [id, 2])))
  // Their name has been erased since.
  const noras = { registrationId, playerId: playerOf(registrationPlayerId) }
  await write(stamp, registrationEntries.change(noras, { set: { answers: { waiver: [formerName] } } }))
  await write(stamp, noticeChoices.upsert({ userId: as }, { set: { language: 'es' } }))
  const erased = await send('GET /rest-api/registration/track/{registrationId}/csv', { as, registrationId })
  expect(String(erased.body)).toContain(',signing@family.example,Antiguo miembro\r\n')
})

it('the list shows until when a place is offered to a waiting family', async () => {
  const registrationId = await aRegistration(club, { registration: { places: 1, waitingList: true } })
  const [rosa, ben] = [await aParent(club, 'first'), await aParent(club, 'second')]
  const nora = await fillIn(rosa, registrationId, 'Nora')
  await finalize(rosa, [nora.registrationPlayerId], 10_000)
  await deliverEntry(nora.registrationPlayerId)
  const ola = await fillIn(ben, registrationId, 'Ola')
  await finalize(ben, [ola.registrationPlayerId], 10_000, { wait: true })
  const ofOla = async () => {
    const { body } = await call(TRACK, { as, registrationId, query: { trackType: 'WAITING' } })
    return body.entries.map(({ firstName, waits, offeredUntil }) => [firstName, waits, offeredUntil])
  }
  expect(await ofOla()).toEqual([['Ola', true, null]])
  const { registrationPlayerId } = nora
  const at = '2026-11-22T17:00:00.000Z'
  await call('POST /rest-api/register/{registrationId}/cancel', {
    ...{ as, registrationId, now: at, body: { registrationPlayerId, paid: 'credit' } },
  })
  expect(await ofOla()).toEqual([['Ola', false, '2026-11-24T17:00:00Z']])
})

it('the audit log records who viewed medical answers, except the child’s own family', async () => {
  const health = { ...question({ id: 'health', questionTitle: 'Allergies', optional: true }), medical: true }
  const registrationId = await aRegistration(club, {
    questions: [...firstQuestions, health],
    options: [option('season', 0)],
  })
  const rosa = await aParent(club, 'telling')
  const nora = await fillIn(rosa, registrationId, 'Nora', { answers: { health: ['Nuts.'] } })
  const ola = await fillIn(rosa, registrationId, 'Ola')
  const ids = [nora, ola].map(({ registrationPlayerId }) => registrationPlayerId)
  expect((await finalize(rosa, ids, 0, { payBy: 'NONE' })).status).toBe(200)
  const look = (who: string, id: string) =>
    call('GET /rest-api/registration/track/{registrationId}/entry', {
      ...{ as: club.user(who), registrationId, query: { playerId: playerOf(id) }, now: '2026-11-21T17:00:00Z' },
    })
  const logged = async () => {
    const { body } = await call('GET /rest-api/audit/{orgId}', {
      ...{ as, orgId: club.organizationId, query: { kind: 'Health' } },
    })
    return body.entries.map(({ who, about }) => [who.id, about])
  }
  for (const id of ids) expect((await look('admin', id)).status).toBe(200)
  expect((await look('stranger', ids[0] ?? '')).status).toBe(403)
  expect(await logged()).toEqual([[as, [playerOf(ids[0] ?? '')]]])
  // The user who manages registrations may be the child's own family.
  const playerId = playerOf(ids[0] ?? '')
  await deliverEntry(ids[0] ?? '')
  await families.join(stamp, { playerId, userId: as, relation: 'own' })
  expect((await look('admin', ids[0] ?? '')).status).toBe(200)
  expect(await logged()).toHaveLength(1)
})
