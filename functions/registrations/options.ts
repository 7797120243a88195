import type { registrations as contract } from '#shared/api/registrations.ts'
import { orgUnitOf, teamOf } from '#shared/ids.ts'
import { faultAt, Problem } from '#shared/problems.ts'
import { isBelowFee, isNameTaken, maxOptions, type Option, optionFaults } from '#shared/rules/registrations/options.ts'
import { refuseFaults } from '../http/refuseFaults.ts'
import type { CallOf } from '../serve.ts'
import { events } from '../table/events.ts'
import type { Organization } from '../table/organizations.ts'
import { registrationCounts, countNames } from '../table/registrationEntries.ts'
import { type Registration, registrationOptions, type Revised } from '../table/registrations.ts'
import { retryOnConflict, write } from '../table/table.ts'
import type { Stamp } from '../table/writes.ts'
import { eventCard } from './optionEvents.ts'
import { rateOf } from './questions.ts'
import { reachWrites } from './reachOf.ts'
import { registrationOf } from './registrationOf.ts'
import { addPart, replacePart, removePart, withRevisions } from './parts.ts'
import { requireUnchosen } from './unchosen.ts'
import { whilePayable } from './waysToPay.ts'

type Api = typeof contract

export async function readOptions({
  params: { registrationId },
}: CallOf<Api, 'GET /rest-api/registration/event-options/{registrationId}/summary'>) {
  const [, stored, takenCounts] = await Promise.all([
    registrationOf(registrationId),
    registrationOptions.get({ registrationId }, { consistent: true }),
    registrationCounts.of({ registrationId }),
  ])
  const options = stored?.options ?? []
  const eventIds = [...new Set(options.flatMap((option) => option.eventIds))]
  const eventRows = await events.getMany(eventIds.map((eventId) => ({ eventId })))
  // Older options are stored in the order in which their events were chosen.
  const sortedEvents = eventRows.flatMap((event) => event ?? []).toSorted((a, b) => a.start.localeCompare(b.start))
  return {
    options: withRevisions(options).map((option) => ({
      ...option,
      taken: takenCounts.get(countNames.option(option.id)) ?? 0,
    })),
    events: sortedEvents.map(eventCard),
  }
}

type SubmittedOption = Omit<Option, 'id'>

export const addOption = ({
  params: { registrationId },
  body,
  stamp,
}: CallOf<Api, 'POST /rest-api/registration/event-options/{registrationId}'>) =>
  change(stamp, registrationId, {
    submitted: body,
    next: (before, { sortEvents }) => addPart(before, sortEvents(body), maxOptions, 'name'),
  })

export const changeOption = ({
  params: { registrationId, optionId: id },
  body: { revision, ...body },
  stamp,
}: CallOf<Api, 'PUT /rest-api/registration/event-options/{registrationId}/{optionId}'>) =>
  change(stamp, registrationId, {
    submitted: { ...body, id },
    next: (before, { sortEvents }) => replacePart(before, sortEvents({ ...body, id }), revision),
  })

/** Removes an option; not the last one of a launched registration. */
export const removeOption = ({
  params: { registrationId, optionId },
  stamp,
}: CallOf<Api, 'DELETE /rest-api/registration/event-options/{registrationId}/{optionId}'>) =>
  change(stamp, registrationId, {
    removedId: optionId,
    next: (before, { registration: { state } }) => {
      const options = removePart(before, optionId)
      if (options.length === 0 && state !== 'draft') throw new Problem('last_option')
      return options
    },
  })

type Change = {
  submitted?: SubmittedOption & { id: string }
  removedId?: string
  /** The new list; undefined if the changed part was changed by someone else meanwhile. */
  next: (before: readonly Revised<Option>[], about: ChangeContext) => readonly Revised<Option>[] | undefined
}
/** `sortEvents`: gives the option with its events in order of time. */
type ChangeContext = { registration: Registration; sortEvents: (option: Option) => Option }

/** All options are in one item: of two with the same name saved at once, the second is refused. */
async function change(stamp: Stamp, registrationId: string, { submitted, removedId, next }: Change) {
  const { registration, club } = await registrationOf(registrationId)
  if (submitted) {
    refuseFaults(optionFaults(submitted, registration.registrationType))
    await refuseBelowFee(submitted, registration, club)
  }
  const eventIds = submitted && (await sortByTime(registrationId, submitted.eventIds))
  const sortEvents = (option: Option) => ({ ...option, ...(eventIds && { eventIds }) })
  const savedOptions = await retryOnConflict(async () => {
    const stored = await registrationOptions.get({ registrationId }, { consistent: true })
    const before = stored?.options ?? []
    const after = next(before, { registration, sortEvents })
    if (!after) return undefined
    const options = [...after]
    if (submitted && isNameTaken(options, submitted)) throw new Problem('REGISTRATION_EVENT_OPTION_NAME_EXISTS')
    await write(
      stamp,
      registrationOptions.save(stored, { registrationId, options }),
      ...(await reachWrites(registration, before, submitted && options.find(({ id }) => id === submitted.id))),
      ...(removedId === undefined ? [] : await requireUnchosen(registration, 'option', removedId)),
      ...(await whilePayable(registrationId, { options: before }, { options })),
    )
    return options
  })
  if (!savedOptions) throw new Problem('conflict')
  return { options: withRevisions(savedOptions) }
}

/** If it is paid online, the fees taken of a price must not exceed it. */
async function refuseBelowFee(
  { priceInCents }: SubmittedOption,
  registration: Registration,
  club: Organization,
): Promise<void> {
  const { acceptPayments, absorbFees } = registration
  if (acceptPayments && isBelowFee(priceInCents, await rateOf(club, registration), absorbFees))
    throw new Problem('REGISTRATION_PRICE_LOWER_THAN_REGISTRATION_FEE')
}

/**
 * A team's registration can only have that team's events; a club's those of any of its teams. They are stored in order of time,
 * as families are shown the first ones.
 */
async function sortByTime(registrationId: string, eventIds: readonly string[]): Promise<string[]> {
  const unit = orgUnitOf(registrationId)
  const eventRows = await events.getMany(eventIds.map((eventId) => ({ eventId })))
  const isOwn = (id: string) => teamOf(registrationId) === undefined || orgUnitOf(id) === unit
  if (!eventIds.every((id, i) => isOwn(id) && eventRows[i]))
    throw new Problem('bad_request', [faultAt('eventIds', 'invalid')])
  const starts = new Map(eventRows.flatMap((event) => (event ? [[event.eventId, event.start] as const] : [])))
  return eventIds.toSorted((a, b) => (starts.get(a) ?? '').localeCompare(starts.get(b) ?? ''))
}
