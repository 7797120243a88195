import { handler as lapse } from '#functions/register/lapsedHandler.ts'
import { handler as paidHandler } from '#functions/register/paidHandler.ts'
import { fees } from '#functions/table/fees.ts'
import type { Registration } from '#functions/table/registrations.ts'
import { playerOf } from '#shared/ids.ts'
import type { Option } from '#shared/rules/registrations/options.ts'
import { interleave } from '../interleave.ts'
import { call } from '../call.ts'
import type { Club } from '../club.ts'
import { recordPayment } from '../money/charging.ts'
import { acceptCards, deliverRefunds, paymentAt, payOnPage, returnFromPage, start } from '../money/online.ts'
import { deliverTo } from '../workers.ts'
import { aParent, aRegistration, fillIn, option, finalize } from './registering.ts'

export const inTime = '2026-11-21T18:10:00.000Z'
export const tooLate = '2026-11-21T18:20:00.000Z'

type PageOptions = {
  children: string[]
  places: number
  total: number
  byHand?: number
  registration?: Partial<Registration>
  options?: Option[]
  /** How the place is released; by default it expires. */
  letGo?: (page: PageState) => Promise<unknown>
  /** Runs at the very moment when the place is released. */
  meanwhile?: (page: PageState) => Promise<unknown>
}
type PageState = { as: string; ids: string[]; payId: string; url: string; paymentId: string; feePlayerIds: string[] }
/** A family is on the provider's payment page for these places, while someone else takes one of the places they held. */
export async function leaveOpenOnPage(
  club: Club,
  { children, places, total, byHand, meanwhile, ...registrationParts }: PageOptions,
) {
  const { registration: overrides = {}, options = [option('season', 10_000)] } = registrationParts
  const { letGo = () => lapse({ time: tooLate }) } = registrationParts
  const { paymentAccountId } = await acceptCards(club)
  const registration = { places, acceptPayments: true, mainPaymentAccountId: paymentAccountId, ...overrides }
  const registrationId = await aRegistration(club, { registration, options })
  const as = await aParent(club, 'rosa')
  const ids: string[] = []
  for (const child of children) ids.push((await fillIn(as, registrationId, child)).registrationPlayerId)
  await finalize(as, ids, 10_000 * ids.length, { payBy: 'ONLINE' })
  const { payId } = (
    await call('POST /rest-api/register/{registrationId}/payment-intent', {
      as,
      now: inTime,
      registrationId,
      body: { registrationPlayerIds: ids },
    })
  ).body
  const charged = (await Promise.all(ids.map((id) => fees.ofPlayer(playerOf(id), { consistent: true })))).flat()
  const feePlayerIds = charged.map(({ playerFeeId }) => playerFeeId)
  if (byHand !== undefined) await recordPayment(club, feePlayerIds[0] ?? '', byHand)
  const { url } = (await start({ payId, paymentAccountId, feePlayerIds, total, now: inTime })).body
  const paymentId = (await fees.get({ playerFeeId: feePlayerIds[0] ?? '' }))?.paying ?? ''
  const page = { as, ids, payId, url, paymentId, feePlayerIds }
  if (meanwhile)
    await interleave(
      'TransactWriteCommand',
      () => meanwhile(page),
      () => letGo(page),
    )
  else await letGo(page)
  const ben = await aParent(club, 'ben')
  await finalize(ben, [(await fillIn(ben, registrationId, 'Ola')).registrationPlayerId], 10_000)
  return { ...page, paymentAccountId, registrationId }
}

/** The family pays, and the resulting events are processed more than once. */
export async function payLate({ feePlayerIds, payId, url }: Pick<PageState, 'feePlayerIds' | 'payId' | 'url'>) {
  const paymentId = paymentAt(await payOnPage(url))
  await returnFromPage(payId, paymentId, tooLate)
  await deliverFees([...feePlayerIds, ...feePlayerIds])
  await deliverRefunds(paymentId)
  return paymentId
}

/** Tells the worker about changed fees. */
export async function deliverFees(playerFeeIds: readonly string[]): Promise<void> {
  for (const playerFeeId of playerFeeIds)
    await deliverTo(paidHandler, { ...fees.key({ playerFeeId }), kind: 'Fee', change: 'changed' })
}
