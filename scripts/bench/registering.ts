import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { Registration, WholeRegistration } from '#functions/table/registrations.ts'
import { priceOf } from '#shared/rules/paying.ts'
import { demoPart } from '../demo/ids.ts'
import { youthPlayer } from '../demo/youthClub.ts'
import type { Bench } from './cloud.ts'
import { stamp } from './stamp.ts'

/** Families that register in the bench's cloud, and the registrations they use. */

const [club = ''] = youthPlayer('Noa Moreno').split('.')

/**
 * Creates a registration like the demo's, with its questions, options, add-ons and codes, for the same team or another
 * one.
 */
export async function createRegistration(
  name: string,
  changes: Partial<Registration>,
  parts: Partial<WholeRegistration> = {},
  ofPlan?: string,
) {
  const table = await import('#functions/table/registrations.ts')
  const { write } = await import('#functions/table/table.ts')
  const teamId = `${club}.${demoPart('t', 'U12 Falcons')}`
  const template = { registrationId: `${teamId}.${demoPart('r', 'U12 Falcons, spring season')}` }
  const demoRegistration = await table.registrations.readWhole(template)
  if (!demoRegistration) throw new Error('The demo has no registration.')
  const { registration, questions, options, addOns, promoCodes, installments } = { ...demoRegistration, ...parts }
  const id = { registrationId: `${ofPlan ?? teamId}.${demoPart('r', `bench ${name}`)}` }
  await write(
    stamp,
    table.registrations.create({ ...registration, ...id, name: `Bench ${name}`, ...changes }),
    table.registrationQuestions.create({ ...id, questions }),
    table.registrationOptions.create({ ...id, options: options.map((option) => ({ ...option, places: null })) }),
    table.registrationAddOns.create({ ...id, addOns }),
    table.registrationPromoCodes.create({ ...id, promoCodes: promoCodes.map((code) => ({ ...code, maxUse: null })) }),
    table.registrationInstallments.create({ ...installments, ...id }),
  )
  return id.registrationId
}

export type Family = { ask: (method: string, path: string, body?: object) => Promise<{ status: number; text: string }> }
/** A person with a profile whose requests are retried as a browser does when the server is busy. */
export async function createFamily(bench: Bench, name: string, userId: string = randomUUID()): Promise<Family> {
  const { profiles } = await import('#functions/table/profiles.ts')
  const { write } = await import('#functions/table/table.ts')
  await write(
    stamp,
    profiles.create({ userId, email: `${name}@bench.touchline.test`, firstName: 'Ada', lastName: 'Bench' }),
  )
  const headers = { authorization: `Bearer ${await bench.tokenOf(userId)}`, 'content-type': 'application/json' }
  return {
    async ask(method, path, body) {
      for (let tries = 0; ; tries++) {
        const requestInit = { method, headers, ...(body && { body: JSON.stringify(body) }) }
        // A refused connection or a timeout also counts as busy: repeated requests are idempotent.
        const answer = await fetch(bench.cloud.origin + path, requestInit).catch((error: unknown) => {
          if (tries === 20) throw error
          return undefined
        })
        const text = await answer?.text()
        if (answer && text !== undefined && (answer.status !== 503 || tries === 20))
          return { status: answer.status, text }
        await setTimeout(500)
      }
    },
  }
}
async function requireOk<T>(responsePromise: Promise<{ status: number; text: string }>): Promise<T> {
  const { status, text } = await responsePromise
  if (status !== 200) throw new Error(`It answered ${status}: ${text.slice(0, 300)}`)
  return JSON.parse(text) as T
}

const answers = {
  'question-firstname': ['Nia'],
  'question-lastname': ['Bench'],
  'question-mobile': ['+1 312 555 0142'],
  'question-shirt': ['152'],
  'question-health': ['No'],
  'question-waiver': ['Ada Bench'],
}
/** The id of the place requested for a child. */
export const childOf = (registrationId: string, i: number): string =>
  `${registrationId}.${demoPart('p', `${registrationId} ${i}`)}`

/** Fills in the form for a child, with or without shirts. */
export async function fillInDetails(
  { ask }: Pick<Family, 'ask'>,
  registrationId: string,
  i: number,
  shirts = 0,
): Promise<string> {
  const registrationPlayerId = childOf(registrationId, i)
  const kinds = Array.from({ length: shirts }, () => ({ addOnOptionId: 'kind-child' }))
  await requireOk(
    ask('POST', `/rest-api/register/${registrationId}/details`, {
      ...{ registrationPlayerId, playerId: 'new_player', optionIds: ['option-season'], answers },
      addOnFormResponses:
        shirts === 0
          ? []
          : [{ addOnId: 'add-on-shirt', quantity: shirts, registrationPlayerAddOnFormContentList: kinds }],
    }),
  )
  return registrationPlayerId
}

type View = {
  fees: { feePlayerId: string; outstandingInCents: number; absorbFees: boolean }[]
  methods: { paymentAccountId: string; paymentProviderName: string; rate: { perMille: number; cents: number } }[]
}
const pageRequest = { method: 'POST', redirect: 'manual' } as const

/**
 * Registers from the first answer to the receipt, with a shirt, a code and a card. Returns the milliseconds without the
 * time for typing the card.
 */
export async function register(family: Family, registrationId: string, i: number): Promise<number> {
  const { ask } = family
  const path = `/rest-api/register/${registrationId}`
  const startedAt = performance.now()
  const id = await fillInDetails(family, registrationId, i, 1)
  const { totalInCents } = await requireOk<{ totalInCents: number }>(
    ask('POST', `${path}/promo-code`, { code: 'FRIENDS' }),
  )
  const registrationPlayerIds = [id]
  await requireOk(ask('POST', `${path}/finalize`, { registrationPlayerIds, totalInCents, payBy: 'ONLINE' }))
  const { payId } = await requireOk<{ payId: string }>(ask('POST', `${path}/payment-intent`, { registrationPlayerIds }))
  const view = await requireOk<View>(ask('GET', `/rest-api/pay/${payId}`))
  const method = view.methods.find(({ paymentProviderName }) => paymentProviderName === 'STRIPE')
  const price = method && priceOf(view.fees, method.rate)
  if (!method || !price) throw new Error('There is nothing to pay with.')
  const { url } = await requireOk<{ url: string }>(
    ask('POST', `/rest-api/pay/${payId}/start`, {
      attempt: randomUUID(),
      feePlayerIds: view.fees.map(({ feePlayerId }) => feePlayerId),
      paymentAccountId: method.paymentAccountId,
      totalInCents: price.total,
    }),
  )
  const msBefore = performance.now() - startedAt
  const cardResponse = await fetch(url, { ...pageRequest, body: new URLSearchParams({ card: '4242424242424242' }) })
  const paymentId = new URL(cardResponse.headers.get('location') ?? '', url).searchParams.get('payment') ?? ''
  const returnedAt = performance.now()
  const { state } = await requireOk<{ state: string }>(ask('POST', `/rest-api/pay/${payId}/back`, { paymentId }))
  if (state !== 'paid') throw new Error(`The payment is ${state}.`)
  return msBefore + performance.now() - returnedAt
}

/** Runs `work` for each number below `count`, with `concurrency` running concurrently. */
export async function mapConcurrently<T>(
  count: number,
  concurrency: number,
  work: (i: number) => Promise<T>,
): Promise<T[]> {
  const results: T[] = []
  let next = 0
  const worker = async () => {
    for (let i = next++; i < count; i = next++) results[i] = await work(i)
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
  return results
}
