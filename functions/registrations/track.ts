import type { registrations as contract } from '#shared/api/registrations.ts'
import { registrationPlayerOf } from '#shared/ids.ts'
import { dayIn } from '#shared/rules/days.ts'
import { fold, matchesText, words } from '#shared/rules/textMatching.ts'
import { fullName } from '#shared/rules/names.ts'
import { questionOf } from '#shared/rules/register/answers.ts'
import type { Option } from '#shared/rules/registrations/options.ts'
import type { TrackType } from '#shared/rules/registrations/tracking.ts'
import { payableNow } from '../providers/payableNow.ts'
import type { CallOf } from '../serve.ts'
import { cursorAt, positionOf } from '../table/cursor.ts'
import { chosenNames, optionIdsWithoutDates } from '../table/upcomingDates.ts'
import {
  isActive,
  ownerOf,
  registrationCounts,
  registrationEntries,
  type RegistrationEntry,
} from '../table/registrationEntries.ts'
import { shortageNames } from '../table/registrationLimits.ts'
import { registrationOptions } from '../table/registrations.ts'
import { page as pageOf, pages } from '../table/table.ts'
import { type Payment, paymentsOf } from './payments.ts'
import { registrationOf, wholeOf } from './registrationOf.ts'

type Api = typeof contract

const pageSize = 10

const typeOf = ({ state }: RegistrationEntry): TrackType =>
  state === 'registered'
    ? 'REGISTERED'
    : state === 'cancelled'
      ? 'CANCELLED'
      : state === 'paying'
        ? 'PAYING'
        : 'WAITING'

type TrackFilter = { trackType?: TrackType | undefined; filter?: string | undefined }
export const trackFilter = ({ trackType, filter = '' }: TrackFilter) => {
  const query = words(fold(filter))
  return (entry: RegistrationEntry) =>
    (trackType === undefined || typeOf(entry) === trackType) && matchesText(fullName(entry), query)
}

/** The ranges to query: the waiting list has its own order; entries with an offered place are among the others. */
export function rangesOf(registrationId: string, trackType: TrackType | undefined) {
  const [waiting, rest] = [registrationEntries.waiting({ registrationId }), registrationEntries.of({ registrationId })]
  if (trackType === undefined) return [rest, waiting]
  return trackType === 'WAITING' ? [waiting, rest] : [rest]
}

export const lineOf = (entry: RegistrationEntry, options: readonly Option[], payment: Payment | null) => ({
  registrationPlayerId: registrationPlayerOf(entry.registrationId, entry.playerId),
  playerId: ownerOf(entry),
  firstName: entry.firstName,
  lastName: entry.lastName,
  trackType: typeOf(entry),
  waits: entry.state === 'waiting',
  offeredUntil: entry.state === 'offered' ? (entry.heldUntil ?? null) : null,
  deposit: entry.deposit ? { cents: entry.deposit.cents, isPaid: entry.deposit.paidAt !== undefined } : null,
  options: entry.optionIds.map((id) => options.find((option) => option.id === id)?.name ?? '–'),
  priceInCents: entry.priceInCents,
  payBy: entry.payBy,
  payment,
  registeredAt: entry.registeredAt,
})

const optionsOf = async (registrationId: string) => (await registrationOptions.get({ registrationId }))?.options ?? []

/** The most entries read for a page when few match. */
const maxScanned = 5000
/** Entries per query when few may match. */
const maxAtOnce = 300

/**
 * A page of entries, which starts where the previous one ended. It stops after a limit of items read, so with a filter it may have fewer
 * than ten entries or none; the next page continues from there.
 */
export async function trackPage({
  params: { registrationId },
  query: { page: pageText = '0', after, ...trackQuery },
  now,
}: CallOf<Api, 'GET /rest-api/registration/track/{registrationId}'>) {
  const page = Number(pageText)
  const list = `track ${registrationId} ${trackQuery.trackType ?? ''} ${trackQuery.filter ?? ''}`
  const position = await positionOf(list, after)
  const skipped = position ? 0 : page * pageSize
  const [{ whole }, { found, ended }] = await Promise.all([
    wholeOf(registrationId, { consistent: false }),
    entriesFrom(rangesOf(registrationId, trackQuery.trackType), position, skipped + pageSize + 1, trackQuery),
  ])
  const pageEntries = found.slice(skipped, skipped + pageSize)
  const nextPosition = found.length > skipped + pageSize ? pageEntries.at(-1)?.position : ended
  const waiting = pageEntries.flatMap(({ entry }) => (entry.state === 'waiting' ? [entry] : []))
  const waitingOptions = whole.options.filter(({ id }) => waiting.some(({ optionIds }) => optionIds.includes(id)))
  const [next, payments, takenCounts, over, isPayable] = await Promise.all([
    cursorAt(list, nextPosition),
    paymentsOf(pageEntries.map(({ entry }) => entry)),
    waiting.length > 0 ? registrationCounts.of({ registrationId }) : undefined,
    optionIdsWithoutDates(registrationId, waitingOptions, now),
    waiting.length > 0 ? payableNow(whole.registration) : undefined,
  ])
  const entries = pageEntries.map(({ entry }, i) => ({
    ...lineOf(entry, whole.options, payments[i] ?? null),
    lacking:
      takenCounts && entry.state === 'waiting' ? shortageNames({ ...whole, registrationId }, entry, takenCounts) : [],
    over: entry.state === 'waiting' ? chosenNames(whole.options, entry, over) : [],
    unpayable: entry.state === 'waiting' && isPayable !== undefined && !isPayable(entry.priceInCents),
  }))
  return { page, entries, more: next !== null, next }
}

type Position = Record<string, string>

/**
 * Up to `count` matching entries from a position on, each with its own position: the range, and the key in it. `ended` is where
 * reading stopped at the limit; undefined if everything was read, or enough was found.
 */
async function entriesFrom(
  ranges: ReturnType<typeof rangesOf>,
  from: Position | undefined,
  count: number,
  trackQuery: TrackFilter,
): Promise<{ found: { entry: RegistrationEntry; position: Position }[]; ended: Position | undefined }> {
  const isWanted = trackFilter(trackQuery)
  const isUnfiltered = trackQuery.trackType === undefined && !trackQuery.filter
  const { range: firstRange = '0', ...key } = from ?? {}
  const found: { entry: RegistrationEntry; position: Position }[] = []
  let scanned = 0
  for (const [i, range] of ranges.entries()) {
    if (i < Number(firstRange)) continue
    let after: Position | undefined = from && i === Number(firstRange) ? key : undefined
    while (scanned < maxScanned && found.length < count) {
      const batch = await pageOf<RegistrationEntry>({
        ...range,
        limit: isUnfiltered ? count - found.length : maxAtOnce,
        after,
      })
      for (const entry of batch.rows.filter(isWanted))
        found.push({
          entry,
          position: { range: String(i), ...registrationEntries.key(entry), lsi1sk: entry.place },
        })
      scanned += batch.rows.length
      after = batch.next
      if (!after) break
    }
    if (found.length >= count) break
    // A range that was not started, or not finished.
    if (scanned >= maxScanned && (after || i + 1 < ranges.length))
      return { found, ended: after ? { range: String(i), ...after } : { range: String(i + 1) } }
  }
  return { found, ended: undefined }
}

export async function trackTotals({
  params: { registrationId },
}: CallOf<Api, 'GET /rest-api/registration/track/{registrationId}/totals'>) {
  const answerCounts = new Map<string, number>()
  const [{ club }, options, waiting] = await Promise.all([
    registrationOf(registrationId),
    optionsOf(registrationId),
    countWaiting(registrationId, answerCounts),
  ])
  const days = new Map<string, { registered: number; priceInCents: number }>()
  const takenCounts = new Map<string, number>()
  const counts = { registered: 0, paying: 0, waiting, priceInCents: 0 }
  for await (const part of pages<RegistrationEntry>(registrationEntries.of({ registrationId })))
    for (const entry of part) {
      countAnswers(entry, answerCounts)
      if (entry.state === 'paying') counts.paying += 1
      if (entry.state === 'offered') counts.waiting += 1
      if (entry.state !== 'registered') continue
      counts.registered += 1
      counts.priceInCents += entry.priceInCents
      const day = dayIn(entry.registeredAt, club.timezone)
      const sum = days.get(day) ?? { registered: 0, priceInCents: 0 }
      days.set(day, { registered: sum.registered + 1, priceInCents: sum.priceInCents + entry.priceInCents })
      for (const id of entry.optionIds) takenCounts.set(id, (takenCounts.get(id) ?? 0) + 1)
    }
  return {
    ...counts,
    days: [...days].map(([day, sums]) => ({ day, ...sums })).toSorted((a, b) => a.day.localeCompare(b.day)),
    options: options.map(({ id, name, places }) => ({ id, name, registered: takenCounts.get(id) ?? 0, places })),
    answered: [...answerCounts].map(([questionId, players]) => ({ questionId, players })),
  }
}

async function countWaiting(registrationId: string, answerCounts: Map<string, number>): Promise<number> {
  let waiting = 0
  for await (const part of pages<RegistrationEntry>(registrationEntries.waiting({ registrationId }))) {
    waiting += part.length
    for (const entry of part) countAnswers(entry, answerCounts)
  }
  return waiting
}

/** Text signed once for siblings counts as answered for each of them. */
function countAnswers(entry: RegistrationEntry, answerCounts: Map<string, number>): void {
  if (!isActive(entry)) return
  const signed = entry.signed.map(({ questionId }) => questionId)
  for (const id of new Set([...Object.keys(entry.answers).map(questionOf), ...signed]))
    answerCounts.set(id, (answerCounts.get(id) ?? 0) + 1)
}
