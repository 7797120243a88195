import type { register } from '#shared/api/register.ts'
import { organizationOf, registrationPlayerOf } from '#shared/ids.ts'
import { playersWith } from '#shared/permissions.ts'
import { Problem } from '#shared/problems.ts'
import { pictureUrlOf } from '../media/harmful.ts'
import { familyAnswers } from '#shared/rules/register/answers.ts'
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
import { isRegistrarActing } from './acting.ts'
import { formCard, prefilledCard, statusCard, readTakenCounts } from './cards.ts'
import { readFamilyState } from './family.ts'
import { readLaunched } from './launchedRegistration.ts'
import { rateOf, payWaysOf } from './payWays.ts'
import { amountDueOn } from './pricing.ts'

/** The family's players in the club, their drafts, and the status of their entries. */
export async function readMyPlayers({
  params: { registrationId },
  userId,
  me,
  now,
}: CallOf<typeof register, 'GET /rest-api/register/{registrationId}/my-players'>) {
  const [{ access }, registration] = await Promise.all([me, registrations.get({ registrationId })])
  if (!registration || registration.state === 'draft') throw new Problem('not_found')
  const { drafts, entries } = await readFamilyState(registrationId, access)
  // They act for their own entries, and for those of the other parent once that one no longer acts.
  const canAct = await Promise.all(
    entries.map(async (entry) => entry.userId === userId || (isUndecided(entry) && !(await isRegistrarActing(entry)))),
  )
  const hasState = (wantedState: RegistrationEntry['state']) => entries.some(({ state }) => state === wantedState)
  const offerRead = hasState('offered') || hasState('waiting') ? readOffer(registrationId, now) : undefined
  const [pictures, waiting, taken, offer, expiredOptionIds, home] = await Promise.all([
    Promise.all(drafts.map((draft) => pictureOf(draft, now))),
    hasState('waiting') ? all<RegistrationEntry>(registrationEntries.waiting({ registrationId })) : [],
    hasState('waiting') ? readTakenCounts(registrationId) : undefined,
    offerRead,
    hasState('waiting') ? readExpiredOptionIds(registrationId, entries, now, offerRead) : undefined,
    // Drafts carry the home address themselves.
    drafts.length === 0 ? lastHomeOf(registrationId, userId, entries) : undefined,
  ])
  const signed = [...entries, ...drafts].flatMap((child) =>
    (child.userId === userId ? (child.signed ?? []) : []).map(({ title, text, name, signedAt }) => {
      return { registrationPlayerId: registrationPlayerOf(registrationId, child.playerId), title, text, name, signedAt }
    }),
  )
  const ownPlayers = playersWith(access, 'pays').filter(
    ({ id }) => organizationOf(id) === organizationOf(registrationId),
  )
  const isOwn = ({ playerId }: RegistrationEntry) => ownPlayers.some(({ id }) => id === playerId)
  const isRefillable = (entry: RegistrationEntry) =>
    isRefillableFor(userId, entry) && !drafts.some(({ playerId }) => playerId === entry.playerId)
  return {
    signed,
    ...(home && { home }),
    players: ownPlayers,
    drafts: drafts.map((draft, i) => formCard(draft, pictures[i] ?? null)),
    registered: entries.map((entry, i) => ({
      ...statusCard(entry, userId, {
        isMine: canAct[i] === true,
        waiting,
        ...(taken && { taken }),
        ...(expiredOptionIds && { expiredOptionIds }),
        ...offer,
      }),
      ...(isRefillable(entry) && { filled: prefilledCard(entry, isOwn(entry)) }),
    })),
  }
}

/** The family's address, as this user gave it last for a child that is registered or waits. */
async function lastHomeOf(registrationId: string, userId: string, entries: readonly RegistrationEntry[]) {
  const ownEntries = entries.filter((entry) => entry.userId === userId && isActive(entry))
  const lastEntry = ownEntries.toSorted((a, b) => a.registeredAt.localeCompare(b.registeredAt)).at(-1)
  const questionsRow = lastEntry && (await registrationQuestions.get({ registrationId }))
  return questionsRow && familyAnswers(questionsRow.questions, lastEntry.answers)
}

/** After a child has lost its place, what was filled in is kept for a while, for the user who filled it in only. */
const isRefillableFor = (userId: string, entry: RegistrationEntry): boolean =>
  entry.userId === userId && !isActive(entry) && entry.answersGoneAt === undefined && ownerOf(entry) === entry.playerId

/** Something is still to be decided or paid. */
const isUndecided = ({ state }: RegistrationEntry): boolean => state !== 'registered' && state !== 'cancelled'

/** What is offered, and how what is due can be paid. */
async function readOffer(registrationId: string, now: string) {
  const registration = await readLaunched(registrationId, now)
  const rate = await rateOf(registration)
  const { today } = registration
  return {
    registration,
    waysFor: (priceInCents: number, parts: readonly Part[]) =>
      payWaysOf(registration, rate, { priceInCents, nowInCents: amountDueOn(today, dueFrom(parts, today)) }),
  }
}

/** The options with no date left, among those that are waited for. */
async function readExpiredOptionIds(
  registrationId: string,
  entries: readonly RegistrationEntry[],
  now: string,
  offerRead: ReturnType<typeof readOffer> | undefined,
) {
  const waitedIds = new Set(entries.flatMap(({ state, optionIds }) => (state === 'waiting' ? optionIds : [])))
  const options = (await offerRead)?.registration.options ?? []
  return optionIdsWithoutDates(
    registrationId,
    options.filter(({ id }) => waitedIds.has(id)),
    now,
  )
}

async function pictureOf({ avatarId }: RegistrationDraft, now: string): Promise<string | null> {
  const file = avatarId === undefined ? undefined : await files.get({ fileId: avatarId })
  return pictureUrlOf(file, now)
}
