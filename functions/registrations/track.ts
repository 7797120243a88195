import type { registrations as contract } from '#shared/api/registrations.ts'
import { isId, registrationPlayerOf } from '#shared/ids.ts'
import { Problem } from '#shared/problems.ts'
import { csvLine } from '#shared/rules/csv.ts'
import { dayIn } from '#shared/rules/days.ts'
import { fold, isFound, words } from '#shared/rules/folded.ts'
import { fullName } from '#shared/rules/names.ts'
import { fieldsOf } from '#shared/rules/register/answers.ts'
import type { AnswerType, Question } from '#shared/rules/registrations/questions.ts'
import type { Option } from '#shared/rules/registrations/options.ts'
import type { TrackType } from '#shared/rules/registrations/tracking.ts'
import { fileLink } from '../fileLink.ts'
import { newId } from '../newId.ts'
import type { CallOf } from '../serve.ts'
import { cursorAt, positionOf } from '../table/cursor.ts'
import { files } from '../table/files.ts'
import { idsOf, players } from '../table/players.ts'
import { isActive, ownerOf, registrationEntries, type RegistrationEntry } from '../table/registrationEntries.ts'
import { registrationExports, registrationOptions } from '../table/registrations.ts'
import { page as pageOf, pages, type Range, write } from '../table/table.ts'
import { registrationOf, wholeOf } from './registrationOf.ts'

type Api = typeof contract

const pageSize = 10

/** Those that ask nothing. */
export const isTold = (type: AnswerType) => type === 'SECTION_TITLE' || type === 'TEXT_BLOCK'

const typeOf = ({ state }: RegistrationEntry): TrackType =>
  state === 'registered'
    ? 'REGISTERED'
    : state === 'cancelled'
      ? 'CANCELLED'
      : state === 'paying'
        ? 'PAYING'
        : 'WAITING'

type Wanted = { trackType?: TrackType | undefined; filter?: string | undefined }
const wants = ({ trackType, filter = '' }: Wanted) => {
  const query = words(fold(filter))
  return (entry: RegistrationEntry) =>
    (trackType === undefined || typeOf(entry) === trackType) &&
    (query.length === 0 || isFound(words(fold(fullName(entry))), query))
}

/** Those who wait stand in an order of their own; those of them to whom a place is offered among the others. */
function rangesOf(registrationId: string, trackType: TrackType | undefined) {
  const [waiting, rest] = [registrationEntries.waiting({ registrationId }), registrationEntries.of({ registrationId })]
  if (trackType === undefined) return [rest, waiting]
  return trackType === 'WAITING' ? [waiting, rest] : [rest]
}

const lineOf = (entry: RegistrationEntry, options: readonly Option[]) => ({
  registrationPlayerId: registrationPlayerOf(entry.registrationId, entry.playerId),
  playerId: ownerOf(entry),
  firstName: entry.firstName,
  lastName: entry.lastName,
  trackType: typeOf(entry),
  waits: entry.state === 'waiting',
  deposit: entry.deposit ? { cents: entry.deposit.cents, isPaid: entry.deposit.paidAt !== undefined } : null,
  options: entry.optionIds.map((id) => options.find((option) => option.id === id)?.name ?? '–'),
  priceInCents: entry.priceInCents,
  payBy: entry.payBy,
  registeredAt: entry.registeredAt,
})

const optionsOf = async (registrationId: string) => (await registrationOptions.get({ registrationId }))?.options ?? []

/** So many are looked at for a page of which little is as wanted. */
const mostLooked = 5000
/** So many at once, where few of them may be as wanted. */
const mostAtOnce = 300

/**
 * The page after one that was read goes on where that ended: however far that is, it reads no more than its own ten. One that
 * has looked at so many that it stops has fewer than ten, perhaps none, and the next goes on from there.
 */
export async function trackPage({
  params: { registrationId },
  query: { page: asked = '0', after, ...wanted },
}: CallOf<Api, 'GET /rest-api/registration/track/{registrationId}'>) {
  const page = Number(asked)
  const list = `track ${registrationId} ${wanted.trackType ?? ''} ${wanted.filter ?? ''}`
  const position = await positionOf(list, after)
  const before = position ? 0 : page * pageSize
  const [{ whole }, { found, ended }] = await Promise.all([
    wholeOf(registrationId, { consistent: false }),
    entriesFrom(rangesOf(registrationId, wanted.trackType), position, before + pageSize + 1, wanted),
  ])
  const shown = found.slice(before, before + pageSize)
  const goesOn = found.length > before + pageSize ? shown.at(-1)?.position : ended
  const next = await cursorAt(list, goesOn)
  return { page, entries: shown.map(({ entry }) => lineOf(entry, whole.options)), more: next !== null, next }
}

type Position = Record<string, string>

/**
 * So many as are wanted from a position on, each with its own: in which range it lies, and where in it. `ended` is where it
 * stopped because it had looked at so many; undefined when that was all, or as many as wanted were found.
 */
async function entriesFrom(
  ranges: ReturnType<typeof rangesOf>,
  from: Position | undefined,
  count: number,
  wanted: Wanted,
): Promise<{ found: { entry: RegistrationEntry; position: Position }[]; ended: Position | undefined }> {
  const isWanted = wants(wanted)
  const isAll = wanted.trackType === undefined && !wanted.filter
  const { range: first = '0', ...key } = from ?? {}
  const found: { entry: RegistrationEntry; position: Position }[] = []
  let looked = 0
  for (const [i, range] of ranges.entries()) {
    if (i < Number(first)) continue
    let after: Position | undefined = from && i === Number(first) ? key : undefined
    while (looked < mostLooked && found.length < count) {
      const read = await pageOf<RegistrationEntry>({
        ...range,
        limit: isAll ? count - found.length : mostAtOnce,
        after,
      })
      for (const entry of read.rows.filter(isWanted))
        found.push({
          entry,
          position: { range: String(i), ...registrationEntries.key(entry), lsi1sk: entry.place },
        })
      looked += read.rows.length
      after = read.next
      if (!after) break
    }
    if (found.length >= count) break
    // Of a range that was not begun, or not ended.
    if (looked >= mostLooked && (after || i + 1 < ranges.length))
      return { found, ended: after ? { range: String(i), ...after } : { range: String(i + 1) } }
  }
  return { found, ended: undefined }
}

export async function trackTotals({
  params: { registrationId },
}: CallOf<Api, 'GET /rest-api/registration/track/{registrationId}/totals'>) {
  const [{ club }, options, waiting] = await Promise.all([
    registrationOf(registrationId),
    optionsOf(registrationId),
    lengthOf(registrationEntries.waiting({ registrationId })),
  ])
  const days = new Map<string, { registered: number; priceInCents: number }>()
  const taken = new Map<string, number>()
  const counts = { registered: 0, paying: 0, waiting, priceInCents: 0 }
  for await (const part of pages<RegistrationEntry>(registrationEntries.of({ registrationId })))
    for (const entry of part) {
      if (entry.state === 'paying') counts.paying += 1
      if (entry.state === 'offered') counts.waiting += 1
      if (entry.state !== 'registered') continue
      counts.registered += 1
      counts.priceInCents += entry.priceInCents
      const day = dayIn(entry.registeredAt, club.timezone)
      const sum = days.get(day) ?? { registered: 0, priceInCents: 0 }
      days.set(day, { registered: sum.registered + 1, priceInCents: sum.priceInCents + entry.priceInCents })
      for (const id of entry.optionIds) taken.set(id, (taken.get(id) ?? 0) + 1)
    }
  return {
    ...counts,
    days: [...days].map(([day, sums]) => ({ day, ...sums })).toSorted((a, b) => a.day.localeCompare(b.day)),
    options: options.map(({ id, name, places }) => ({ id, name, registered: taken.get(id) ?? 0, places })),
  }
}

async function lengthOf(range: Range): Promise<number> {
  let length = 0
  for await (const part of pages(range)) length += part.length
  return length
}

/** An answer as one text; parts of an address follow their street, a file is named by its id. */
const answerOf = ({ answers }: RegistrationEntry, question: Question): string =>
  fieldsOf(question)
    .flatMap((field) => answers[field] ?? [])
    .join(', ')

/** What was answered; a file by its name, with the address at which it can be opened for some minutes. */
export async function answered(entry: RegistrationEntry, question: Question, now: string) {
  const answer = answerOf(entry, question)
  if (question.answerType !== 'FILE_ATTACHMENT' || !isId('file', answer)) return { answer }
  const file = await files.get({ fileId: answer })
  const isOfEntry = file?.about === registrationPlayerOf(entry.registrationId, entry.playerId)
  return isOfEntry ? { answer: file.name, url: await fileLink({ ...file, fileId: answer }, now) } : { answer: '' }
}

export async function avatarOf(entry: RegistrationEntry, now: string): Promise<string | null> {
  const { avatarId, registrationId, playerId } = entry
  const file = avatarId === undefined ? undefined : await files.get({ fileId: avatarId })
  // Since the player is on the team it is theirs.
  const isTheirs = file?.about === registrationPlayerOf(registrationId, playerId) || file?.about === ownerOf(entry)
  return file && isTheirs ? fileLink(file, now) : null
}

export async function readEntry({
  params: { registrationId },
  query: { playerId },
  now,
}: CallOf<Api, 'GET /rest-api/registration/track/{registrationId}/entry'>) {
  const [{ whole }, entry] = await Promise.all([wholeOf(registrationId), entryFor(registrationId, playerId)])
  if (!entry) throw new Problem('not_found')
  return {
    ...lineOf(entry, whole.options),
    avatar: await avatarOf(entry, now),
    lines: entry.lines,
    reductions: entry.reductions,
    answers: await Promise.all(
      whole.questions
        .filter(({ answerType }) => !isTold(answerType))
        .map(async (question) => ({ question: question.questionTitle, ...(await answered(entry, question, now)) })),
    ),
    signed: entry.signed.map(({ title, name, signedAt }) => ({ title, name, signedAt })),
  }
}

/** By the id under which they were registered; or what a player has under one of before, the place before what is cancelled. */
async function entryFor(registrationId: string, playerId: string): Promise<RegistrationEntry | undefined> {
  const entry = await registrationEntries.get({ registrationId, playerId }, { consistent: true })
  const player = entry ? undefined : await players.get({ playerId })
  if (!player) return entry
  const ids = idsOf(player).map((id) => ({ registrationId, playerId: id }))
  const found = (await registrationEntries.getMany(ids)).filter((each) => each !== undefined)
  return found.find(isActive) ?? found[0]
}

/** So that a spreadsheet reads the file as UTF-8. */
const bom = '\ufeff'

/** All answers are in it: only who manages registrations gets it, and the club's log says who has taken it. */
export async function exportTrack({
  params: { registrationId },
  query,
  stamp,
  now,
}: CallOf<Api, 'GET /rest-api/registration/track/{registrationId}/csv'>) {
  const { whole, club } = await wholeOf(registrationId)
  const exportId = newId('x')
  await write(
    stamp,
    registrationExports.create({ registrationId, exportId, ...(query.trackType && { trackType: query.trackType }) }),
  )
  const questions = whole.questions.filter(({ answerType, standardLabel }) => {
    return !isTold(answerType) && standardLabel !== 'FIRST_NAME' && standardLabel !== 'LAST_NAME'
  })
  const isWanted = wants(query)
  async function* lines() {
    const head = ['First name', 'Last name', 'Status', 'Options', 'Price', 'Paid by', 'Registered']
    yield bom + csvLine([...head, ...questions.map(({ questionTitle }) => questionTitle)])
    for (const range of rangesOf(registrationId, query.trackType))
      for await (const part of pages<RegistrationEntry>(range))
        for (const entry of part.filter(isWanted)) {
          const line = lineOf(entry, whole.options)
          yield csvLine([
            line.firstName,
            line.lastName,
            line.trackType,
            line.options.join(', '),
            (line.priceInCents / 100).toFixed(2),
            line.payBy,
            dayIn(line.registeredAt, club.timezone),
            ...questions.map((question) => answerOf(entry, question)),
          ])
        }
  }
  return { name: `registrations-${dayIn(now, club.timezone)}.csv`, content: lines() }
}
