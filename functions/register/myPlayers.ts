import type { register } from '#shared/api/register.ts'
import { organizationOf, registrationPlayerOf } from '#shared/ids.ts'
import { playersWith } from '#shared/permissions.ts'
import { Problem } from '#shared/problems.ts'
import { pictureUrlOf } from '../media/harmful.ts'
import { homeIn } from '#shared/rules/register/answers.ts'
import { dueFrom, type Part } from '#shared/rules/register/price.ts'
import type { CallOf } from '../serve.ts'
import { optionIdsWithoutDates } from '../table/upcomingDates.ts'
import { files } from '../table/files.ts'
import {
  isActive,
  ownerOf,
  type RegistrationDraft,
  type RegistrationEntry,
  registrationEntries,
} from '../table/registrationEntries.ts'
import { registrationQuestions, registrations } from '../table/registrations.ts'
import { all } from '../table/table.ts'
import { isAnothers } from './acting.ts'
import { filledCard, refilledCard, statusCard, takenOf } from './cards.ts'
import { familyOn } from './family.ts'
import { found } from './found.ts'
import { rateOf, waysFor } from './online.ts'
import { dueOn } from './pricing.ts'

/** The family's players in the club, their drafts, and the status of their entries. */
export async function readMyPlayers({
  params: { registrationId },
  userId,
  me,
  now,
}: CallOf<typeof register, 'GET /rest-api/register/{registrationId}/my-players'>) {
  const [{ access }, registration] = await Promise.all([me, registrations.get({ registrationId })])
  if (!registration || registration.state === 'draft') throw new Problem('not_found')
  const { drafts, entries } = await familyOn(registrationId, access)
  // They act for their own entries, and for those of the other parent once that one no longer acts.
  const acts = await Promise.all(
    entries.map(async (entry) => entry.userId === userId || (isOpen(entry) && !(await isAnothers(entry)))),
  )
  const has = (wanted: RegistrationEntry['state']) => entries.some(({ state }) => state === wanted)
  const reading = has('offered') || has('waiting') ? askedOf(registrationId, now) : undefined
  const [pictures, waiting, taken, asked, over, home] = await Promise.all([
    Promise.all(drafts.map((draft) => pictureOf(draft, now))),
    has('waiting') ? all<RegistrationEntry>(registrationEntries.waiting({ registrationId })) : [],
    has('waiting') ? takenOf(registrationId) : undefined,
    reading,
    has('waiting') ? overOf(registrationId, entries, now, reading) : undefined,
    // Drafts carry the home address themselves.
    drafts.length === 0 ? homeOf(registrationId, userId, entries) : undefined,
  ])
  const signed = [...entries, ...drafts].flatMap((child) =>
    (child.userId === userId ? (child.signed ?? []) : []).map(({ title, text, name, signedAt }) => {
      return { registrationPlayerId: registrationPlayerOf(registrationId, child.playerId), title, text, name, signedAt }
    }),
  )
  const own = playersWith(access, 'pays').filter(({ id }) => organizationOf(id) === organizationOf(registrationId))
  const isOwn = ({ playerId }: RegistrationEntry) => own.some(({ id }) => id === playerId)
  const isKept = (entry: RegistrationEntry) =>
    isKeptFor(userId, entry) && !drafts.some(({ playerId }) => playerId === entry.playerId)
  return {
    signed,
    ...(home && { home }),
    players: own,
    drafts: drafts.map((draft, i) => filledCard(draft, pictures[i] ?? null)),
    registered: entries.map((entry, i) => ({
      ...statusCard(entry, userId, {
        isMine: acts[i] === true,
        waiting,
        ...(taken && { taken }),
        ...(over && { over }),
        ...asked,
      }),
      ...(isKept(entry) && { filled: refilledCard(entry, isOwn(entry)) }),
    })),
  }
}

/** The family's address, as this user gave it last for a child that is registered or waits. */
async function homeOf(registrationId: string, userId: string, entries: readonly RegistrationEntry[]) {
  const own = entries.filter((entry) => entry.userId === userId && isActive(entry))
  const last = own.toSorted((a, b) => a.registeredAt.localeCompare(b.registeredAt)).at(-1)
  const asked = last && (await registrationQuestions.get({ registrationId }))
  return asked && homeIn(asked.questions, last.answers)
}

/** After a child has lost its place, what was filled in is kept for a while, for the user who filled it in only. */
const isKeptFor = (userId: string, entry: RegistrationEntry): boolean =>
  entry.userId === userId && !isActive(entry) && entry.answersGoneAt === undefined && ownerOf(entry) === entry.playerId

/** Something is still to be decided or paid. */
const isOpen = ({ state }: RegistrationEntry): boolean => state !== 'registered' && state !== 'cancelled'

/** What is offered, and how what is due can be paid. */
async function askedOf(registrationId: string, now: string) {
  const registration = await found(registrationId, now)
  const rate = await rateOf(registration)
  const { today } = registration
  return {
    registration,
    waysFor: (priceInCents: number, parts: readonly Part[]) =>
      waysFor(registration, rate, { priceInCents, nowInCents: dueOn(today, dueFrom(parts, today)) }),
  }
}

/** The options with no date left, among those that are waited for. */
async function overOf(
  registrationId: string,
  entries: readonly RegistrationEntry[],
  now: string,
  reading: ReturnType<typeof askedOf> | undefined,
) {
  const wanted = new Set(entries.flatMap(({ state, optionIds }) => (state === 'waiting' ? optionIds : [])))
  const options = (await reading)?.registration.options ?? []
  return optionIdsWithoutDates(
    registrationId,
    options.filter(({ id }) => wanted.has(id)),
    now,
  )
}

async function pictureOf({ avatarId }: RegistrationDraft, now: string): Promise<string | null> {
  const file = avatarId === undefined ? undefined : await files.get({ fileId: avatarId })
  return pictureUrlOf(file, now)
}
