import type { registrations as contract } from '#shared/api/registrations.ts'
import { orgUnitOf, subjectOf, teamOf } from '#shared/ids.ts'
import { flagsOn } from '#shared/permissions.ts'
import { Problem } from '#shared/problems.ts'
import type { CallOf } from '../serve.ts'
import { files } from '../table/files.ts'
import {
  type Registration,
  registrationAddOns,
  registrationInstallments,
  registrationNotifications,
  registrationOptions,
  registrationPromoCodes,
  registrationQuestions,
  registrations,
} from '../table/registrations.ts'
import { chunks } from '../table/chunks.ts'
import { update, write } from '../table/table.ts'
import { teams } from '../table/teams.ts'
import { withOwnPictures } from './copyPictures.ts'
import { wholeOf } from './registrationOf.ts'
import { setupOf } from './setup.ts'

/**
 * Copies a registration to a new draft, without its days and events, which are over. An expired promo code is valid again once its day is
 * changed.
 */
export async function copyRegistration({
  params: { registrationId: copiedFrom },
  body: { registrationId },
  me,
  stamp,
}: CallOf<typeof contract, 'POST /rest-api/registration/copy/{registrationId}'>) {
  const { access } = await me
  const target = subjectOf(registrationId)
  if (!target || !flagsOn(access, target).has('canManageRegistration')) throw new Problem('not_allowed')
  const teamId = teamOf(registrationId)
  const [{ whole }, existing, subscribers, team] = await Promise.all([
    wholeOf(copiedFrom),
    registrations.get({ registrationId }, { consistent: true }),
    registrationNotifications.of({ registrationId: copiedFrom }),
    teamId === undefined ? undefined : teams.read({ teamId }),
  ])
  // Nobody could register for it. Known before the pictures are copied; the check below is for a team archived meanwhile.
  if (!existing && team?.archivedAt !== undefined) throw new Problem('team_archived')
  const { registration, questions, options, addOns, promoCodes, installments } = whole
  // On a retry, the writes below refuse or recognize it; pictures are not copied twice.
  const copiedAddOns = existing ? [] : await withOwnPictures(stamp, addOns, { from: copiedFrom, into: registrationId })
  const pictures = new Set(copiedAddOns.flatMap(({ fileMetadataId }) => fileMetadataId ?? []))
  const isSameUnit = orgUnitOf(copiedFrom) === orgUnitOf(registrationId)
  await write(
    stamp,
    registrations.createOnce({ ...draftOf(registration), registrationId, copiedFrom, createdAt: stamp.at }),
    registrationQuestions.create({ registrationId, questions }),
    registrationOptions.create({ registrationId, options: options.map((option) => ({ ...option, eventIds: [] })) }),
    registrationAddOns.create({ registrationId, addOns: copiedAddOns }),
    ...[...pictures].map((fileId) =>
      files.attach(fileId, { userId: stamp.subject ?? stamp.actor, about: registrationId }),
    ),
    // A code keeps its last day: otherwise everyone who knows last season's code could use it for ever.
    registrationPromoCodes.create({ registrationId, promoCodes }),
    registrationInstallments.create({
      registrationId,
      paymentPlanEnabled: installments.paymentPlanEnabled,
      items: installments.items.map((item) => ({ ...item, dueDate: '' })),
    }),
    ...teams.checkNotArchived(registrationId),
  )
  // Subscribers of one team's registration do not carry over to another team's.
  for (const part of chunks(isSameUnit ? subscribers : [], 10))
    await Promise.all(
      part.map(({ userId, name, paymentsToo }) =>
        update(
          stamp,
          registrationNotifications.upsert(
            { registrationId, userId },
            { set: { registrationId, userId, name, paymentsToo } },
          ),
        ),
      ),
    )
  return { registrationId }
}

function draftOf(registration: Registration): Omit<Registration, 'registrationId' | 'createdAt'> {
  const { name, description, places, waitingList, isInviteOnly, absorbFees, acceptPayments, acceptBills } = registration
  const { siblingDiscount, earlyBird, registrationType, tags, mainPaymentAccountId } = registration
  return {
    name,
    description,
    places,
    waitingList,
    depositInCents: setupOf(registration).depositInCents,
    isInviteOnly,
    absorbFees,
    acceptPayments,
    acceptBills,
    siblingDiscount,
    earlyBird: earlyBird && { percent: earlyBird.percent, until: '' },
    launchDate: null,
    launchTime: null,
    closeDate: null,
    closeTime: null,
    registrationType,
    tags,
    mainPaymentAccountId,
    state: 'draft',
  }
}
