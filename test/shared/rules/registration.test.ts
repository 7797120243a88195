import { describe, expect, it } from 'vitest'
import type { ValueFaults } from '#shared/rules/faults.ts'
import { isForText, isSignedBy } from '#shared/rules/register/signatures.ts'
import {
  draftFaults,
  firstSetup,
  percentFault,
  type Setup,
  setupFaults,
} from '#shared/rules/registrations/registration.ts'
import { statusOf, windowOf } from '#shared/rules/registrations/window.ts'

/** The faults by place: code and limit. */
const wrong = (faults: ValueFaults) =>
  Object.fromEntries(
    Object.entries(faults).flatMap(([at, fault]) => (fault ? [[at, [fault.code, fault.limit].join(' ').trim()]] : [])),
  )
const today = '2026-11-22'
const setup = (change: Partial<Setup> = {}): Setup => ({ ...firstSetup, name: 'Fall season', ...change })

describe('the dates of a registration', () => {
  const dates = { launchDate: null, launchTime: null, closeDate: null, closeTime: null }
  const chicago = 'America/Chicago'
  it.each([
    ['forever without dates', {}, undefined, undefined],
    ['from the start of a day', { launchDate: '2026-11-24' }, '2026-11-24T06:00:00Z', undefined],
    ['from a time', { launchDate: '2026-11-24', launchTime: '18:00' }, '2026-11-25T00:00:00Z', undefined],
    ['until the end of a day', { closeDate: '2026-11-24' }, undefined, '2026-11-25T05:59:59Z'],
    ['until a time', { closeDate: '2026-11-24', closeTime: '18:00' }, undefined, '2026-11-25T00:00:00Z'],
    ['forever with times but no dates', { launchTime: '18:00', closeTime: '19:00' }, undefined, undefined],
  ])('are valid %s', (_when, change, opensAt, closesAt) =>
    expect(windowOf({ ...dates, ...change }, chicago)).toEqual({ opensAt, closesAt }),
  )
  it.each([
    ['goes back at midnight', 'America/Santiago', '2026-04-04', '2026-04-05T03:59:59Z'],
    ['goes forward at midnight', 'America/Santiago', '2026-09-05', '2026-09-06T03:59:59Z'],
    ['goes back at night', 'Pacific/Auckland', '2026-04-05', '2026-04-05T11:59:59Z'],
    ['never changes', 'Pacific/Honolulu', '2026-12-31', '2027-01-01T09:59:59Z'],
  ])('end at the last second of a day on which the clock %s', (_how, timezone, day, closesAt) =>
    expect(windowOf({ ...dates, closeDate: day }, timezone).closesAt).toBe(closesAt),
  )

  const [launchDate, closeDate] = ['2026-11-24', '2026-11-24']
  it.each([
    ['draft', '2026-11-24T12:00:00Z', { launchDate, closeDate }, 'DRAFT'],
    ['draft', '2026-11-26T00:00:00Z', { launchDate, closeDate }, 'DRAFT'],
    ['closed', '2026-11-24T12:00:00Z', { launchDate, closeDate }, 'CLOSED'],
    ['closed', '2026-11-20T00:00:00Z', { launchDate, closeDate }, 'CLOSED'],
    ['launched', '2026-11-24T05:59:59.999Z', { launchDate, closeDate }, 'SCHEDULED'],
    ['launched', '2026-11-24T06:00:00Z', { launchDate, closeDate }, 'OPEN'],
    ['launched', '2026-11-25T05:59:59Z', { launchDate, closeDate }, 'OPEN'],
    ['launched', '2026-11-25T05:59:59.001Z', { launchDate, closeDate }, 'CLOSED'],
    ['launched', '2020-01-01T00:00:00Z', { closeDate }, 'OPEN'],
    ['launched', '2030-01-01T00:00:00Z', { launchDate }, 'OPEN'],
    ['launched', '2026-11-24T12:00:00Z', {}, 'OPEN'],
  ] as const)('determine the status: %s, at %s, with %j, is %s', (state, now, window, status) =>
    expect(statusOf({ state, ...dates, ...window }, chicago, now)).toBe(status),
  )
})

describe('the setup of a registration', () => {
  const early = (percent: number, until: string) => ({ earlyBird: { percent, until } })
  it.each<[Partial<Setup>, Record<string, string>]>([
    [{}, {}],
    [{ places: 1 }, {}],
    [{ places: 0 }, { places: 'too_small 1' }],
    [{ places: 100_000 }, { places: 'too_great 99999' }],
    [{ depositInCents: 500 }, {}],
    [{ depositInCents: 0 }, { depositInCents: 'not_above_zero' }],
    [{ siblingDiscount: { percent: 10 } }, {}],
    [{ siblingDiscount: { percent: 0 } }, { 'siblingDiscount.percent': 'not_above_zero' }],
    [early(10, '2026-12-01'), {}],
    [early(0, '2026-12-01'), { 'earlyBird.percent': 'not_above_zero' }],
    [early(10, '2031-11-22'), {}],
    [early(10, '2031-11-23'), { 'earlyBird.until': 'too_far 5' }],
    [early(10, '2021-11-21'), { 'earlyBird.until': 'too_far 5' }],
    [early(10, '2026-11-21'), { 'earlyBird.until': 'in_the_past' }],
    [early(10, '2026-11-22'), {}],
    [{ launchDate: '2026-11-21' }, { launchDate: 'in_the_past' }],
    [{ launchDate: '2021-11-21' }, { launchDate: 'too_far 5' }],
    [{ closeDate: '2031-11-23' }, { closeDate: 'too_far 5' }],
    [{ launchDate: '2026-12-02', closeDate: '2026-12-01' }, { launchDate: 'launch_after_close' }],
    [{ launchDate: '2026-12-01', launchTime: '18:00', closeDate: '2026-12-01' }, {}],
    [{ launchDate: '2026-12-01', launchTime: '23:59', closeDate: '2026-12-01' }, { launchDate: 'launch_after_close' }],
    [{ launchDate: '2026-12-01', closeDate: '2026-12-01', closeTime: '00:00' }, { launchDate: 'launch_after_close' }],
    [{ launchDate: '2026-12-01', closeDate: '2026-12-01', closeTime: '00:01' }, {}],
  ])('%j has the errors %j', (change, faults) => {
    expect(wrong(setupFaults(setup(change), { today }))).toEqual(faults)
    expect(wrong(draftFaults(setup(change), { today }))).toEqual(faults)
  })

  it('needs the last day of an early-bird discount only when complete', () => {
    const dayless = setup(early(10, ''))
    expect(wrong(draftFaults(dayless, { today }))).toEqual({})
    expect(wrong(setupFaults(dayless, { today }))).toEqual({ 'earlyBird.until': 'required' })
  })

  it('needs a name only when complete, within its limit', () => {
    const [none, long] = [setup({ name: ' ' }), setup({ name: '🥅'.repeat(101), description: '🥅'.repeat(2001) })]
    expect(wrong(draftFaults(none, { today }))).toEqual({})
    expect(wrong(setupFaults(none, { today }))).toEqual({ name: 'required' })
    expect(wrong(draftFaults(long, { today }))).toEqual({ name: 'too_long 100', description: 'too_long 2000' })
    expect(wrong(draftFaults(setup({ name: '🥅'.repeat(100), description: '🥅'.repeat(2000) }), { today }))).toEqual({})
  })

  it('keeps dates that have passed since, but not new ones in the past', () => {
    const past = { launchDate: '2026-11-01', closeDate: '2026-11-20' }
    expect(wrong(setupFaults(setup(past), { today, savedSetup: setup(past) }))).toEqual({})
    const other = setup({ launchDate: '2026-11-02', closeDate: '2026-11-21' })
    const both = { launchDate: 'in_the_past', closeDate: 'in_the_past' }
    expect(wrong(setupFaults(other, { today, savedSetup: setup(past) }))).toEqual(both)
    expect(wrong(setupFaults(setup(past), { today, savedSetup: setup() }))).toEqual(both)
    const over = setup(early(10, '2026-11-21'))
    expect(wrong(setupFaults(over, { today, savedSetup: over }))).toEqual({})
    const moved = { 'earlyBird.until': 'in_the_past' }
    expect(wrong(setupFaults(over, { today, savedSetup: setup(early(10, '2026-11-20')) }))).toEqual(moved)
  })
})

it.each([
  [0.01, undefined],
  [100, undefined],
  [0.1 + 0.2, undefined],
  [99.999, 'too_many_decimals'],
  [0.001, 'too_many_decimals'],
  [100.01, 'too_many_percent'],
  [0, 'not_above_zero'],
  [null, 'required'],
])('%s percent has the error %s', (percent, code) => expect(percentFault(percent)?.code).toBe(code))

describe('a signature', () => {
  const names = { firstName: 'Zoë', lastName: 'van  Eijma' }
  it.each([
    ['Zoë van Eijma', true],
    ['  Zoë   van Eijma ', true],
    ['Zoe\u0308 van Eijma', true],
    ['Zoe van Eijma', false],
    ['zoë van eijma', false],
    ['Zoë', false],
    ['Zoë van Eijma Moreno', false],
    ['', false],
  ])('%j is that of Zoë van Eijma: %s', (typed, is) => expect(isSignedBy(typed, names)).toBe(is))
  it('with an empty name is invalid', () => expect(isSignedBy('', { firstName: ' ', lastName: '' })).toBe(false))
  it('applies to one exact text', () => {
    const asked = { questionTitle: 'Waiver', description: 'At your own risk.' }
    const of = (title: string, text: string) => isForText({ title, text }, asked)
    expect([
      of('Waiver', 'At your own risk.'),
      of('Waiver', 'At your risk.'),
      of('Consent', 'At your own risk.'),
    ]).toEqual([true, false, false])
  })
})
