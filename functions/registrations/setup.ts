import type { registrations as contract } from '#shared/api/registrations.ts'
import { organizationOf, orgUnitOf, teamOf } from '#shared/ids.ts'
import {
  draftFaults,
  emptiedFaults,
  momentIn,
  type Setup,
  setupFaults,
} from '#shared/rules/registrations/registration.ts'
import { statusOf } from '#shared/rules/registrations/window.ts'
import { refuseFaults } from '../http/refuseFaults.ts'
import type { CallOf } from '../serve.ts'
import { type Organization, settingsOf } from '../table/organizations.ts'
import type { Registration, WholeRegistration } from '../table/registrations.ts'
import { teams } from '../table/teams.ts'
import type { Stored } from '../table/writes.ts'
import { registrationOf, wholeOf } from './registrationOf.ts'
import { changeRegistration } from './waysToPay.ts'

type Api = typeof contract

/** The data of the builder's first page. */
export const readSteps = ({
  params: { registrationId },
  now,
}: CallOf<Api, 'GET /rest-api/registration/step-details/{registrationId}'>) => details(registrationId, now)

export async function saveSetup({
  params: { registrationId },
  body: { revision, ...submitted },
  stamp,
}: CallOf<Api, 'POST /rest-api/registration/setup/{registrationId}'>) {
  const { registration, club } = await registrationOf(registrationId)
  refuseFaults(setupFaults(submitted, { ...momentIn(stamp.at, club.timezone), savedSetup: registration }))
  await changeRegistration(stamp, registration, { set: submitted, revision })
  return details(registrationId, stamp.at)
}

/**
 * Saves the first step automatically while it is typed. Required fields may be missing in a draft only. In a launched registration limits
 * and prices are not removed by this call: the screen asks before it saves them.
 */
export async function autoSaveSetup({
  params: { registrationId },
  body: { revision, ...submitted },
  stamp,
}: CallOf<Api, 'PATCH /rest-api/registration/setup/{registrationId}'>) {
  const { registration, club } = await registrationOf(registrationId)
  const presentValues = Object.fromEntries(
    Object.entries(submitted).filter(([, value]) => value !== undefined),
  ) as Partial<Setup>
  const setup = { ...setupOf(registration), ...presentValues }
  const context = { ...momentIn(stamp.at, club.timezone), savedSetup: registration }
  refuseFaults(
    registration.state === 'draft'
      ? draftFaults(setup, context)
      : { ...setupFaults(setup, context), ...emptiedFaults(setup, setupOf(registration)) },
  )
  const updated = await changeRegistration(stamp, registration, { set: setup, revision })
  return { setup: setupOf(updated), revision: updated.version }
}

/** The fields of the first step. */
export const setupOf = (row: Registration): Setup => ({
  name: row.name,
  description: row.description,
  places: row.places,
  waitingList: row.waitingList,
  depositInCents: row.depositInCents ?? null,
  isInviteOnly: row.isInviteOnly,
  absorbFees: row.absorbFees,
  acceptPayments: row.acceptPayments,
  acceptBills: row.acceptBills,
  siblingDiscount: row.siblingDiscount,
  earlyBird: row.earlyBird,
  launchDate: row.launchDate,
  launchTime: row.launchTime,
  closeDate: row.closeDate,
  closeTime: row.closeTime,
})

async function details(registrationId: string, now: string) {
  const teamId = teamOf(registrationId)
  const [{ whole, club }, team] = await Promise.all([
    wholeOf(registrationId),
    teamId === undefined ? undefined : teams.get({ teamId }),
  ])
  return builderCard(whole, { club, unitName: team?.name ?? club.name, now })
}

type SetupContext = { club: Stored<Organization>; unitName: string; now: string }
function builderCard(
  { registration, questions, questionsRevision }: WholeRegistration,
  { club, unitName, now }: SetupContext,
) {
  const { registrationId } = registration
  return {
    registrationId,
    registrationType: registration.registrationType,
    registrationStatus: statusOf(registration, club.timezone, now),
    orgUnit: { id: orgUnitOf(registrationId), name: unitName },
    organization: {
      id: organizationOf(registrationId),
      name: club.name,
      timezone: club.timezone,
      country: settingsOf(club).country,
    },
    setup: setupOf(registration),
    mainPaymentAccountId: registration.mainPaymentAccountId,
    questions,
    tags: registration.tags,
    createdAt: registration.createdAt,
    revision: registration.version,
    questionsRevision,
  }
}
