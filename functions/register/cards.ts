import { isId, lastPart, orgUnitOf, registrationPlayerOf } from '#shared/ids.ts'
import type { PayWay } from '#shared/rules/register/carts.ts'
import { sentAddOns } from '#shared/rules/register/choices.ts'
import { type Part, partsAfter } from '#shared/rules/register/price.ts'
import { statusOf, windowOf } from '#shared/rules/registrations/window.ts'
import { pictureUrlOf } from '../media/harmful.ts'
import { chosenNames, optionIdsWithoutDates } from '../table/upcomingDates.ts'
import { files } from '../table/files.ts'
import {
  countNames,
  type EntryId,
  type FilledForm,
  ownerOf,
  type RegistrationEntry,
  registrationCounts,
} from '../table/registrationEntries.ts'
import { shortageNames, type TakenCounts } from '../table/registrationLimits.ts'
import { firstDatesOf } from './dates.ts'
import { type LaunchedRegistration, isClosedByClub } from './launchedRegistration.ts'

const remaining = (limit: number | null, taken: number | undefined) =>
  limit === null ? null : Math.max(0, limit - (taken ?? 0))

/** The head of a registration, as the contract has it. */
export function registrationHead(
  { registrationId, registration, club, country, unitName }: LaunchedRegistration,
  taken: TakenCounts,
  now: string,
) {
  const { name, description, registrationType, isInviteOnly, waitingList, places } = registration
  const { opensAt, closesAt } = windowOf(registration, club.timezone)
  return {
    id: registrationId,
    name,
    description,
    registrationType,
    status: statusOf(registration, club.timezone, now),
    opensAt: opensAt ?? null,
    closesAt: closesAt ?? null,
    organization: { id: club.organizationId, name: club.name, timezone: club.timezone, country },
    orgUnit: { id: orgUnitOf(registrationId), name: unitName },
    isInviteOnly,
    waitingList,
    placesLeft: remaining(places, taken.get(countNames.places)),
  }
}

/** What can be filled in, and how much of it is left. */
export async function registrationForm(found: LaunchedRegistration, taken: TakenCounts, now: string) {
  const { registration, questions, options, addOns, today } = found
  const { siblingDiscount, earlyBird } = registration
  const fileIds = addOns.map(({ fileMetadataId }) => fileMetadataId)
  const [pictures, dates, expiredOptionIds] = await Promise.all([
    pictureUrlsOf(fileIds, now),
    firstDatesOf(found.registrationId, options),
    optionIdsWithoutDates(found.registrationId, options, now),
  ])
  return {
    // The contract has fewer fields: who may read the answers, for example, is not sent.
    questions,
    options: options.map(({ id, name, description, priceInCents, places, eventIds }) => ({
      id,
      name,
      description,
      priceInCents,
      placesLeft: remaining(places, taken.get(countNames.option(id))),
      ...dates(eventIds),
      isOver: expiredOptionIds.has(id),
    })),
    addons: addOns.map(({ places, ...addOn }, i) => ({
      ...addOn,
      left: remaining(places, taken.get(countNames.addOn(addOn.id))),
      pictureUrl: pictures[i] ?? null,
    })),
    siblingPercent: siblingDiscount?.percent ?? null,
    earlyBird: earlyBird && earlyBird.until >= today ? earlyBird : null,
  }
}

/** URLs of pictures, valid for a few minutes. */
async function pictureUrlsOf(ids: readonly (string | null)[], now: string) {
  const wantedFiles = ids.flatMap((fileId) => (fileId === null ? [] : [{ fileId }]))
  const found = new Map(
    (await files.getMany(wantedFiles)).flatMap((file) => (file ? [[file.fileId, file] as const] : [])),
  )
  return Promise.all(
    ids.map(async (fileId) => {
      const file = fileId === null ? undefined : found.get(fileId)
      return pictureUrlOf(file, now)
    }),
  )
}

export const readTakenCounts = (registrationId: string) => registrationCounts.of({ registrationId })

/** What was filled in for a child, as sent. */
export function formCard(draft: EntryId & FilledForm, avatar: string | null) {
  const { registrationId, playerId, isNew, firstName, lastName, optionIds, addOns, answers } = draft
  return {
    registrationPlayerId: registrationPlayerOf(registrationId, playerId),
    playerId: isNew ? ('new_player' as const) : playerId,
    firstName,
    lastName,
    optionIds,
    addOnFormResponses: sentAddOns(addOns),
    answers,
    avatar,
  }
}

/**
 * What was filled in for a child that has lost its place, to prefill the form. `isOwn`: the child has become one of the family's
 * own players. Signatures are sent separately, and files have to be uploaded again.
 */
export function prefilledCard(entry: RegistrationEntry, isOwn: boolean) {
  const signed = new Set(entry.signed.map(({ questionId }) => questionId))
  const isReusable = ([field, values]: [string, string[]]) =>
    !signed.has(field) && !values.some((value) => isId('file', value))
  const answers = Object.fromEntries(Object.entries(entry.answers).filter(isReusable))
  return formCard({ ...entry, isNew: entry.isNew && !isOwn, answers }, null)
}

type StatusOptions = {
  isMine?: boolean
  registration?: LaunchedRegistration
  taken?: TakenCounts
  waiting?: readonly RegistrationEntry[]
  expiredOptionIds?: ReadonlySet<string>
  waysFor?: (priceInCents: number, parts: readonly Part[]) => PayWay[]
}
/**
 * A child's status, for `reader`. `isMine`: the reader acts for the child, even if someone else registered it. `waiting`: the
 * waiting list in order. `taken`: the counts of its `registration`. `expiredOptionIds`: options with no date left. `waysFor`: the ways to pay
 * a price that is due in these parts.
 */
export function statusCard(
  entry: RegistrationEntry,
  reader: string,
  {
    isMine = entry.userId === reader,
    registration,
    taken = new Map(),
    waiting = [],
    expiredOptionIds,
    waysFor,
  }: StatusOptions = {},
) {
  const { registrationId, playerId, firstName, lastName, state, priceInCents, parts, heldUntil, deposit } = entry
  const codeLost = state === 'offered' ? (entry.codeLost ?? null) : null
  const [owedDeposit, paidDeposit] = deposit?.paidAt === undefined ? [deposit?.cents ?? 0, 0] : [0, deposit.cents]
  const positionInList = waiting.findIndex((other) => lastPart(other.playerId) === lastPart(playerId))
  return {
    registrationPlayerId: registrationPlayerOf(registrationId, playerId),
    playerId: ownerOf(entry),
    firstName,
    lastName,
    state,
    isMine,
    isTakenOver: isMine && entry.userId !== reader,
    priceInCents,
    codeLost,
    heldUntil: heldUntil ?? null,
    before: state === 'waiting' && positionInList >= 0 ? positionInList : null,
    lacking: state === 'waiting' && registration ? shortageNames(registration, entry, taken) : [],
    over:
      state === 'waiting' && registration && expiredOptionIds
        ? chosenNames(registration.options, entry, expiredOptionIds)
        : [],
    rests: state === 'waiting' && registration !== undefined && isClosedByClub(registration),
    unpayable:
      state === 'waiting' &&
      waysFor !== undefined &&
      waysFor(priceInCents, partsAfter(paidDeposit, parts)).length === 0,
    depositInCents: deposit?.cents ?? 0,
    isDepositPaid: deposit?.paidAt !== undefined,
    payWays:
      waysFor && state === 'offered'
        ? waysFor(priceInCents, partsAfter(paidDeposit, parts))
        : waysFor && state === 'waiting' && owedDeposit > 0
          ? waysFor(owedDeposit, [{ amountInCents: owedDeposit, dueOn: '' }])
          : [],
  }
}
