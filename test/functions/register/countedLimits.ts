import { vi } from 'vitest'
import { release } from '#functions/register/release.ts'
import { reserveWrites } from '#functions/register/reservations.ts'
import {
  countNames,
  placeOf,
  registrationCounts,
  type RegistrationEntry,
  registrationEntries,
} from '#functions/table/registrationEntries.ts'
import type { WholeRegistration } from '#functions/table/registrations.ts'
import { retryOnConflict, write } from '#functions/table/table.ts'
import { Problem } from '#shared/problems.ts'
import { firstSetup } from '#shared/rules/registrations/registration.ts'
import { newPart, stamp } from '../club.ts'
import type { RandomGenerator } from '#scripts/local/seededRandom.ts'
import { type Limit, takeTurns } from './limit.ts'
import { code, option, shirt } from './registering.ts'

/** Limited quantities of a registration, each with the ways in which families use them up. */

type Child = Pick<RegistrationEntry, 'optionIds' | 'addOns'> & { promoCodeId?: string }
const child = (changes: Partial<Child> = {}): Child => ({ optionIds: ['season'], addOns: [], ...changes })
const shirts = (quantity: number, kindIds: string[] = []) =>
  child({ addOns: [{ addOnId: 'shirt', quantity, kindIds }] })
const plainShirt = { ...shirt, addOns: [] }
type Parts = Partial<Omit<WholeRegistration, 'registration'>> & { places?: number }
/** A family's choices, the counter they use, how much each child takes of it, and its limit. */
type Variant = { parts: Parts; family: Child[]; countName: string; each: number; limit: number }
const variants: Record<string, Variant> = {
  places: { parts: { places: 2 }, family: [child()], countName: countNames.places, each: 1, limit: 2 },
  'a single place': { parts: { places: 1 }, family: [child()], countName: countNames.places, each: 1, limit: 1 },
  'places for siblings': {
    parts: { places: 3 },
    family: [child(), child()],
    countName: countNames.places,
    each: 1,
    limit: 3,
  },
  'an option': {
    parts: { options: [option('season', 0, 2)] },
    family: [child()],
    countName: countNames.option('season'),
    each: 1,
    limit: 2,
  },
  'one of two options': {
    parts: { options: [option('season', 0, 3), option('camp', 0, 2)] },
    family: [child({ optionIds: ['season', 'camp'] })],
    countName: countNames.option('camp'),
    each: 1,
    limit: 2,
  },
  'an option for siblings': {
    parts: { places: 9, options: [option('season', 0, 3)] },
    family: [child(), child()],
    countName: countNames.option('season'),
    each: 1,
    limit: 3,
  },
  'an add-on': {
    parts: { addOns: [{ ...plainShirt, places: 2 }] },
    family: [shirts(1)],
    countName: countNames.addOn('shirt'),
    each: 1,
    limit: 2,
  },
  'two of an add-on': {
    parts: { addOns: [{ ...plainShirt, places: 5 }] },
    family: [shirts(2)],
    countName: countNames.addOn('shirt'),
    each: 2,
    limit: 5,
  },
  'an add-on in kinds': {
    parts: { addOns: [{ ...shirt, places: 3 }] },
    family: [shirts(2, ['s', 'm'])],
    countName: countNames.addOn('shirt'),
    each: 2,
    limit: 3,
  },
  'uses of a code': {
    parts: { promoCodes: [code('ten', { maxUse: 2 })] },
    family: [child({ promoCodeId: 'ten' })],
    countName: countNames.promo('ten'),
    each: 1,
    limit: 2,
  },
  'uses of a code by siblings': {
    parts: { promoCodes: [code('ten', { maxUse: 3 })] },
    family: [child({ promoCodeId: 'ten' }), child({ promoCodeId: 'ten' })],
    countName: countNames.promo('ten'),
    each: 1,
    limit: 3,
  },
  'places, where all else is limited, too': {
    parts: {
      places: 2,
      options: [option('season', 0, 3)],
      addOns: [{ ...plainShirt, places: 3 }],
      promoCodes: [code('ten', { maxUse: 3 })],
    },
    family: [{ ...shirts(1), promoCodeId: 'ten' }],
    countName: countNames.places,
    each: 1,
    limit: 2,
  },
}

const wholeOf = (registrationId: string, { places, ...parts }: Parts) => ({
  registrationId,
  registration: {
    ...firstSetup,
    registrationId,
    places: places ?? null,
  } as unknown as WholeRegistration['registration'],
  questions: [],
  questionsRevision: 1,
  options: [option('season', 0)],
  optionsRevision: 1,
  addOns: [],
  addOnsRevision: 1,
  promoCodes: [],
  installments: { paymentPlanEnabled: false, items: [] },
  ...parts,
})

const entryOf = (registrationId: string, playerId: string, choices: Child): RegistrationEntry => ({
  registrationId,
  playerId,
  userId: 'somebody',
  isNew: true,
  firstName: 'Nora',
  lastName: 'Moreno',
  answers: {},
  signed: [],
  lines: [],
  reductions: [],
  priceInCents: 0,
  absorbFees: false,
  payBy: 'NONE',
  parts: [],
  feeId: `${registrationId.split('.')[0]}.${newPart('d')}`,
  state: 'paying',
  registeredAt: stamp.at,
  place: placeOf.entry(stamp.at),
  promoCodeId: undefined,
  ...choices,
})

const isRefused = (error: unknown) => {
  if (!(error instanceof Problem) || !/full|sold_out|used_up/.test(error.code)) throw error
}

/** Five families in random order; returns the counter, and what the families with a place hold. */
async function runInRandomOrder({ parts, family, countName, each }: Variant, draw: RandomGenerator) {
  const club = newPart('o')
  const registrationId = `${club}.${newPart('t')}.${newPart('r')}`
  const whole = wholeOf(registrationId, parts)
  const programs = Array.from({ length: 5 }, () => ({
    ids: family.map(() => `${club}.${newPart('p')}`),
    givesBack: draw() < 0.4,
    again: draw() < 0.5,
    pauses: Array.from({ length: 3 }, () => Math.floor(draw() * 4)),
  }))
  await Promise.all(
    programs.map(async ({ ids, givesBack, again, pauses: [first = 0, second = 0, third = 0] }) => {
      const entries = () =>
        registrationEntries.getMany(
          ids.map((playerId) => ({ registrationId, playerId })),
          { consistent: true },
        )
      const take = () =>
        retryOnConflict(() =>
          write(
            stamp,
            ...family.map((choices, i) => {
              const entry = entryOf(registrationId, ids[i] ?? '', choices)
              return registrationEntries.upsert(
                entry,
                { set: entry, when: [['state', '=', 'cancelled']] },
                'already_registered',
              )
            }),
            ...reserveWrites(whole, family),
          ),
        ).catch(isRefused)
      await takeTurns(first)
      await take()
      await takeTurns(second)
      if (givesBack) for (const entry of await entries()) if (entry) await release(stamp, entry)
      await takeTurns(third)
      if (givesBack && again) await take()
    }),
  )
  const all = programs.flatMap(({ ids }) => ids.map((playerId) => ({ registrationId, playerId })))
  const heldEntries = (await registrationEntries.getMany(all, { consistent: true })).filter(
    (entry) => entry?.state === 'paying',
  )
  const taken = (await registrationCounts.of({ registrationId }, { consistent: true })).get(countName) ?? 0
  return { taken, held: heldEntries.length * each }
}

/** Five families in random order, cycling through these variants. */
function counts(names: readonly string[]): Limit {
  const ways = names.flatMap((name) => variants[name] ?? [])
  return {
    ways: ways.length,
    async once(draw, way) {
      const variant = ways[way % ways.length]
      if (!variant) throw new Error('There are no variants.')
      const { taken, held } = await runInRandomOrder(variant, draw)
      return { found: { taken, fits: taken <= variant.limit }, expected: { taken: held, fits: true } }
    },
    // The transaction no longer checks the counter.
    plant() {
      vi.spyOn(registrationCounts, 'take').mockImplementation((id, amount) =>
        registrationCounts.upsert(id, { set: id, add: { taken: amount } }),
      )
    },
  }
}

export const countedLimits: Record<string, Limit> = {
  places: counts(['places', 'a single place', 'places for siblings', 'places, where all else is limited, too']),
  'places per option': counts(['an option', 'one of two options', 'an option for siblings']),
  'available add-ons': counts(['an add-on', 'two of an add-on', 'an add-on in kinds']),
  'promo code uses': counts(['uses of a code', 'uses of a code by siblings']),
}
