import { describe, expect, it } from 'vitest'
import { agreementFaults, isOfAge, isOutstanding } from '#shared/rules/agreements.ts'
import {
  lookReason,
  mayStillChange,
  previewOf,
  whyCannotBeOption,
  whyCannotCaption,
  whyCannotMessage,
  whyCannotNameConversation,
} from '#shared/rules/chat.ts'
import type { ValueFaults } from '#shared/rules/faults.ts'
import { itemFaults, storageLimit, toDo } from '#shared/rules/library.ts'
import { linksFaults } from '#shared/rules/links.ts'
import { whyCannotSubject } from '#shared/rules/mails.ts'
import { choiceFaults, chosenItems, type Offer, withNames } from '#shared/rules/register/choices.ts'
import { addOnFaults } from '#shared/rules/registrations/addOns.ts'
import { firstQuestions } from '#shared/rules/registrations/questions.ts'
import { reasonFault } from '#shared/rules/staff.ts'
import { whyNotWebhook } from '#shared/rules/webhooks.ts'

/** The faults by place: code and limit. */
const wrong = (faults: ValueFaults) =>
  Object.fromEntries(
    Object.entries(faults).flatMap(([at, fault]) => (fault ? [[at, [fault.code, fault.limit].join(' ').trim()]] : [])),
  )
/** A character of two UTF-16 units. */
const goals = (count: number) => '🥅'.repeat(count)

describe('the length of texts', () => {
  it.each([
    ['a message', whyCannotMessage, 2000, 'required'],
    ['a caption', whyCannotCaption, 2000, undefined],
    ['an option of a poll', whyCannotBeOption, 80, 'required'],
    ['the name of a conversation', whyCannotNameConversation, 64, 'no_conversation_name'],
    ['the subject of an email', whyCannotSubject, 128, 'required'],
    ['the reason for reading a conversation', lookReason.why, 500, 'required'],
  ])('%s is limited and must not be blank', (_, why, most, blank) => {
    expect(why(goals(most))).toBeUndefined()
    expect(why(goals(most + 1))).toBe('too_long')
    for (const text of ['', ' \n ', '\u200b\u2800']) expect(why(text)).toBe(blank)
  })
  it.each([
    [whyCannotBeOption, 80],
    [whyCannotNameConversation, 64],
    [whyCannotSubject, 128],
    [lookReason.why, 500],
  ])('ignores surrounding blanks: %#', (why, most) => expect(why(`  ${'x'.repeat(most)} `)).toBeUndefined())

  it('has a minimum of ten characters for reasons', () => {
    expect([lookReason.why(goals(9)), lookReason.why(goals(10))]).toEqual(['too_short', undefined])
    expect(lookReason.max).toBe(500)
    expect([reasonFault(' '), reasonFault('x'.repeat(9)), reasonFault('x'.repeat(10))]).toEqual([
      { code: 'required' },
      { code: 'too_short', limit: 10 },
      undefined,
    ])
    expect([reasonFault('x'.repeat(500)), reasonFault('x'.repeat(501))]).toEqual([
      undefined,
      { code: 'too_long', limit: 500 },
    ])
  })

  it.each(['Hello\nBcc: x@y.example', 'a\u2028b', 'a\u2029b', '\u202eolleh', 'a\u2066b'])(
    'an email subject with invisible characters is rejected: %j',
    (subject) => expect(whyCannotSubject(subject)).toBe('not_a_name'),
  )
})

describe('a chat message', () => {
  it('can be edited for 15 minutes', () => {
    const sent = '2026-11-22T12:00:00.000Z'
    expect(mayStillChange(sent, '2026-11-22T12:15:00.000Z')).toBe(true)
    expect(mayStillChange(sent, '2026-11-22T12:15:00.001Z')).toBe(false)
  })
  it('has a preview of one line with 80 characters', () => {
    expect(previewOf('  On\n\n Saturday\tat 9 ')).toBe('On Saturday at 9')
    expect(previewOf(goals(80))).toBe(goals(80))
    expect(previewOf(goals(81))).toBe(`${goals(79)}…`)
  })
})

describe('an agreement', () => {
  it.each([
    ['Photos', 'We take some.', {}],
    [' ', ' ', { title: 'required 64', text: 'required' }],
    ['x'.repeat(64), 'x'.repeat(20_000), {}],
    ['x'.repeat(65), 'x'.repeat(20_001), { title: 'too_long 64', text: 'too_long 20000' }],
  ])('needs a title and a text: %#', (title, text, faults) =>
    expect(wrong(agreementFaults({ title, text }))).toEqual(faults),
  )
  it.each([
    ['2008-11-22', true],
    ['2008-11-23', false],
    ['2008-10-30', true],
    ['2008-12-01', false],
    ['2007-12-31', true],
    ['2009-01-01', false],
    [undefined, false],
  ])('on 22 November 2026 is signed by a person born on %s as an adult: %s', (bornOn, ofAge) =>
    expect(isOfAge(bornOn, '2026-11-22')).toBe(ofAge),
  )
  it('is outstanding until its current version is signed, and again when the player comes of age', () => {
    expect(isOutstanding(1, false, undefined)).toBe(true)
    expect(isOutstanding(2, false, { version: 2, ofAge: false })).toBe(false)
    expect(isOutstanding(2, false, { version: 1, ofAge: false })).toBe(true)
    expect(isOutstanding(1, true, { version: 1, ofAge: false })).toBe(true)
    expect(isOutstanding(1, true, { version: 1, ofAge: true })).toBe(false)
    expect(isOutstanding(1, false, { version: 1, ofAge: true })).toBe(false)
  })
})

describe('the library', () => {
  it('has five gigabytes per license, and at least for one', () =>
    expect([0, 1, 3].map(storageLimit)).toEqual([5_000_000_000, 5_000_000_000, 15_000_000_000]))

  it.each([
    ['FILE', {}, {}],
    ['FILE', { name: ' ' }, { name: 'required' }],
    ['FILE', { name: 'x'.repeat(150) }, {}],
    ['FILE', { name: 'x'.repeat(151) }, { name: 'too_long 150' }],
    ['FILE', { name: 'a/b' }, { name: 'not_a_file_name 150' }],
    ['FORM', { description: 'x'.repeat(2000) }, {}],
    ['FORM', { description: 'x'.repeat(2001) }, { description: 'too_long 2000' }],
    ['LINK', {}, { hyperLink: 'required' }],
    ['LINK', { hyperLink: 'club.example' }, { hyperLink: 'not_an_address 2000' }],
    ['LINK', { hyperLink: 'https://club.example/' }, {}],
    [toDo, { hyperLink: 'club.example' }, {}],
  ] as const)('validates a %s with %j: %j', (type, changes, faults) =>
    expect(wrong(itemFaults(type, { name: 'Warm-up', description: '', hyperLink: '', ...changes }))).toEqual(faults),
  )
  it('names the type of to-do lists', () => expect(toDo).toBe(['TO', 'DO'].join('')))
})

it('a club has at most thirty links, each with a name and a web address', () => {
  const links = (count: number) => Array.from({ length: count }, () => ({ name: 'Shop', url: 'https://shop.example/' }))
  expect(wrong(linksFaults(links(30)))).toEqual({})
  expect(wrong(linksFaults(links(31)))).toEqual({ links: 'too_many 30' })
  expect(wrong(linksFaults([...links(1), { name: '', url: '' }, { name: 'x'.repeat(65), url: 'shop' }]))).toEqual({
    'links.1.name': 'required 64',
    'links.1.url': 'required',
    'links.2.name': 'too_long 64',
    'links.2.url': 'not_an_address 2000',
  })
})

it.each([
  ['https://club.example/told', undefined],
  ['https://club.example:443/told', undefined],
  [`https://club.example/${'x'.repeat(479)}`, undefined],
  [`https://club.example/${'x'.repeat(480)}`, 'too_long'],
  ['club.example', 'not_an_address'],
  ['http://club.example/', 'not_an_address'],
  ['https://club.example:8443/', 'not_an_address'],
  ['https://ana@club.example/', 'not_an_address'],
  ['https://:secret@club.example/', 'not_an_address'],
])('a webhook at %s: %s', (address, why) => expect(whyNotWebhook(address)).toBe(why))

describe('the selection in a registration', () => {
  const option = (id: string) => ({ id, name: `Week ${id}`, priceInCents: 100 })
  const shirt = {
    id: 'shirt',
    addOnName: 'Shirt',
    priceInCents: 2000,
    customerMustPurchaseAtLeast: 0,
    customerCanNotPurchaseMoreThan: 2 as number | null,
    addOns: [] as { id: string; name: string; priceInCents: number }[],
  }
  const kinds = [
    { id: 's', name: 'S', priceInCents: 1500 },
    { id: 'm', name: 'M', priceInCents: 1600 },
  ]
  const team: Offer = { registrationType: 'TEAM', options: [option('a'), option('b')], addOns: [] }
  const options = (optionIds: string[], offered = team) => wrong(choiceFaults(offered, { optionIds, addOns: [] }))
  const one = { optionIds: 'select_one' }

  it('is one option for a team, and one or more for an event, without repetitions', () => {
    const event: Offer = { ...team, registrationType: 'EVENT' }
    expect([options(['a']), options([]), options(['a', 'b']), options(['c'])]).toEqual([{}, one, one, one])
    expect([options(['a', 'b'], event), options([], event), options(['a', 'a'], event)]).toEqual([{}, one, one])
    expect(options(['a', 'c'], event)).toEqual(one)
    expect(options([], { ...team, options: [] })).toEqual({})
  })

  const bought = (picked: { addOnId?: string; quantity: number; kindIds?: string[] }[], changes = {}) => {
    const addOns = picked.map(({ addOnId = 'shirt', kindIds = [], quantity }) => ({ addOnId, quantity, kindIds }))
    return wrong(choiceFaults({ ...team, options: [], addOns: [{ ...shirt, ...changes }] }, { optionIds: [], addOns }))
  }
  it.each<[Parameters<typeof bought>[0], object, object]>([
    [[], {}, {}],
    [[{ quantity: 2 }], {}, {}],
    [[{ quantity: 3 }], {}, { 'addOns.shirt': 'too_many 2' }],
    [[{ quantity: 3 }], { customerCanNotPurchaseMoreThan: null }, {}],
    [[{ quantity: 1 }], { customerMustPurchaseAtLeast: 2 }, { 'addOns.shirt': 'too_few 2' }],
    [[{ quantity: 2 }], { customerMustPurchaseAtLeast: 2 }, {}],
    [[{ quantity: 1 }, { quantity: 1 }], {}, { 'addOns.shirt': 'invalid' }],
    [[{ addOnId: 'cap', quantity: 1 }], {}, { 'addOns.cap': 'invalid' }],
    [[{ quantity: 1, kindIds: ['s'] }], {}, { 'addOns.shirt': 'select_one' }],
    [[{ quantity: 2, kindIds: ['s', 'm'] }], { addOns: kinds }, {}],
    [[{ quantity: 2, kindIds: ['s', 's'] }], { addOns: kinds }, {}],
    [[{ quantity: 2, kindIds: ['s'] }], { addOns: kinds }, { 'addOns.shirt': 'select_one' }],
    [[{ quantity: 2, kindIds: ['s', 'xl'] }], { addOns: kinds }, { 'addOns.shirt': 'select_one' }],
  ])('with the add-ons %j, changed by %j, has the errors %j', (picked, changes, faults) =>
    expect(bought(picked, changes)).toEqual(faults),
  )

  it('has current prices, without what is no longer offered', () => {
    const offered: Offer = { ...team, addOns: [shirt, { ...shirt, id: 'kit', addOnName: 'Kit', addOns: kinds }] }
    const addOns = [
      { addOnId: 'shirt', quantity: 2, kindIds: [] },
      { addOnId: 'kit', quantity: 3, kindIds: ['m', 's', 'm'] },
      { addOnId: 'cap', quantity: 1, kindIds: [] },
    ]
    expect(chosenItems(offered, { optionIds: ['b', 'gone'], addOns })).toEqual([
      { name: 'Week b', quantity: 1, priceInCents: 100, isOption: true },
      { name: 'Shirt', quantity: 2, priceInCents: 2000, isOption: false },
      { name: 'Kit, S', quantity: 1, priceInCents: 1500, isOption: false },
      { name: 'Kit, M', quantity: 2, priceInCents: 1600, isOption: false },
    ])
    const none = [{ addOnId: 'shirt', quantity: 0, kindIds: [] }]
    expect(
      chosenItems(offered, { optionIds: [], addOns: [...none, { addOnId: 'kit', quantity: 1, kindIds: ['m'] }] }),
    ).toEqual([{ name: 'Kit, M', quantity: 1, priceInCents: 1600, isOption: false }])
    expect(chosenItems(offered, { optionIds: [], addOns: none })).toEqual([])
  })

  it('always includes the player’s names, even if the club has deleted those questions', () => {
    expect(withNames(firstQuestions)).toEqual(firstQuestions)
    const [first, ...rest] = firstQuestions
    expect(withNames(rest)).toEqual([first, ...rest])
    expect(withNames([])).toEqual(firstQuestions)
  })
})

describe('an add-on', () => {
  const kind = (name: string, priceInCents = 0) => ({ id: name, name, priceInCents })
  const shirt = {
    addOnName: 'Shirt',
    description: '',
    priceInCents: 2000,
    addOns: [] as ReturnType<typeof kind>[],
    customerMustPurchaseAtLeast: 0,
    customerCanNotPurchaseMoreThan: null as number | null,
    places: null as number | null,
    fileMetadataId: null,
  }
  it.each<[Partial<typeof shirt>, object]>([
    [{ addOnName: 'x'.repeat(100), description: 'x'.repeat(255) }, {}],
    [{ priceInCents: -1 }, { priceInCents: 'too_small 0' }],
    [{ priceInCents: -1, addOns: [kind('S')] }, {}],
    [{ customerMustPurchaseAtLeast: -1 }, { customerMustPurchaseAtLeast: 'too_small 0' }],
    [{ customerMustPurchaseAtLeast: 2, customerCanNotPurchaseMoreThan: 2 }, {}],
    [{ customerCanNotPurchaseMoreThan: 1 }, {}],
    [{ customerCanNotPurchaseMoreThan: 1000 }, { customerCanNotPurchaseMoreThan: 'too_great 999' }],
    [{ places: 0 }, { places: 'too_small 1' }],
    [{ places: 1 }, {}],
    [{ places: 99_999 }, {}],
    [{ addOns: Array.from({ length: 30 }, (_, i) => kind(`k${i}`)) }, {}],
    [{ addOns: Array.from({ length: 31 }, (_, i) => kind(`k${i}`)) }, { addOns: 'too_many 30' }],
    [
      { addOns: [kind(' '), kind('x'.repeat(101), -1), kind('x'.repeat(100), 9_999_901)] },
      {
        'addOns.0.name': 'required',
        'addOns.1.name': 'too_long 100',
        'addOns.1.priceInCents': 'too_small 0',
        'addOns.2.priceInCents': 'too_great 99999',
      },
    ],
    [{ addOns: [kind('S'), kind('M'), kind(' m ')] }, { 'addOns.2.name': 'twice' }],
  ])('%j has the errors %j', (changes, faults) => expect(wrong(addOnFaults({ ...shirt, ...changes }))).toEqual(faults))
})
