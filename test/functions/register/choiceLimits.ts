import { vi } from 'vitest'
import { registrationDrafts, registrationEntries } from '#functions/table/registrationEntries.ts'
import { registrationOptions, registrations } from '#functions/table/registrations.ts'
import { call } from '../call.ts'
import { newPart } from '../club.ts'
import { type Limit, afterRandomDelay } from './limit.ts'
import { club, ofCount, parents, newParent, disableCheck, unconditioned } from './disabledChecks.ts'
import { aRegistration, entryOf, fillIn, option, finalize, shirt } from './registering.ts'

/** Limits of a registration that are not counters: who may choose what, and only once. */

const [minQuantity, maxQuantity] = [2, 3]
const withShirts = { ...shirt, addOns: [], priceInCents: 1500 }
const boundedShirts = {
  ...withShirts,
  customerMustPurchaseAtLeast: minQuantity,
  customerCanNotPurchaseMoreThan: maxQuantity,
}
const boundedRegistration = await aRegistration(club, { addOns: [boundedShirts] })
const atLeastAndMost: Limit = {
  ways: 6,
  async once(draw, way) {
    const [as, quantity] = [await newParent(), way % 6]
    const kinds = { addOnId: 'shirt', quantity, registrationPlayerAddOnFormContentList: [] }
    const { status } = await afterRandomDelay(draw, () =>
      call('POST /rest-api/register/{registrationId}/details', {
        as,
        registrationId: boundedRegistration,
        body: {
          registrationPlayerId: `${boundedRegistration}.${newPart('p')}`,
          playerId: 'new_player',
          optionIds: ['season'],
          addOnFormResponses: quantity === 0 ? [] : [kinds],
          answers: { 'question-firstname': ['Nora'], 'question-lastname': ['Moreno'] },
        },
      }),
    )
    return { found: { quantity, status }, expected: { quantity, status: [2, 3].includes(quantity) ? 200 : 400 } }
  },
  // The club's limits are ignored.
  plant() {
    const { readWhole } = registrations
    const free = { customerMustPurchaseAtLeast: 0, customerCanNotPurchaseMoreThan: null }
    vi.spyOn(registrations, 'readWhole').mockImplementation(async (...args) => {
      const registration = await readWhole(...args)
      return registration && { ...registration, addOns: registration.addOns.map((addOn) => ({ ...addOn, ...free })) }
    })
  },
}

/** Both parents of a player submit the entry, in every other run twice each. */
const onePlace: Limit = {
  ways: 2,
  async once(draw, way) {
    const registrationId = await aRegistration(club)
    const { playerId } = club.mia
    const entryIds = await Promise.all(parents.map((as) => fillIn(as, registrationId, 'Mia', { playerId })))
    const [id = ''] = entryIds.map(({ registrationPlayerId }) => registrationPlayerId)
    const senders = way % 2 === 0 ? [...parents, ...parents] : parents
    const responses = await Promise.all(
      senders.map((as) =>
        afterRandomDelay(draw, async () => ({ as, status: (await finalize(as, [id], 10_000)).status })),
      ),
    )
    const registeredUsers = new Set(responses.filter(({ status }) => status === 200).map(({ as }) => as))
    const found = { served: registeredUsers.size, of: [...registeredUsers].includes((await entryOf(id))?.userId ?? '') }
    return {
      found: { ...found, taken: await ofCount(registrationId) },
      expected: { served: 1, of: true, taken: 1 },
    }
  },
  plant: () => unconditioned(registrationEntries, 'upsert'),
}

/** Two children are submitted in two tabs, each at the price of a first child. */
const oneFirstChild: Limit = {
  ways: 2,
  async once(draw) {
    const as = await newParent()
    const registrationId = await aRegistration(club, { registration: { siblingDiscount: { percent: 20 } } })
    const entryIds = [await fillIn(as, registrationId, 'Nora'), await fillIn(as, registrationId, 'Ola')]
    const ids = entryIds.map(({ registrationPlayerId }) => registrationPlayerId)
    const first = await Promise.all(ids.map((id) => afterRandomDelay(draw, () => finalize(as, [id], 10_000))))
    const openIds = ids.filter((_, i) => first[i]?.status !== 200)
    const codes = first.filter(({ status }) => status !== 200).map(({ refusal }) => refusal.code)
    const second = await Promise.all(openIds.map(async (id) => (await finalize(as, [id], 8000)).status))
    return { found: { codes, second }, expected: { codes: ['price_changed'], second: [200] } }
  },
  plant: () => unconditioned(registrationDrafts.carts, 'upsert'),
}

/** The club removes an option while a family that has chosen it submits, or is on the waiting list with it. */
const chosen: Limit = {
  ways: 2,
  async once(draw, way) {
    const as = await newParent()
    const isWaiting = way % 2 === 1
    const registrationId = await aRegistration(club, {
      registration: isWaiting ? { places: 0, waitingList: true } : {},
      options: [option('season', 10_000), option('option-camp', 5000)],
    })
    const { registrationPlayerId: id } = await fillIn(as, registrationId, 'Nora', { optionIds: ['option-camp'] })
    const remove = () =>
      call('DELETE /rest-api/registration/event-options/{registrationId}/{optionId}', {
        as: club.user('admin'),
        registrationId,
        optionId: 'option-camp',
      })
    const [sent, removed] = await Promise.all([
      afterRandomDelay(draw, () => finalize(as, [id], 5000, isWaiting ? { wait: true, deposit: 0 } : {})),
      afterRandomDelay(draw, remove),
    ])
    const { options = [] } = (await registrationOptions.get({ registrationId }, { consistent: true })) ?? {}
    const isStillOffered = options.some((each) => each.id === 'option-camp')
    const isBoth = sent.status === 200 && !isStillOffered
    return {
      found: {
        both: isBoth,
        either: sent.status === 200 || removed.status === 200,
        there: isStillOffered !== (removed.status === 200),
      },
      expected: { both: false, either: true, there: true },
    }
  },
  // The transaction no longer checks that the option still exists.
  plant: () => disableCheck(registrationOptions),
}

export const choiceLimits: Record<string, Limit> = {
  'minimum and maximum of an add-on': atLeastAndMost,
  'one place per player': onePlace,
  'one first-child price per family': oneFirstChild,
  'only existing options': chosen,
}
