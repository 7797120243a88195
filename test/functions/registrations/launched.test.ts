import { expect, it } from 'vitest'
import { organizations } from '#functions/table/organizations.ts'
import { placeOf, registrationEntries } from '#functions/table/registrationEntries.ts'
import { registrations } from '#functions/table/registrations.ts'
import { write } from '#functions/table/table.ts'
import { firstQuestions } from '#shared/rules/registrations/questions.ts'
import { aClub, newPart, stamp } from '../club.ts'
import { call, send } from '../call.ts'
import { putIn } from '../copy.ts'
import { measureCost } from '../measureCost.ts'
import { aJpeg } from '../pictures.ts'
import { aParent, aRegistration, code, fillIn, option, question, finalize, shirt } from '../register/registering.ts'

/** A launched registration, and its club’s administrator. */
async function aLaunchedOne(parts: Parameters<typeof aRegistration>[1]) {
  const club = await aClub()
  const { organizationId } = club
  await write(stamp, organizations.change({ organizationId }, { set: { customRegistrationEnabled: true } }))
  const as = club.user('admin')
  const registrationId = await aRegistration(club, parts)
  const removeOption = (optionId: string) =>
    call('DELETE /rest-api/registration/event-options/{registrationId}/{optionId}', { as, registrationId, optionId })
  const removeAddOn = (addOnId: string) =>
    call('DELETE /rest-api/registration/add-ons/{registrationId}/{addOnId}', { as, registrationId, addOnId })
  return { club, as, registrationId, removeOption, removeAddOn }
}

it('options and add-ons that are chosen or waited for cannot be removed, nor the last option', async () => {
  const { club, registrationId, removeOption, removeAddOn } = await aLaunchedOne({
    registration: { places: 1, waitingList: true },
    options: ['option-a', 'option-b', 'option-c'].map((id) => option(id, 0)),
    addOns: ['add-on-shirt', 'add-on-cap'].map((id) => ({
      ...shirt,
      id,
      addOns: [{ id: 'kind-s', name: 'S', priceInCents: 2000 }],
    })),
  })
  const [ann, ben] = [await aParent(club, 'ann'), await aParent(club, 'ben')]
  const bought: [string, string[]][] = [['add-on-shirt', ['kind-s']]]
  const first = await fillIn(ann, registrationId, 'Nora', { optionIds: ['option-a'], addOns: bought })
  expect((await finalize(ann, [first.registrationPlayerId], 2000)).status).toBe(200)
  const second = await fillIn(ben, registrationId, 'Ola', { optionIds: ['option-b'] })
  const waits = await finalize(ben, [second.registrationPlayerId], 0, { payBy: 'NONE', wait: true })
  expect(waits.body.players[0]?.state).toBe('waiting')
  expect((await removeOption('option-a')).refusal.code).toBe('option_in_use')
  expect((await removeOption('option-b')).refusal.code).toBe('option_in_use')
  expect((await removeAddOn('add-on-shirt')).refusal.code).toBe('option_in_use')
  expect((await removeOption('option-c')).body.options.map(({ id }) => id)).toEqual(['option-a', 'option-b'])
  expect((await removeAddOn('add-on-cap')).body.addOns.map(({ id }) => id)).toEqual(['add-on-shirt'])
  const single = await aLaunchedOne({ options: [option('option-a', 10_000)] })
  expect((await single.removeOption('option-a')).refusal.code).toBe('last_option')
})

it('add-on variants that are chosen or waited for cannot be removed', async () => {
  const kinds = ['s', 'm', 'l'].map((id) => ({ id: `kind-${id}`, name: id, priceInCents: 2000 }))
  const { club, as, registrationId } = await aLaunchedOne({
    registration: { places: 1, waitingList: true },
    addOns: [{ ...shirt, id: 'add-on-shirt', addOns: kinds }],
  })
  const of = (kind: string): [string, string[]][] => [['add-on-shirt', [kind]]]
  const [ann, ben] = [await aParent(club, 'ann'), await aParent(club, 'ben')]
  const first = await fillIn(ann, registrationId, 'Nora', { addOns: of('kind-s') })
  expect((await finalize(ann, [first.registrationPlayerId], 12_000)).status).toBe(200)
  const second = await fillIn(ben, registrationId, 'Ola', { addOns: of('kind-m') })
  expect((await finalize(ben, [second.registrationPlayerId], 12_000, { wait: true })).status).toBe(200)
  const keepOnly = async (ids: string[], revision = 0) => {
    const { id: _id, ...addOn } = { ...shirt, addOns: kinds.filter(({ id }) => ids.includes(id)), revision }
    const change = { as, registrationId, addOnId: 'add-on-shirt', body: addOn }
    const { status, refusal } = await call('PUT /rest-api/registration/add-ons/{registrationId}/{addOnId}', change)
    return refusal.code ?? status
  }
  expect([await keepOnly(['kind-s']), await keepOnly(['kind-m'])]).toEqual(['kind_in_use', 'kind_in_use'])
  expect(await keepOnly(['kind-s', 'kind-m'])).toBe(200)
  await call('POST /rest-api/register/{registrationId}/withdraw', {
    ...{ as: ben, registrationId },
    body: { registrationPlayerId: second.registrationPlayerId },
  })
  expect(await keepOnly(['kind-s'], 1)).toBe(200)
})

it('of choosing and removing an option concurrently, one is rejected', async () => {
  const { club, registrationId, removeOption } = await aLaunchedOne({
    options: [option('option-a', 10_000), option('option-b', 0)],
  })
  const ann = await aParent(club, 'ann')
  const { registrationPlayerId } = await fillIn(ann, registrationId, 'Nora', { optionIds: ['option-a'] })
  const [sent, removed] = await Promise.all([finalize(ann, [registrationPlayerId], 10_000), removeOption('option-a')])
  expect([sent.status, removed.status].toSorted((one, other) => one - other)).toEqual([200, 412])
})

it('an entry shows the full address and links uploaded files, and waiting entries are listed', async () => {
  const questions = [
    ...firstQuestions,
    question({ id: 'home', standardLabel: 'ADDRESS' }),
    question({ id: 'card', answerType: 'FILE_ATTACHMENT' }),
  ]
  const { club, as, registrationId } = await aLaunchedOne({
    questions,
    registration: { places: 1, waitingList: true },
  })
  const ann = await aParent(club, 'ann')
  const send = async (name: string, wait: boolean) => {
    const file = new File([new Uint8Array(aJpeg())], 'card.jpg', { type: 'image/jpeg' })
    const body = { file }
    const sent = await call('POST /rest-api/register/{registrationId}/file', { as: ann, registrationId, body })
    const home = { home: ['1 Main St'], 'home:city': ['Springfield'], 'home:state': ['IL'], 'home:zip': ['62701'] }
    const answers = { ...home, card: [sent.body.fileId] }
    const { registrationPlayerId } = await fillIn(ann, registrationId, name, { answers })
    const { body: done } = await finalize(ann, [registrationPlayerId], 10_000, wait ? { wait } : {})
    return done.players[0]?.playerId ?? ''
  }
  const playerId = await send('Nora', false)
  await send('Ola', true)
  const { body } = await call('GET /rest-api/registration/track/{registrationId}/entry', {
    as,
    registrationId,
    query: { playerId },
  })
  expect(body.answers.slice(2)).toEqual([
    { question: 'home', standardLabel: 'ADDRESS', answer: '1 Main St, Springfield, IL, 62701' },
    { question: 'card', answer: 'card.jpg', url: expect.stringContaining('/files/') },
  ])
  const listed = async (query: object) => {
    const { body: page } = await call('GET /rest-api/registration/track/{registrationId}', {
      as,
      registrationId,
      query,
    })
    return page.entries.map(({ firstName, trackType }) => [firstName, trackType])
  }
  expect(await listed({})).toEqual([
    ['Nora', 'REGISTERED'],
    ['Ola', 'WAITING'],
  ])
  expect(await listed({ trackType: 'WAITING' })).toEqual([['Ola', 'WAITING']])
})

it('entries are listed ten per page from page 0, and exported as CSV with formulas escaped', async () => {
  const { as, registrationId, club } = await aLaunchedOne({ options: [option('option-a', 10_000)] })
  const entries = Array.from({ length: 12 }, (_, i) => {
    const at = `2026-11-20T10:00:${String(i).padStart(2, '0')}.000Z`
    return registrationEntries.create({
      registrationId,
      playerId: `${club.organizationId}.${newPart('p')}`,
      userId: 'rosa',
      isNew: true,
      firstName: i === 4 ? 'Zoe' : `Nora${i}`,
      lastName: '=Moreno',
      optionIds: ['option-a'],
      addOns: [],
      answers: {},
      signed: [],
      lines: [],
      reductions: [],
      priceInCents: 10_000,
      absorbFees: false,
      payBy: 'BILL',
      parts: [],
      feeId: `${club.falcons.teamId}.${newPart('d')}`,
      state: 'registered',
      registeredAt: at,
      place: placeOf.entry(at),
    })
  })
  await write(stamp, ...entries)
  const key = 'GET /rest-api/registration/track/{registrationId}'
  const page = async (query: object) => (await call(key, { as, registrationId, query })).body
  const names = ({ entries: shown }: Awaited<ReturnType<typeof page>>) => shown.map(({ firstName }) => firstName)
  const first = await page({ page: '0' })
  expect([first.page, first.more, names(first)]).toEqual([
    0,
    true,
    ['Nora11', 'Nora10', 'Nora9', 'Nora8', 'Nora7', 'Nora6', 'Nora5', 'Zoe', 'Nora3', 'Nora2'],
  ])
  const second = await page({ page: '1' })
  expect([second.page, second.more, names(second)]).toEqual([1, false, ['Nora1', 'Nora0']])
  // With a cursor: the same page, without reading what comes before it.
  expect(names(await page({ page: '1', after: first.next ?? '' }))).toEqual(['Nora1', 'Nora0'])
  const other = await call(key, { as, registrationId, query: { page: '1', after: first.next ?? '', filter: 'zoe' } })
  expect([second.next, other.refusal.code]).toEqual([null, 'bad_request'])
  // One unit each for the caller's rights, and one on the second page for the waiting entries, whose order is read consistently.
  const units = async (query: object) => (await measureCost(() => page(query))).readUnits
  expect([await units({ page: '0' }), await units({ page: '1', after: first.next ?? '' })]).toEqual([3, 3.5])
  expect(names(await page({ filter: 'zoe', trackType: 'REGISTERED' }))).toEqual(['Zoe'])
  const { body } = await send('GET /rest-api/registration/track/{registrationId}/csv', { as, registrationId })
  const lines = String(body).trimEnd().split('\r\n')
  expect(lines).toHaveLength(13)
  // Nothing that a spreadsheet would evaluate as a formula.
  expect(lines[1]).toBe("Nora11,'=Moreno,Registered,option-a,100.00,Billed later,0.00,0.00,2026-11-20,,")
})

it('a filtered page that has scanned five thousand entries returns a cursor to continue', async () => {
  const { as, registrationId, club } = await aLaunchedOne({ options: [option('option-a', 10_000)] })
  const entryAt = (i: number) => {
    const at = new Date(Date.parse('2026-11-20T10:00:00Z') - i * 1000).toISOString()
    return registrationEntries.create({
      registrationId,
      playerId: `${club.organizationId}.${newPart('p')}`,
      userId: 'rosa',
      isNew: true,
      firstName: i === 5250 ? 'Zoe' : 'Nora',
      lastName: 'Moreno',
      ...{ optionIds: [], addOns: [], answers: {}, signed: [], lines: [], reductions: [], parts: [] },
      ...{ priceInCents: 0, absorbFees: false, payBy: 'NONE', state: 'registered' },
      feeId: `${club.falcons.teamId}.${newPart('d')}`,
      registeredAt: at,
      place: placeOf.entry(at),
    })
  }
  const all = Array.from({ length: 5300 }, (_, i) => entryAt(i))
  await putIn(stamp, all)
  const page = async (query: object) =>
    (
      await call('GET /rest-api/registration/track/{registrationId}', {
        as,
        registrationId,
        query: { filter: 'zoe', ...query },
      })
    ).body
  const first = await page({ page: '0' })
  expect([first.entries, first.more]).toEqual([[], true])
  const second = await page({ page: '1', after: first.next ?? '' })
  expect([second.entries.map(({ firstName }) => firstName), second.next]).toEqual([['Zoe'], null])
  const none = await page({ page: '0', filter: 'nobody of that name' })
  expect((await page({ page: '1', filter: 'nobody of that name', after: none.next ?? '' })).next).toBeNull()
})

it('a copy contains the whole setup, but no entries and no dates', async () => {
  const items = ['2026-11-01', '2026-12-01'].map((dueDate) => ({ percent: 50, dueDate }))
  const { as, club, registrationId } = await aLaunchedOne({
    registration: { places: 18, closeDate: '2026-12-01', earlyBird: { percent: 10, until: '2026-11-01' } },
    options: [option('option-a', 10_000, 4)],
    addOns: [shirt],
    promoCodes: [code('ten', { expires: '2026-11-30' }), code('five')],
    installments: { paymentPlanEnabled: true, items },
  })
  const parent = await aParent(club, 'rosa')
  const { registrationPlayerId } = await fillIn(parent, registrationId, 'Nora', { optionIds: ['option-a'] })
  expect((await finalize(parent, [registrationPlayerId], 10_000)).status).toBe(200)
  const body = { registrationId: `${club.falcons.teamId}.${newPart('r')}` }
  const copy = () => call('POST /rest-api/registration/copy/{registrationId}', { as, registrationId, body })
  expect([(await copy()).status, (await copy()).status]).toEqual([200, 200])
  expect(await registrations.readWhole(body)).toMatchObject({
    registration: {
      ...{ name: 'Fall season', state: 'draft', places: 18, closeDate: null, copiedFrom: registrationId },
      // The end date must be set again.
      earlyBird: { percent: 10, until: '' },
    },
    options: [option('option-a', 10_000, 4)],
    addOns: [shirt],
    // Without an expiry date, the code would give the discount indefinitely to anyone who knows it.
    promoCodes: [code('ten', { expires: '2026-11-30' }), code('five')],
    installments: { paymentPlanEnabled: true, items: items.map((item) => ({ ...item, dueDate: '' })) },
  })
  const query = { as, registrationId: body.registrationId, query: {} }
  expect((await call('GET /rest-api/registration/track/{registrationId}', query)).body.entries).toEqual([])
})

it('a draft whose closing date has passed cannot be launched', async () => {
  const dates = { launchDate: null, launchTime: null, closeDate: '2026-11-01', closeTime: null }
  const { as, registrationId } = await aLaunchedOne({ registration: { ...dates, state: 'draft' } })
  const summary = await call('GET /rest-api/registration/launch/{registrationId}/summary', { as, registrationId })
  expect(summary.body.missing.map(({ at, code }) => [at, code])).toEqual([['closeDate', 'in_the_past']])
  const launch = (closeDate: string) =>
    call('POST /rest-api/registration/launch/{registrationId}', {
      ...{ as, registrationId },
      body: { ...dates, closeDate, revision: summary.body.revision },
    })
  expect((await launch('2026-11-01')).refusal.faults?.map(({ at, code }) => [at, code])).toEqual([
    ['closeDate', 'in_the_past'],
  ])
  expect((await launch('2026-12-31')).body.registrationStatus).toBe('OPEN')
})

it('launching and reopening reject a closing time that has passed in the club’s time zone', async () => {
  const { as, registrationId } = await aLaunchedOne({ registration: { state: 'draft' } })
  // 12:30 pm in Chicago.
  const about = { as, registrationId, now: '2026-12-01T18:30:00Z' }
  const summary = await call('GET /rest-api/registration/launch/{registrationId}/summary', about)
  const until = (closeTime: string) => ({ closeDate: '2026-12-01', closeTime })
  const launch = (closeTime: string) => {
    const body = { launchDate: null, launchTime: null, ...until(closeTime), revision: summary.body.revision }
    return call('POST /rest-api/registration/launch/{registrationId}', { ...about, body })
  }
  const reopen = (closeTime: string) =>
    call('POST /rest-api/registration/launch/{registrationId}/reopen', { ...about, body: until(closeTime) })
  const over = [{ at: 'closeDate', code: 'in_the_past' }]
  expect((await launch('12:30')).refusal.faults).toMatchObject(over)
  expect((await launch('12:31')).body.registrationStatus).toBe('OPEN')
  expect((await reopen('12:30')).refusal.faults).toMatchObject(over)
  expect((await reopen('12:32')).body.registrationStatus).toBe('OPEN')
})
