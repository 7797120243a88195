import type { registrations as contract } from '#shared/api/registrations.ts'
import { Problem } from '#shared/problems.ts'
import { launchFaults } from '#shared/rules/registrations/launch.ts'
import { draftFaults, momentIn, setupFaults } from '#shared/rules/registrations/registration.ts'
import { statusOf } from '#shared/rules/registrations/window.ts'
import { withSentence } from '#shared/sentences.ts'
import { refuseFaults } from '../http/refuseFaults.ts'
import type { CallOf } from '../serve.ts'
import type { Organization } from '../table/organizations.ts'
import {
  type Registration,
  registrationOptions,
  registrationQuestions,
  registrations,
  type WholeRegistration,
} from '../table/registrations.ts'
import { retryOnConflict, update, write } from '../table/table.ts'
import { ifUnchanged, type Stored } from '../table/writes.ts'
import { rateOf } from './questions.ts'
import { registrationOf, wholeOf } from './registrationOf.ts'
import { setupOf } from './setup.ts'

type Api = typeof contract

const datesOf = ({ launchDate, launchTime, closeDate, closeTime }: Registration) => ({
  launchDate,
  launchTime,
  closeDate,
  closeTime,
})

async function missingIn(whole: WholeRegistration, club: Organization, now: string) {
  const { registration } = whole
  const { registrationType, mainPaymentAccountId } = registration
  const rate = await rateOf(club, registration)
  const checkedRegistration = { ...whole, setup: setupOf(registration), registrationType, mainPaymentAccountId, rate }
  // A closing day in the past would launch it closed, even if it was valid when chosen.
  const storedDates = registration.state === 'draft' ? { ...registration, closeDate: null } : registration
  return launchFaults(checkedRegistration, { ...momentIn(now, club.timezone), savedSetup: storedDates })
}

export async function readLaunch({
  params: { registrationId },
  now,
}: CallOf<Api, 'GET /rest-api/registration/launch/{registrationId}/summary'>) {
  const { whole, club } = await wholeOf(registrationId)
  const { registration, questions, options, addOns, promoCodes, installments } = whole
  return {
    name: registration.name,
    registrationStatus: statusOf(registration, club.timezone, now),
    dates: datesOf(registration),
    places: registration.places,
    isInviteOnly: registration.isInviteOnly,
    questions: questions.length,
    options: options.map(({ id, name, priceInCents }) => ({ id, name, priceInCents })),
    addOns: addOns.length,
    promoCodes: promoCodes.length,
    installments: installments.paymentPlanEnabled ? installments.items.length : 0,
    tags: registration.tags.map(({ name }) => name),
    missing: (await missingIn(whole, club, now)).map(({ step, at, fault: { code, limit } }) => ({
      step,
      at,
      code,
      message: withSentence({ at, code, ...(limit !== undefined && { limit }) }).message,
      limit: limit ?? null,
    })),
    revision: registration.version,
  }
}

const statusCard = (updated: Stored<Registration>, { timezone }: Organization, now: string) => ({
  registrationStatus: statusOf(updated, timezone, now),
  revision: updated.version,
})

export async function draftLaunch({
  params: { registrationId },
  body: { revision, ...dates },
  stamp,
}: CallOf<Api, 'POST /rest-api/registration/launch/{registrationId}/draft'>) {
  const { registration, club } = await registrationOf(registrationId)
  const setup = { ...setupOf(registration), ...dates }
  refuseFaults(draftFaults(setup, { ...momentIn(stamp.at, club.timezone), savedSetup: registration }))
  const updated = await update(
    stamp,
    registrations.change({ registrationId }, { set: dates, when: [['version', '=', revision]] }),
  )
  return statusCard(updated, club, stamp.at)
}

/** Launches a registration after validating it as a whole: settings of one step may contradict those of another. */
export async function launchRegistration({
  params: { registrationId },
  body: { revision, ...dates },
  stamp,
}: CallOf<Api, 'POST /rest-api/registration/launch/{registrationId}'>) {
  const { whole, club } = await wholeOf(registrationId)
  if (whole.registration.state !== 'draft') throw new Problem('registration_launched')
  const launched = { ...whole, registration: { ...whole.registration, ...dates } }
  const missing = await missingIn(launched, club, stamp.at)
  refuseFaults(Object.fromEntries(missing.map(({ at, fault }) => [at, fault])))
  const set = { ...dates, state: 'launched', launchedAt: stamp.at } as const
  // What was checked must not change meanwhile: nobody may remove the last option, for example.
  const { registration, questionsRevision, optionsRevision } = whole
  await write(
    stamp,
    registrations.change({ registrationId }, { set, when: [['version', '=', revision]] }),
    registrationQuestions.check({ registrationId }, [['version', '=', questionsRevision]]),
    registrationOptions.check({ registrationId }, [['version', '=', optionsRevision]]),
  )
  return statusCard({ ...registration, ...set, version: revision + 1 }, club, stamp.at)
}

/** Closes a registration. Idempotent. */
export const closeRegistration = ({
  params: { registrationId },
  stamp,
}: CallOf<Api, 'POST /rest-api/registration/launch/{registrationId}/close'>) =>
  retryOnConflict(async () => {
    const { registration, club } = await registrationOf(registrationId)
    if (registration.state === 'draft') throw new Problem('registration_not_launched')
    const when = ifUnchanged(registration)
    const updated = await update(stamp, registrations.change({ registrationId }, { set: { state: 'closed' }, when }))
    return statusCard(updated, club, stamp.at)
  })

export const reopenRegistration = ({
  params: { registrationId },
  body,
  stamp,
}: CallOf<Api, 'POST /rest-api/registration/launch/{registrationId}/reopen'>) =>
  retryOnConflict(async () => {
    const { registration, club } = await registrationOf(registrationId)
    if (registration.state === 'draft') throw new Problem('registration_not_launched')
    const setup = { ...setupOf(registration), ...body }
    // A closing day in the past would leave it closed.
    const storedDates = { ...registration, closeDate: null }
    refuseFaults(setupFaults(setup, { ...momentIn(stamp.at, club.timezone), savedSetup: storedDates }))
    const set = { ...body, state: 'launched' } as const
    const when = ifUnchanged(registration)
    return statusCard(await update(stamp, registrations.change({ registrationId }, { set, when })), club, stamp.at)
  })
