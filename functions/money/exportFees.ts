import type { money } from '#shared/api/money.ts'
import { organizationOf, playerOf, teamOf } from '#shared/ids.ts'
import { csvHead, csvLine, decimals } from '#shared/rules/csv.ts'
import { dayIn } from '#shared/rules/days.ts'
import { type FeeStatus, feeStatusOf, outstandingOf } from '#shared/rules/fees.ts'
import type { BilingualText } from '../mail/say.ts'
import { sayToCaller } from '../mail/sayTo.ts'
import type { CallOf } from '../serve.ts'
import { chunks } from '../table/chunks.ts'
import { type FeePayment, feePayments, fees, holderOf, type ListedFee } from '../table/fees.ts'
import { all, pages } from '../table/table.ts'
import { organizationTeams } from '../table/teams.ts'
import { clubOfUnit } from './feeCards.ts'
import { methodText, methodCode } from './methodText.ts'
import { payerNamesOf } from './payerNames.ts'
import { matchesFilter } from './searchFees.ts'

const heads: readonly BilingualText[] = [
  ['First name', 'Nombre'],
  ['Last name', 'Apellidos'],
  ['Team', 'Equipo'],
  ['Fee', 'Cuota'],
  ['Status', 'Estado'],
  ['Due', 'Vence'],
  ['Amount', 'Importe'],
  ['Paid', 'Pagado'],
  ['Waived', 'Condonado'],
  ['Open', 'Pendiente'],
  ['Player', 'Id del jugador'],
  ['On its way', 'En camino'],
  ['Payers', 'Se pide a'],
  ['How it was paid', 'Cómo se pagó'],
  ['Paid on', 'Pagado el'],
]
/** The names used in the list of fees. */
const statuses: Record<FeeStatus, BilingualText> = {
  UNPAID: ['Unpaid', 'Sin pagar'],
  LATE: ['Late', 'Vencida'],
  PARTIAL: ['Partly paid', 'Pagada en parte'],
  PAID: ['Paid', 'Pagada'],
  WAIVED: ['Waived', 'Condonada'],
  CANCELLED: ['Cancelled', 'Cancelada'],
}

/** The fees as CSV, in the order of the list. */
export async function exportFees({
  params: { orgUnitId },
  query,
  userId,
  token,
  now,
}: CallOf<typeof money, 'GET /rest-api/fee/export/{orgUnitId}'>) {
  const organizationId = organizationOf(orgUnitId)
  const [club, teams, say] = await Promise.all([
    clubOfUnit(orgUnitId),
    organizationTeams.of({ organizationId }, { consistent: false }),
    sayToCaller({ userId, token }),
  ])
  const today = dayIn(now, club.timezone)
  const teamNames = new Map(teams.map(({ teamId, name }) => [teamId, name]))
  const paymentsOf = paymentsIn(orgUnitId)
  async function* lines() {
    yield csvHead(heads.map((head) => say(...head)))
    for await (const rows of pages<ListedFee>(fees.listOf(orgUnitId, { from: query.dueFrom, to: query.dueTo }))) {
      const matchingFees = rows.filter((row) => matchesFilter(row, query, today))
      const [payers, paymentsOn] = await Promise.all([payerNamesOf(matchingFees), paymentsOf(matchingFees)])
      for (const fee of matchingFees) {
        const id = fees.idOf(fee)
        const paid = unreturnedPayments(paymentsOn(id), club.timezone)
        const methods = paid.map(({ how, note }) =>
          token.club === undefined ? methodText(how, note, say) : methodCode(how, note),
        )
        yield csvLine([
          fee.firstName,
          fee.lastName,
          teamNames.get(teamOf(id) ?? ''),
          fee.name,
          token.club === undefined ? say(...statuses[feeStatusOf(fee, today)]) : feeStatusOf(fee, today),
          fee.dueOn,
          decimals(fee.amount),
          decimals(fee.paid),
          decimals(fee.waived),
          decimals(outstandingOf(fee)),
          holderOf(id, fee),
          decimals(fee.status === 'coming' ? outstandingOf(fee) : 0),
          payers.get(id)?.join(', '),
          methods.join(', '),
          paid.map(({ day }) => day).join(', '),
        ])
      }
    }
  }
  return { name: `fees-${today}.csv`, content: lines() }
}

/**
 * Payments of up to this many players are read individually and concurrently; for more, all payments of the team or club are
 * read.
 */
const maxPlayersReadSingly = 25
type PaymentsOn = (playerFeeId: string) => readonly FeePayment[] | undefined
const byFee = (payments: readonly FeePayment[]): ReadonlyMap<string, readonly FeePayment[]> =>
  Map.groupBy(payments, ({ playerFeeId }) => playerFeeId)

/** Reads the payments of a page of fees. The payments of the whole unit are read at most once, for all pages. */
function paymentsIn(orgUnitId: string): (listed: readonly ListedFee[]) => Promise<PaymentsOn> {
  let unitPayments: Promise<ReturnType<typeof byFee>> | undefined
  return async (listed) => {
    const paid = listed.filter((fee) => fee.paid > 0).map((fee) => ({ ...fee, id: fees.idOf(fee) }))
    const isMany = new Set(paid.map(({ id }) => playerOf(id))).size > maxPlayersReadSingly
    const fromIndex = isMany
      ? await (unitPayments ??= all<FeePayment>(feePayments.ofUnit(orgUnitId)).then(byFee))
      : undefined
    // The index lacks payments from before it existed, and the latest ones: then its sum is less than what was paid.
    const incomplete = paid.filter((fee) => sumOf(fromIndex?.get(fee.id)) !== fee.paid)
    const readPayments: FeePayment[] = []
    for (const chunk of chunks([...new Set(incomplete.map(({ id }) => playerOf(id)))], maxPlayersReadSingly))
      readPayments.push(...(await Promise.all(chunk.map((playerId) => feePayments.ofPlayer(playerId)))).flat())
    const ownByFee = byFee(readPayments)
    return (playerFeeId) => ownByFee.get(playerFeeId) ?? fromIndex?.get(playerFeeId)
  }
}

const sumOf = (payments: readonly FeePayment[] = []) =>
  payments.reduce((sum, { cents, givenBack }) => sum + cents - givenBack, 0)

/**
 * The payments on a fee that were not returned, by day, as a fee shows them to treasurers. The payer of an online payment is not
 * shown.
 */
const unreturnedPayments = (payments: readonly FeePayment[] = [], timezone: string) =>
  payments
    .filter(({ cents, givenBack }) => givenBack < cents)
    .map((payment) => ({ ...payment, day: payment.paidOn ?? dayIn(payment.paidAt, timezone) }))
    .toSorted((a, b) => a.day.localeCompare(b.day) || a.paidAt.localeCompare(b.paidAt))
