import type { register } from '#shared/api/register.ts'
import { playerOf, registrationPlayerOf } from '#shared/ids.ts'
import type { Access } from '#shared/permissions.ts'
import { Problem } from '#shared/problems.ts'
import type { CallOf } from '../serve.ts'
import type { Me } from '../table/me.ts'
import { countNames, registrationCounts, registrationDrafts } from '../table/registrationEntries.ts'
import { shortagesOf } from '../table/registrationLimits.ts'
import { update } from '../table/table.ts'
import { readTakenCounts } from './cards.ts'
import { depositForPrice } from './deposits.ts'
import { readFamilyState } from './family.ts'
import {
  checkInvited,
  checkOpen,
  type LaunchedRegistration,
  readLaunched,
  registrarOf,
} from './launchedRegistration.ts'
import { depositPayWays, surchargeOf, rateOf, payWaysOf } from './payWays.ts'
import { amountDueOn, isExpired, partsOf, pricesOf, findPromo, promoOf, usesLeft } from './pricing.ts'
import { sortByAvailability, withoutPlaceInOption } from './reservations.ts'

type Api = typeof register

/** A summary of the drafts of a family, or of some of them: what was filled in, the prices, and how these can be paid. */
export async function readSummary({
  params: { registrationId },
  query: { registrationPlayerIds: wantedIds },
  userId,
  me,
  now,
}: CallOf<Api, 'GET /rest-api/register/{registrationId}/summary'>) {
  const registration = await readLaunched(registrationId, now)
  await checkInvitation(registration, { userId, me })
  return summaryOf(registration, (await me).access, wantedIds?.map(playerOf))
}

/** Throws for a user who is not invited. Who they are is read only for a registration by invitation. */
async function checkInvitation(
  registration: LaunchedRegistration,
  { userId, me }: { userId: string; me: Promise<Me> },
) {
  if (registration.registration.isInviteOnly) await checkInvited(registration, await registrarOf(userId, me))
}

/** Adds a promotion code to the cart, or removes it. Its uses are counted when players are registered. */
export async function usePromoCode({
  params: { registrationId },
  body: { code },
  userId,
  me,
  stamp,
  now,
  permitted,
}: CallOf<Api, 'POST /rest-api/register/{registrationId}/promo-code'>) {
  const [registration, registrar] = await Promise.all([readLaunched(registrationId, now), registrarOf(userId, me)])
  // Only users who may register can try codes.
  checkOpen(registration, now)
  await checkInvited(registration, registrar)
  const promo = code ? findPromo(registration, code) : undefined
  if (code && !promo) throw new Problem('promo_code_unknown')
  if (promo && isExpired(promo, registration.today)) throw new Problem('promo_code_expired')
  if (promo && promo.maxUse !== null) {
    const usedCount = await registrationCounts.get({ registrationId, name: countNames.promo(promo.id) })
    if ((usedCount?.taken ?? 0) >= promo.maxUse) throw new Problem('promo_code_used_up')
  }
  const id = { registrationId, userId }
  await permitted
  await update(stamp, registrationDrafts.carts.upsert(id, { set: { ...id, promoCodeId: promo?.id } }))
  return summaryOf(registration, registrar.access)
}

export async function choosePlan({
  params: { registrationId },
  body: { byPlan },
  userId,
  me,
  stamp,
  now,
}: CallOf<Api, 'POST /rest-api/register/{registrationId}/payment-plan'>) {
  const registration = await readLaunched(registrationId, now)
  await checkInvitation(registration, { userId, me })
  const id = { registrationId, userId }
  await update(stamp, registrationDrafts.carts.upsert(id, { set: { ...id, byPlan } }))
  return summaryOf(registration, (await me).access)
}

async function summaryOf(registration: LaunchedRegistration, access: Access, wantedIds?: readonly string[]) {
  const { registrationId, club, unitName, installments, options, promoCodes, today } = registration
  const { waitingList } = registration.registration
  const [{ cart, drafts: allDrafts, entries }, taken, rate] = await Promise.all([
    readFamilyState(registrationId, access),
    readTakenCounts(registrationId),
    rateOf(registration),
  ])
  const wantedDrafts = allDrafts.filter(({ playerId }) => wantedIds?.includes(playerId) ?? true)
  const drafts = sortByAvailability(registration, wantedDrafts, taken)
  const promo = promoOf(registration, cart?.promoCodeId)
  const uses = promo ? usesLeft(promo, taken) : 0
  const prices = pricesOf(registration, drafts, { entries, promo, uses })
  const totalInCents = prices.reduce((sum, { priceInCents }) => sum + priceInCents, 0)
  const byPlan = installments.paymentPlanEnabled && (cart?.byPlan ?? false)
  const parts = partsOf(registration, prices, byPlan)
  const nowInCents = amountDueOn(today, parts)
  const shortages = shortagesOf(registration, drafts, taken)
  const isLacking = (countName: string) => shortages.some(({ name }) => name === countName)
  const depositInCents = prices.reduce(
    (sum, { priceInCents }) => sum + depositForPrice(registration.registration, priceInCents),
    0,
  )
  const fullOptions = options.filter(({ id }) => isLacking(countNames.option(id)))
  return {
    registration: {
      id: registrationId,
      name: registration.registration.name,
      organizationName: club.name,
      orgUnitName: unitName,
    },
    players: drafts.map(({ playerId, firstName, lastName }, i) => ({
      registrationPlayerId: registrationPlayerOf(registrationId, playerId),
      firstName,
      lastName,
      lines: prices[i]?.lines ?? [],
      reductions: prices[i]?.reductions ?? [],
      priceInCents: prices[i]?.priceInCents ?? 0,
    })),
    totalInCents,
    hasPromoCodes: promoCodes.length > 0,
    promoCode: promo && uses > 0 ? { codeTitle: promo.codeTitle, usedFor: Math.min(uses, drafts.length) } : null,
    paymentPlanEnabled: installments.paymentPlanEnabled,
    byPlan,
    parts,
    payWays: payWaysOf(registration, rate, { priceInCents: totalInCents, nowInCents }),
    dueNowInCents: nowInCents,
    processingFeeInCents: surchargeOf(registration, nowInCents, rate),
    isFull: isLacking(countNames.places) || fullOptions.length > 0,
    fullOptions: fullOptions.map(({ name }) => name),
    waiting: withoutPlaceInOption(registration, drafts, taken).map(({ playerId }) =>
      registrationPlayerOf(registrationId, playerId),
    ),
    waitingList,
    depositInCents,
    depositWays: depositPayWays(registration, rate, depositInCents),
  }
}
