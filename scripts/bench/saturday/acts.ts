import { randomUUID } from 'node:crypto'
import { dayIn, addDays } from '#shared/rules/days.ts'
import { priceOf } from '#shared/rules/paying.ts'
import { demoPart } from '../../demo/ids.ts'
import { fillInDetails } from '../registering.ts'
import type { TextResponse } from './requester.ts'
import type { SaturdayFamily, SaturdayTeam } from './club.ts'

/** What the product has acknowledged to people, and so must be in the table exactly once. */
export type Acknowledged =
  | { what: 'answer'; inviteId: string; status: 'Accepted' | 'Declined' }
  | { what: 'message'; conversationSid: string; messageSid: string }
  | { what: 'payment'; paymentId: string; organizationId: string }
  | { what: 'registration'; registrationId: string; registrationPlayerId: string }
  | { what: 'email'; emailId: string; people: number }
type Act = (team: SaturdayTeam, family: SaturdayFamily, i: number) => Promise<Acknowledged | undefined>

const zone = 'America/Chicago'
const today = () => dayIn(new Date().toISOString(), zone)

/** The body of a successful response; undefined for a failure. */
const bodyOf = <T>({ status, text }: TextResponse): T | undefined =>
  status === 200 ? (JSON.parse(text) as T) : undefined
/** The person gives up after an error or no response. */
class GaveUp extends Error {}
function requireBody<T>(answer: TextResponse): T {
  const body = bodyOf<T>(answer)
  if (body === undefined) throw new GaveUp(`${answer.status} ${answer.text.slice(0, 200)}`)
  return body
}

const startUtc = () => Temporal.PlainDate.from(today()).toZonedDateTime(zone).toInstant().toString()

type View = {
  fees: { feePlayerId: string; name: string; outstandingInCents: number; absorbFees: boolean }[]
  methods: { paymentAccountId: string; paymentProviderName: string; rate: { perMille: number; cents: number } }[]
}

/** What people do on a Saturday. Each makes the screens' requests, and returns what was acknowledged. */
export const acts = {
  async visit(_team, { ask, playerId }) {
    // Whether the session is still valid is the user pool's answer.
    await ask('GET', '/rest-api/users/token')
    await ask('GET', '/rest-api/users/expiration-token')
    await ask('GET', '/api/v1/playersAndTeams')
    await ask('GET', `/api/v1/today?startUtc=${startUtc()}&players=${playerId}`)
    await ask('GET', '/rest-api/chat/unread-count')
    return undefined
  },
  async answer(_team, { ask, inviteId }, i) {
    const status = i % 2 === 0 ? 'Accepted' : 'Declined'
    const response = bodyOf(await ask('GET', `/user/updateInviteStatus/${inviteId}.json?format=json&status=${status}`))
    return response === undefined ? undefined : { what: 'answer', inviteId, status }
  },
  async month({ teamId }, { ask }) {
    await ask('GET', `/api/v1/teamEventsByMonth/${teamId}?start=${today()}&end=${addDays(today(), 31)}`)
    return undefined
  },
  async roster({ teamId }, { ask }) {
    await ask('GET', `/api/v1/team/${teamId}`)
    return undefined
  },
  async say({ conversationSid }, { ask }, i) {
    const messageSid = randomUUID()
    const text = `We leave at nine from the school car park, ${i}`
    const response = bodyOf(
      await ask('POST', `/rest-api/chat/conversations/${conversationSid}/messages`, { messageSid, text }),
    )
    return response === undefined ? undefined : { what: 'message', conversationSid, messageSid }
  },
  async readChat({ conversationSid }, { ask }) {
    await ask('GET', `/rest-api/chat/conversations/${conversationSid}/messages`)
    return undefined
  },
  async pay({ organizationId }, family) {
    const { ask, fees } = family
    const name = fees.shift()
    if (name === undefined) return undefined
    const { payId } = requireBody<{ payId: string }>(
      await ask('POST', '/rest-api/fee/payment-link', { orgId: organizationId }),
    )
    const view = requireBody<View>(await ask('GET', `/rest-api/pay/${payId}`))
    const method = view.methods.find(({ paymentProviderName }) => paymentProviderName === 'STRIPE')
    const dueFees = view.fees.filter((fee) => fee.name === name)
    const price = method && priceOf(dueFees, method.rate)
    if (!method || !price || dueFees.length === 0) throw new Error('There is nothing to pay with.')
    const { url } = requireBody<{ url: string }>(
      await ask('POST', `/rest-api/pay/${payId}/start`, {
        attempt: randomUUID(),
        feePlayerIds: dueFees.map(({ feePlayerId }) => feePlayerId),
        paymentAccountId: method.paymentAccountId,
        totalInCents: price.total,
      }),
    )
    const cardResponse = await fetch(url, {
      ...{ method: 'POST', redirect: 'manual' },
      body: new URLSearchParams({ card: '4242424242424242' }),
    })
    const paymentId = new URL(cardResponse.headers.get('location') ?? '', url).searchParams.get('payment') ?? ''
    const returnState = bodyOf<{ state: string }>(await ask('POST', `/rest-api/pay/${payId}/back`, { paymentId }))
    // The provider has the money: it is booked eventually, whatever our page shows.
    return paymentId === '' && !returnState ? undefined : { what: 'payment', paymentId, organizationId }
  },
  async register({ registrationId }, family, i) {
    // Another child each time: nobody registers the same one twice.
    const child = i + 1000 * family.children++
    const id = await fillInDetails(family, registrationId, child).catch((error: Error) => {
      throw /^It answered (0|5)/.test(error.message) ? new GaveUp(error.message) : error
    })
    const body = { registrationPlayerIds: [id], totalInCents: 24_000, payBy: 'BILL' }
    const response = bodyOf(await family.ask('POST', `/rest-api/register/${registrationId}/finalize`, body))
    return response === undefined ? undefined : { what: 'registration', registrationId, registrationPlayerId: id }
  },
  async email({ teamId, coach, families }, _family, i) {
    const emailId = `${teamId}.${demoPart('m', `${teamId} ${i} ${randomUUID()}`)}`
    const content = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Bring water.' }] }] }
    const body = { subject: `Saturday ${emailId}`, content, to: { teamIds: [teamId] } }
    const response = bodyOf(await coach('POST', `/rest-api/mail/email/${emailId}/send`, body))
    return response === undefined ? undefined : { what: 'email', emailId, people: families.length }
  },
} as const satisfies Record<string, Act>
export type ActName = keyof typeof acts
export const actNames = Object.keys(acts) as ActName[]

/** Performs an act; undefined if the person gives up. */
export async function performAct(name: ActName, team: SaturdayTeam, i: number): Promise<Acknowledged | undefined> {
  const family = team.families[i % team.families.length]
  if (!family) throw new Error('The team has no families.')
  try {
    return await acts[name](team, family, i)
  } catch (error) {
    if (error instanceof GaveUp) return undefined
    throw error
  }
}
