import { describe, expect, it } from 'vitest'
import { withSentence } from '#shared/sentences.ts'
import type { ValueFaults } from '#shared/rules/faults.ts'
import { priceFault } from '#shared/rules/fees.ts'
import { addOnFaults, photoLimit, pictureFault } from '#shared/rules/registrations/addOns.ts'
import { launchFaults } from '#shared/rules/registrations/launch.ts'
import { optionFaults } from '#shared/rules/registrations/options.ts'
import { firstQuestions, titleIn } from '#shared/rules/registrations/questions.ts'
import { firstSetup, percentFault, type Setup, setupFaults } from '#shared/rules/registrations/registration.ts'
import { choiceFaults } from '#shared/rules/register/choices.ts'

const today = '2026-11-22'
/** The messages by place. */
const said = (faults: ValueFaults) =>
  Object.fromEntries(
    Object.entries(faults).flatMap(([at, fault]) => (fault ? [[at, withSentence({ at, ...fault }).message]] : [])),
  )

const option = { name: 'Full season', description: '', priceInCents: 10_000, places: null, eventIds: [] as string[] }
const shirt = {
  addOnName: 'Shirt',
  description: '',
  priceInCents: 2000,
  addOns: [] as { id: string; name: string; priceInCents: number }[],
  customerMustPurchaseAtLeast: 0,
  customerCanNotPurchaseMoreThan: null as number | null,
  places: null as number | null,
  fileMetadataId: null,
}
const built = {
  setup: { ...firstSetup, name: 'Fall season' },
  rate: { perMille: 29, cents: 30 },
  registrationType: 'TEAM' as const,
  mainPaymentAccountId: null,
  questions: [...firstQuestions],
  options: [{ ...option, id: 'option-1' }],
  addOns: [],
  installments: { paymentPlanEnabled: false, items: [] },
}
const missing = (changes: object) =>
  launchFaults({ ...built, ...changes }, { today }).map(({ at, fault }) => withSentence({ at, ...fault }).message)

describe('an option', () => {
  it('needs a name and a price; a registration needs an option, and for events an event', () => {
    expect(said(optionFaults(option, 'TEAM'))).toEqual({})
    expect(said(optionFaults({ ...option, name: ' ' }, 'TEAM'))).toEqual({ name: 'Required.' })
    expect(said(optionFaults(option, 'EVENT'))).toEqual({ eventIds: 'At least 1 event.' })
    expect(said({ price: priceFault(0), none: priceFault(null) })).toEqual({
      price: 'Must be more than 0.',
      none: 'Required.',
    })
    expect(missing({})).toEqual([])
    expect(missing({ options: [] })).toEqual(['At least 1 option.'])
  })

  it.each<[keyof typeof option, string | number | string[], string]>([
    ['name', 'ñ'.repeat(101), 'Max Characters: 100'],
    ['description', 'ñ'.repeat(256), 'Max Characters: 255'],
    ['priceInCents', -1, 'min 0 number'],
    ['places', 0, 'min 1 number'],
    ['places', 100_000, 'max 99999 number'],
    ['eventIds', Array.from({ length: 51 }, (_, i) => `e${i}`), 'At most 50.'],
  ])('with %s %j is rejected: %s', (at, value, text) =>
    expect(said(optionFaults({ ...option, [at]: value }, 'TEAM'))).toEqual({ [at]: text }),
  )
})

describe('an add-on', () => {
  it.each<[Partial<typeof shirt>, Record<string, string>]>([
    [{}, {}],
    [{ addOnName: '' }, { addOnName: 'Required.' }],
    [{ addOnName: 'x'.repeat(101) }, { addOnName: 'Max Characters: 100' }],
    [{ description: 'x'.repeat(256) }, { description: 'Max Characters: 255' }],
    [{ customerMustPurchaseAtLeast: 999, customerCanNotPurchaseMoreThan: 999 }, {}],
    [{ customerMustPurchaseAtLeast: 1000 }, { customerMustPurchaseAtLeast: 'max 999 number' }],
    [{ customerCanNotPurchaseMoreThan: 0 }, { customerCanNotPurchaseMoreThan: 'min 1 number' }],
    [{ places: 100_000 }, { places: 'max 99999 number' }],
    [
      { customerMustPurchaseAtLeast: 3, customerCanNotPurchaseMoreThan: 2 },
      { customerMustPurchaseAtLeast: 'The minimum cannot be higher than the maximum.' },
    ],
    [{ customerMustPurchaseAtLeast: 3, customerCanNotPurchaseMoreThan: null }, {}],
    [
      { addOns: ['S', ' s'].map((name, i) => ({ id: `kind-${i}`, name, priceInCents: 0 })) },
      { 'addOns.1.name': 'This already exists.' },
    ],
  ])('%j has the errors %j', (changes, texts) => expect(said(addOnFaults({ ...shirt, ...changes }))).toEqual(texts))

  it('is required if at least one must be bought', () => {
    const addOn = { ...shirt, id: 'shirt', customerMustPurchaseAtLeast: 1 }
    const offered = { registrationType: 'TEAM' as const, options: [], addOns: [addOn] }
    const bought = (quantity: number) =>
      said(
        choiceFaults(offered, {
          optionIds: [],
          addOns: quantity > 0 ? [{ addOnId: 'shirt', quantity, kindIds: [] }] : [],
        }),
      )
    expect(bought(0)).toEqual({ 'addOns.shirt': 'At least 1.' })
    expect(bought(1)).toEqual({})
    expect(
      said(
        choiceFaults(
          { ...offered, addOns: [{ ...addOn, customerMustPurchaseAtLeast: 0 }] },
          { optionIds: [], addOns: [] },
        ),
      ),
    ).toEqual({})
  })

  it('has a JPEG picture of at most 3 MB', () =>
    expect(
      said({
        right: pictureFault({ type: 'image/jpeg', size: 3_000_000 }),
        large: pictureFault({ type: 'image/jpeg', size: 3_000_001 }),
        smaller: pictureFault({ type: 'image/jpeg', size: 20_000_000 }, photoLimit),
        other: pictureFault({ type: 'image/png', size: 10 }),
      }),
    ).toEqual({ large: 'That file is too large.', other: 'Please choose a JPEG picture.' }))
})

describe('the setup', () => {
  const faults = (changes: Partial<Setup>) => said(setupFaults({ ...built.setup, ...changes }, { today }))

  it('opens before it closes, not in the past and at most five years ahead', () => {
    expect(faults({ launchDate: today, closeDate: today })).toEqual({})
    expect(faults({ launchDate: '2026-12-02', closeDate: '2026-12-01' })).toEqual({
      launchDate: 'The launch date must be earlier than the close date.',
    })
    const at = (launchTime: string, closeTime: string) =>
      faults({ launchDate: '2026-12-01', launchTime, closeDate: '2026-12-01', closeTime })
    expect(at('17:59', '18:00')).toEqual({})
    expect(Object.keys(at('18:00', '18:00'))).toEqual(['launchDate'])
    expect(faults({ launchDate: '2031-11-22' })).toEqual({})
    expect(faults({ launchDate: '2031-11-23' })).toEqual({ launchDate: 'At most 5 years from today.' })
    expect(faults({ closeDate: '2021-11-21' })).toEqual({ closeDate: 'At most 5 years from today.' })
    expect(faults({ closeDate: '2026-11-21' })).toEqual({ closeDate: 'This date is in the past.' })
  })

  it.each<[number | null, string | undefined]>([
    [0.01, undefined],
    [33.33, undefined],
    [100, undefined],
    [0, 'Must be more than 0.'],
    [-1, 'Must be more than 0.'],
    [100.01, 'max 100 percent'],
    [33.333, 'At most 2 decimals.'],
    [null, 'Required.'],
  ])('with a percentage of %s has the error %s', (percent, text) =>
    expect(said({ percent: percentFault(percent) })['percent']).toBe(text),
  )

  it.each<[Partial<Setup>, Record<string, string>]>([
    [{ name: ' ' }, { name: 'Required.' }],
    [{ name: 'x'.repeat(101) }, { name: 'Max Characters: 100' }],
    [{ description: 'x'.repeat(2000) }, {}],
    [{ description: 'x'.repeat(2001) }, { description: 'Max Characters: 2000' }],
    [{ places: 99_999 }, {}],
    [{ places: 100_000 }, { places: 'max 99999 number' }],
    [{ siblingDiscount: { percent: 101 } }, { 'siblingDiscount.percent': 'max 100 percent' }],
  ])('%j has the error messages %j', (changes, texts) => expect(faults(changes)).toEqual(texts))

  it('needs a way to pay if it has a price', () => {
    expect(missing({ setup: { ...built.setup, acceptBills: false } })).toEqual([
      'Choose how families pay: online, or when billed.',
    ])
    expect(missing({ setup: { ...built.setup, acceptPayments: true } })).toEqual([
      'Choose the account that payments go to.',
    ])
  })
})

describe('a registration with a price', () => {
  const atNo = (changes: object) => launchFaults({ ...built, ...changes }, { today }).map(({ at }) => at)
  const free = [{ ...option, id: 'option-1', priceInCents: 0 }]
  const setup = (acceptPayments: boolean, acceptBills: boolean) => ({ ...built.setup, acceptPayments, acceptBills })
  const sizes = [{ id: 's', name: 'Small', priceInCents: 0 }]
  it('needs a way to pay if an option, an add-on or one of its kinds has a price', () => {
    expect(atNo({ setup: setup(false, false) })).toEqual(['acceptPayments'])
    expect(atNo({ setup: setup(false, true) })).toEqual([])
    const none = setup(false, false)
    const withAddOn = (addOn: object) => atNo({ setup: none, options: free, addOns: [{ ...shirt, id: 'a', ...addOn }] })
    expect(withAddOn({ priceInCents: 2000 })).toContain('acceptPayments')
    expect(withAddOn({ priceInCents: 2000, addOns: sizes })).not.toContain('acceptPayments')
    expect(withAddOn({ priceInCents: 0, addOns: [{ ...sizes[0], priceInCents: 500 }] })).toContain('acceptPayments')
  })
  it('needs an account for online payments', () => {
    expect(atNo({ setup: setup(true, false) })).toEqual(['mainPaymentAccountId'])
    expect(atNo({ setup: setup(true, false), mainPaymentAccountId: 'account' })).toEqual([])
  })
  it('must cost more than the fees of online payments', () => {
    // For 30 cents, the fees of 30 cents and 2.9% exceed the price; bills have none.
    const at = (priceInCents: number, acceptPayments: boolean) =>
      launchFaults(
        {
          ...built,
          setup: { ...setup(acceptPayments, true), absorbFees: true },
          mainPaymentAccountId: 'account',
          options: [{ ...option, id: 'o', priceInCents }],
        },
        { today },
      ).map(({ step, at: place, fault }) => [step, place, fault.code])
    expect(at(30, true)).toEqual([['setup', 'options.0.priceInCents', 'price_below_fee']])
    expect([at(31, true), at(0, true), at(30, false)]).toEqual([[], [], []])
  })
  it('reports each error at its step and field', () => {
    const steps = (changes: object) =>
      launchFaults({ ...built, ...changes }, { today }).map(({ step, at }) => `${step} ${at}`)
    expect(steps({ options: [{ ...option, id: 'o', name: '' }] })).toEqual(['setup options.0.name'])
    expect(steps({ addOns: [{ ...shirt, id: 'a', addOnName: '' }] })).toEqual(['add-ons addOns.0.addOnName'])
  })
})

it('standard questions are translated for the user, unless the club has renamed them', () => {
  expect(firstQuestions.map((each) => titleIn(each, 'es'))).toEqual(['Nombre', 'Apellido'])
  const phone = { standardLabel: 'MOBILE_PHONE', questionTitle: 'Teléfono móvil' } as const
  expect([titleIn(phone, 'es'), titleIn(phone, 'en')]).toEqual(['Teléfono móvil', 'Mobile phone'])
  expect(titleIn({ ...phone, questionTitle: 'Whose phone?' }, 'es')).toBe('Whose phone?')
  expect(titleIn({ questionTitle: 'First name' }, 'es')).toBe('First name')
})
