import { organizationOf, orgUnitOf, teamOf } from '#shared/ids.ts'
import { feeStatusOf, outstandingOf } from '#shared/rules/fees.ts'
import { dayIn } from '#shared/rules/days.ts'
import { Problem } from '#shared/problems.ts'
import { fullName } from '#shared/rules/names.ts'
import { playerCard } from '../people/playerCard.ts'
import { type Fee, type FeePayment, feePayments, fees, holderOf, type ListedFee } from '../table/fees.ts'
import { type Organization, organizations } from '../table/organizations.ts'
import { disputes, payments, type Refund, refunds } from '../table/payments.ts'
import { familyOfFee } from '../table/feeFamilies.ts'
import { guardiansWith } from '../table/players.ts'
import { profiles } from '../table/profiles.ts'
import { teams } from '../table/teams.ts'
import type { Stored } from '../table/writes.ts'
import { returnedCents, isOnline, chargedBackCents } from '../table/refunding.ts'
import { pendingCentsByFee } from './pendingPayments.ts'

/** A fee in the shape of the API. `today`: the current day in the club's time zone. */
export const feeCard = (playerFeeId: string, fee: ListedFee, today: string) => ({
  feePlayerId: playerFeeId,
  orgUnitId: orgUnitOf(playerFeeId),
  player: playerCard({ ...fee, playerId: holderOf(playerFeeId, fee) }),
  name: fee.name,
  status: feeStatusOf(fee, today),
  dueOn: fee.dueOn,
  amountInCents: fee.amount,
  paidInCents: fee.paid,
  outstandingInCents: outstandingOf(fee),
})

/** The club of a team or club id. Throws `not_found` unless both exist. */
export async function clubOfUnit(orgUnitId: string): Promise<Stored<Organization>> {
  const teamId = teamOf(orgUnitId)
  const [club, team] = await Promise.all([
    clubOf(organizationOf(orgUnitId)),
    teamId === undefined ? undefined : teams.get({ teamId }),
  ])
  if (teamId !== undefined && !team) throw new Problem('not_found')
  return club
}

async function clubOf(organizationId: string): Promise<Stored<Organization>> {
  const club = await organizations.get({ organizationId })
  if (!club) throw new Problem('not_found')
  return club
}

/** A fee with its payments, read consistently. Throws `not_found` unless it exists and `isVisible` returns true. */
export async function feeDetails(
  playerFeeId: string,
  now: string,
  isVisible: (fee: Fee) => boolean | Promise<boolean> = () => true,
) {
  const organizationId = organizationOf(playerFeeId)
  const [fee, payments, club] = await Promise.all([
    fees.get({ playerFeeId }, { consistent: true }),
    feePayments.of({ playerFeeId }),
    clubOf(organizationId),
  ])
  if (!fee || !(await isVisible(fee))) throw new Problem('not_found')
  const pending = await pendingCentsByFee([fee])
  return {
    comingInCents: pending.get(playerFeeId) ?? 0,
    payers: fee.payers ? await namesOf(playerFeeId, fee.payers) : null,
    ...feeCard(playerFeeId, fee, dayIn(now, club.timezone)),
    ...detailsOf(fee),
    organization: { id: organizationId, name: club.name, timezone: club.timezone },
    payments: (await Promise.all(payments.map((payment) => paymentCard(payment, club.timezone)))).toSorted(
      (a, b) => a.paidOn.localeCompare(b.paidOn) || a.paidAt.localeCompare(b.paidAt),
    ),
  }
}

/** The names of the guardians in one home who are asked to pay its part, without those who no longer pay for the player. */
async function namesOf(playerFeeId: string, payers: readonly string[]): Promise<string[]> {
  const family = guardiansWith(await familyOfFee(playerFeeId), 'pays')
  const found = await profiles.getMany(family.filter(({ userId }) => payers.includes(userId)))
  return found.map((profile) => (profile ? fullName(profile) : ''))
}

const detailsOf = ({ description, absorbs, waived, version, toldAt }: Stored<Fee>) => ({
  toldAt: toldAt ?? null,
  description: description ?? '',
  absorbFees: absorbs ?? false,
  waivedInCents: waived,
  revision: version,
})

async function paymentCard(payment: FeePayment, timezone: string) {
  const { playerFeeId, paymentId, cents, givenBack, how, note, paidAt, paidOn } = payment
  const [returned, disputed, online] = isOnline(payment)
    ? await Promise.all([refunds.of({ paymentId }), disputes.of({ paymentId }), payments.get({ paymentId })])
    : [[], []]
  const sumOf = (...states: Refund['state'][]) =>
    returned
      .filter((each) => each.about === playerFeeId && states.includes(each.state))
      .reduce((sum, each) => sum + each.cents, 0)
  const dispute = disputed.at(-1)
  return {
    paymentId,
    amountInCents: cents,
    givenBackInCents: givenBack,
    how,
    note: note ?? null,
    paidAt,
    paidOn: paidOn ?? dayIn(paidAt, timezone),
    onItsWayInCents: sumOf('wanted', 'processing'),
    refusedInCents: sumOf('refused'),
    takenByBankInCents: chargedBackCents(payment, returned),
    goneBackInCents: returnedCents(payment, returned, ['wanted', 'processing', 'refused']),
    chargebackByHand: online?.provider === 'FLUIDPAY' && !online.isLost,
    dispute: dispute ? { status: dispute.status, dueBy: dispute.dueBy ?? null } : null,
  }
}
