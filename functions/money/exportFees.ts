import type { money } from '#shared/api/money.ts'
import { organizationOf, playerOf, teamOf } from '#shared/ids.ts'
import { csvHead, csvLine, decimals } from '#shared/rules/csv.ts'
import { dayIn } from '#shared/rules/days.ts'
import { type FeeStatus, feeStatusOf, outstandingOf } from '#shared/rules/fees.ts'
import type { Said } from '../mail/say.ts'
import { sayToCaller } from '../mail/sayTo.ts'
import type { CallOf } from '../serve.ts'
import { chunks } from '../table/chunks.ts'
import { type FeePayment, feePayments, fees, holderOf, type ListedFee } from '../table/fees.ts'
import { pages } from '../table/table.ts'
import { organizationTeams } from '../table/teams.ts'
import { clubWith } from './feeCards.ts'
import { howText, rawHow } from './howText.ts'
import { payersOf } from './payersOf.ts'
import { isWanted } from './searchFees.ts'

const heads: readonly Said[] = [
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
  ['Asked of', 'Se pide a'],
  ['How it was paid', 'Cómo se pagó'],
  ['Paid on', 'Pagado el'],
]
/** As the list of fees calls them. */
const statuses: Record<FeeStatus, Said> = {
  UNPAID: ['Unpaid', 'Sin pagar'],
  LATE: ['Late', 'Vencida'],
  PARTIAL: ['Paid in part', 'Pagada en parte'],
  PAID: ['Paid', 'Pagada'],
  WAIVED: ['Waived', 'Condonada'],
  CANCELLED: ['Cancelled', 'Cancelada'],
}

/** The fees as a table, in the order of the list. */
export async function exportFees({
  params: { orgUnitId },
  query,
  userId,
  token,
  now,
}: CallOf<typeof money, 'GET /rest-api/fee/export/{orgUnitId}'>) {
  const organizationId = organizationOf(orgUnitId)
  const [club, teams, say] = await Promise.all([
    clubWith(orgUnitId),
    organizationTeams.of({ organizationId }, { consistent: false }),
    sayToCaller({ userId, token }),
  ])
  const today = dayIn(now, club.timezone)
  const nameOf = new Map(teams.map(({ teamId, name }) => [teamId, name]))
  async function* lines() {
    yield csvHead(heads.map((head) => say(...head)))
    for await (const rows of pages<ListedFee>(fees.listOf(orgUnitId, { from: query.dueFrom, to: query.dueTo }))) {
      const wanted = rows.filter((row) => isWanted(row, query, today))
      const [payers, payments] = await Promise.all([payersOf(wanted), paymentsOf(wanted, club.timezone)])
      for (const fee of wanted) {
        const id = fees.idOf(fee)
        const paid = payments.get(id) ?? []
        const means = paid.map(({ how, note }) =>
          token.club === undefined ? howText(how, note, say) : rawHow(how, note),
        )
        yield csvLine([
          fee.firstName,
          fee.lastName,
          nameOf.get(teamOf(id) ?? ''),
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
          means.join(', '),
          paid.map(({ day }) => day).join(', '),
        ])
      }
    }
  }
  return { name: `fees-${today}.csv`, content: lines() }
}

/** The payments of so many players are read at once. */
const atOnce = 25
type Paid = FeePayment & { day: string }

/**
 * What was paid on each fee and has not gone back, in the order of its days: as a fee shows it to who keeps the money. Who has paid it
 * online is shown to nobody.
 */
async function paymentsOf(listed: readonly ListedFee[], timezone: string): Promise<ReadonlyMap<string, Paid[]>> {
  const paid = listed.filter((fee) => fee.paid > 0).map((fee) => playerOf(fees.idOf(fee)))
  const found: Paid[] = []
  for (const some of chunks([...new Set(paid)], atOnce)) {
    const each = await Promise.all(some.map((playerId) => feePayments.ofPlayer(playerId)))
    const kept = each.flat().filter(({ cents, givenBack }) => givenBack < cents)
    found.push(...kept.map((payment) => ({ ...payment, day: payment.paidOn ?? dayIn(payment.paidAt, timezone) })))
  }
  const ordered = found.toSorted((a, b) => a.day.localeCompare(b.day) || a.paidAt.localeCompare(b.paidAt))
  return Map.groupBy(ordered, ({ playerFeeId }) => playerFeeId)
}
