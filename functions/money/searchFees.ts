import type { money } from '#shared/api/money.ts'
import { dayIn } from '#shared/rules/days.ts'
import { type FeeStatus, feeStatusOf, type Owing } from '#shared/rules/fees.ts'
import { fold, matchesText, words } from '#shared/rules/textMatching.ts'
import type { CallOf } from '../serve.ts'
import { cursorAt, positionOf } from '../table/cursor.ts'
import { fees, holderOf, type ListedFee } from '../table/fees.ts'
import { page } from '../table/table.ts'
import type { Stored } from '../table/writes.ts'
import { clubOfUnit, feeCard } from './feeCards.ts'
import { payerNamesOf } from './payerNames.ts'

const pageSize = 50
/** How many fees are read for one page if few match: the page may then be shorter, or empty, without being the last. */
const maxScanned = 1000

type FeeFilter = {
  status?: FeeStatus | undefined
  playerId?: string | undefined
  dueFrom?: string | undefined
  dueTo?: string | undefined
  filter?: string | undefined
}

/** The fees of a team or a club by filter, a page at a time; one query if the filter excludes nothing. */
export async function searchFees({
  params: { orgUnitId },
  query: { cursor, ...wanted },
  now,
}: CallOf<typeof money, 'GET /rest-api/fee/search/{orgUnitId}'>) {
  const { status, playerId, dueFrom, dueTo, filter } = wanted
  const list = `fees of ${orgUnitId} ${JSON.stringify([status, playerId, dueFrom, dueTo, filter])}`
  const [after, club] = await Promise.all([positionOf(list, cursor), clubOfUnit(orgUnitId)])
  const today = dayIn(now, club.timezone)
  const { found, next } = await findPage({ orgUnitId, wanted, today, after })
  const payers = await payerNamesOf(found)
  return {
    fees: found.map((item) => ({
      ...feeCard(fees.idOf(item), item, today),
      onItsWay: item.status === 'coming',
      payers: payers.get(fees.idOf(item)) ?? null,
    })),
    cursor: await cursorAt(list, next),
  }
}

type Search = { orgUnitId: string; wanted: FeeFilter; today: string; after: Record<string, string> | undefined }

async function findPage({ orgUnitId, wanted, today, after }: Search) {
  const range = fees.listOf(orgUnitId, { from: wanted.dueFrom, to: wanted.dueTo })
  const found: Stored<ListedFee>[] = []
  let next = after
  for (let scanned = 0; scanned < maxScanned; ) {
    const batch = await page<ListedFee>({ ...range, limit: scanned === 0 ? pageSize : 4 * pageSize, after: next })
    for (const item of batch.rows) {
      if (!matchesFilter(item, wanted, today)) continue
      if (found.length === pageSize) return { found, next: positionAfter(found.at(-1)) }
      found.push(item)
    }
    next = batch.next
    scanned += batch.rows.length
    if (!next || found.length === pageSize) break
  }
  return { found, next }
}

/** Whether a fee matches the filter; its player is in its key. */
export const matchesFilter = (
  fee: Owing & Pick<ListedFee, 'playerId' | 'status' | 'name'>,
  { status, playerId, filter = '' }: FeeFilter,
  today: string,
): boolean =>
  (status === undefined || feeStatusOf(fee, today) === status) &&
  (playerId === undefined || holderOf(fees.idOf(fee), fee) === playerId) &&
  matchesText(fee.name, words(fold(filter)))

const keyNames = ['pk', 'sk', 'gsi1pk', 'gsi1sk', 'gsi2pk', 'gsi2sk'] as const
/** The cursor after an item: its keys in the table and the index. */
function positionAfter(item: object | undefined): Record<string, string> | undefined {
  const row = item as Record<string, string> | undefined
  const isShort = row && !('gsi2pk' in row)
  const names = keyNames.filter((name) => name.length === 2 || name.startsWith(isShort ? 'gsi1' : 'gsi2'))
  return row && Object.fromEntries(names.flatMap((name) => (row[name] === undefined ? [] : [[name, row[name]]])))
}
