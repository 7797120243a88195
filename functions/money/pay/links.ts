import type { pay } from '#shared/api/money/pay.ts'
import { organizationOf, playerOf } from '#shared/ids.ts'
import { playersWith } from '#shared/permissions.ts'
import { Problem } from '#shared/problems.ts'
import { addHours } from '#shared/rules/days.ts'
import { outstandingOf } from '#shared/rules/fees.ts'
import { isAskedOf } from '#shared/rules/splitting.ts'
import { isChildAccount } from '../../people/childAccount.ts'
import type { CallOf } from '../../serve.ts'
import { type Fee, fees } from '../../table/fees.ts'
import { mayBeAskedFor } from '../../access/fees.ts'
import { meOf } from '../../table/me.ts'
import { familyLink, newPayId, type PayLink, payLinkHours, payLinks } from '../../table/payments.ts'
import { familyOfFee } from '../../table/feeFamilies.ts'
import { type Family, guardiansWith } from '../../table/players.ts'
import { update, write } from '../../table/table.ts'
import type { Stored } from '../../table/writes.ts'

/** Creates a payment link for the fees of the caller's own players in a club. */
export async function makeFamilyLink({
  body: { orgId: organizationId },
  userId,
  stamp,
}: CallOf<typeof pay, 'POST /rest-api/fee/payment-link'>) {
  const link = familyLink(stamp.at, organizationId, userId)
  await write(stamp, payLinks.create(link))
  return { payId: link.payId }
}

/** A payment link for one fee: a valid one if there is any, or a new one. */
export async function makeFeeLink({
  params: { feePlayerId },
  stamp,
  me,
}: CallOf<typeof pay, 'POST /rest-api/fee/pay-link/{feePlayerId}'>) {
  const [fee, links, { access }] = await Promise.all([
    fees.get({ playerFeeId: feePlayerId }, { consistent: true }),
    payLinks.of(feePlayerId),
    me,
  ])
  if (!fee || !mayBeAskedFor(access, fee)) throw new Problem('not_found')
  if (outstandingOf(fee) <= 0) throw new Problem('fee_settled')
  const good = links.findLast((link) => isGood(link, addHours(stamp.at, 24)) && isSince(link, fee))
  if (good) return { payId: good.payId }
  const payId = newPayId()
  const organizationId = organizationOf(feePlayerId)
  const made = { madeAt: stamp.at, ends: addHours(stamp.at, payLinkHours) }
  await write(
    stamp,
    payLinks.create({ payId, organizationId, playerFeeIds: [feePlayerId], about: feePlayerId, ...made }),
  )
  return { payId }
}

/** Whether a link may show a fee: not if the fee was split after the link was made, since the other home may have it. */
const isSince = ({ madeAt }: PayLink, { payers, splitAt = '' }: Fee) => payers === undefined || madeAt >= splitAt

const isGood = ({ revokedAt, ends }: PayLink, now: string) => revokedAt === undefined && now < ends

/** Revokes the payment links of a fee. */
export async function takeLinksBack({
  params: { feePlayerId },
  stamp,
  me,
}: CallOf<typeof pay, 'DELETE /rest-api/fee/pay-link/{feePlayerId}'>) {
  const [fee, made, { access }] = await Promise.all([
    fees.get({ playerFeeId: feePlayerId }),
    payLinks.of(feePlayerId),
    me,
  ])
  if (!fee || !mayBeAskedFor(access, fee)) throw new Problem('not_found')
  const links = made.filter((link) => isGood(link, stamp.at))
  for (const { payId } of links) await update(stamp, payLinks.change({ payId }, { set: { revokedAt: stamp.at } }))
  return { takenBack: links.length }
}

/** The link with this id. Throws `pay_link_gone` or `pay_link_expired`. */
export async function linkNamed(payId: string, now: string): Promise<Stored<PayLink>> {
  const link = await payLinks.get({ payId }, { consistent: true })
  if (!link || link.revokedAt !== undefined) throw new Problem('pay_link_gone')
  if (now >= link.ends) throw new Problem('pay_link_expired')
  return link
}

/** Whether a link is of a child's own account, which cannot pay. */
export const isChildsLink = async ({ userId }: PayLink, now: string): Promise<boolean> =>
  userId !== undefined && (await isChildAccount(userId, now))

/** The families of the players of these fees, by player id. */
export async function familiesOf(playerFeeIds: readonly string[]): Promise<ReadonlyMap<string, readonly Family[]>> {
  const byPlayer = new Map(playerFeeIds.map((playerFeeId) => [playerOf(playerFeeId), playerFeeId]))
  const found = await Promise.all(
    [...byPlayer].map(async ([playerId, playerFeeId]) => [playerId, await familyOfFee(playerFeeId)] as const),
  )
  return new Map(found)
}

/** Whether a fee can be paid by a link; `known`: the families by player id. */
export function isPaidBy(link: PayLink, fee: Fee, known: Awaited<ReturnType<typeof familiesOf>>): boolean {
  const { organizationId, userId, playerFeeIds = [] } = link
  const { playerFeeId } = fee
  if (organizationOf(playerFeeId) !== organizationId) return false
  if (userId === undefined) return playerFeeIds.includes(playerFeeId) && isSince(link, fee)
  const payers = guardiansWith(known.get(playerOf(playerFeeId)) ?? [], 'pays')
  return payers.some((member) => member.userId === userId) && isAskedOf(fee, userId)
}

/** The fees that a link is for: those of the user's own players in the club, or the ones it names. */
export async function feesOfLink(link: PayLink): Promise<Stored<Fee>[]> {
  const { organizationId, userId, playerFeeIds = [] } = link
  if (userId === undefined) {
    const found = await fees.getMany(
      playerFeeIds.map((playerFeeId) => ({ playerFeeId })),
      { consistent: true },
    )
    const there = found.filter((fee) => fee !== undefined)
    const charged = there.filter((fee) => isSince(link, fee))
    if (charged.length === 0 && there.length > 0) throw new Problem('pay_link_gone')
    return charged
  }
  const players = playersWith((await meOf({ userId })).access, 'pays')
  const here = players.filter(({ id }) => organizationOf(id) === organizationId)
  const all = await Promise.all(here.map(({ id, also = [] }) => fees.ofPlayers([id, ...also], { consistent: true })))
  return all.flat().filter((fee) => isAskedOf(fee, userId))
}
