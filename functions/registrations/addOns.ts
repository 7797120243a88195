import type { registrations as contract } from '#shared/api/registrations.ts'
import { organizationOf, orgUnitOf, subjectOf, teamOf } from '#shared/ids.ts'
import { flagsOn } from '#shared/permissions.ts'
import { Problem } from '#shared/problems.ts'
import { type AddOn, addOnFaults, maxAddOns, pictureFault } from '#shared/rules/registrations/addOns.ts'
import { refuseIfHarmful, pictureUrlOf } from '../media/harmful.ts'
import { refuseFaults } from '../http/refuseFaults.ts'
import type { CallOf } from '../serve.ts'
import { files } from '../table/files.ts'
import { type Registration, registrationAddOns, registrations, type Revised } from '../table/registrations.ts'
import { checkItemSize } from '../table/itemSizeLimit.ts'
import { page, retryOnConflict, write } from '../table/table.ts'
import type { Stamp, Write } from '../table/writes.ts'
import { withOwnPictures } from './copyPictures.ts'
import { registrationOf } from './registrationOf.ts'
import { addPart, replacePart, requireAtMost, removePart, withRevisions } from './parts.ts'
import { requireUnchosen, requireKindsUnchosen } from './unchosen.ts'
import { whilePayable } from './waysToPay.ts'

type Api = typeof contract

const addOnsOf = (registrationId: string) => registrationAddOns.get({ registrationId }, { consistent: true })

export async function readAddOns({
  params: { registrationId },
  now,
}: CallOf<Api, 'GET /rest-api/registration/add-ons/{registrationId}'>) {
  const [, stored] = await Promise.all([registrationOf(registrationId), addOnsOf(registrationId)])
  return addOnsCard(stored?.addOns ?? [], now)
}

async function addOnsCard(addOns: readonly Revised<AddOn>[], now: string) {
  const ids = addOns.flatMap(({ fileMetadataId }) => (fileMetadataId === null ? [] : [fileMetadataId]))
  const fileRows = await files.getMany(ids.map((fileId) => ({ fileId })))
  const links = fileRows.map(async (file, i) => [ids[i] ?? '', (await pictureUrlOf(file, now)) ?? ''])
  return {
    addOns: withRevisions(addOns),
    pictures: Object.fromEntries(await Promise.all(links)) as Record<string, string>,
  }
}

export const addAddOn = ({
  params: { registrationId },
  body,
  stamp,
}: CallOf<Api, 'POST /rest-api/registration/add-ons/{registrationId}'>) =>
  change(stamp, registrationId, {
    submitted: body,
    next: (before) => addPart(before, body, maxAddOns, 'addOnName'),
  })

export const changeAddOn = ({
  params: { registrationId, addOnId: id },
  body: { revision, ...body },
  stamp,
}: CallOf<Api, 'PUT /rest-api/registration/add-ons/{registrationId}/{addOnId}'>) =>
  change(stamp, registrationId, {
    submitted: { ...body, id },
    next: (before) => replacePart(before, { ...body, id }, revision),
  })

export const removeAddOn = ({
  params: { registrationId, addOnId },
  stamp,
}: CallOf<Api, 'DELETE /rest-api/registration/add-ons/{registrationId}/{addOnId}'>) =>
  change(stamp, registrationId, {
    removedId: addOnId,
    next: (before) => removePart(before, addOnId),
  })

/** The newest other add-ons of the team, or of the whole club. */
export async function listExistingAddOns({
  params: { registrationId },
}: CallOf<Api, 'GET /rest-api/registration/add-ons/{registrationId}/existing'>) {
  await registrationOf(registrationId)
  const range =
    teamOf(registrationId) === undefined
      ? registrations.ofClub(organizationOf(registrationId))
      : registrations.ofUnit(orgUnitOf(registrationId))
  const { rows } = await page<Pick<Registration, 'name'>>({ ...range, limit: 25 })
  const otherRegistrations = rows
    .map((row) => ({ registrationId: registrations.idOf(row), name: row.name }))
    .filter((row) => row.registrationId !== registrationId)
  const addOnRows = await registrationAddOns.getMany(otherRegistrations)
  return {
    registrations: otherRegistrations.flatMap((row, i) => {
      const addOns = addOnRows[i]?.addOns ?? []
      if (addOns.length === 0) return []
      return [{ ...row, addOns: addOns.map(({ id, addOnName, priceInCents }) => ({ id, addOnName, priceInCents })) }]
    }),
  }
}

export async function copyAddOns({
  params: { registrationId },
  body: { from, addOnIds },
  me,
  stamp,
}: CallOf<Api, 'POST /rest-api/registration/add-ons/{registrationId}/copy-existing'>) {
  const subject = subjectOf(from)
  if (!subject || !flagsOn((await me).access, subject).has('canManageRegistration')) throw new Problem('not_allowed')
  const source = await addOnsOf(from)
  const sourceAddOns = (source?.addOns ?? []).filter(({ id }) => addOnIds.includes(id))
  if (sourceAddOns.length < new Set(addOnIds).size) throw new Problem('not_found')
  const existingAddOns = (await addOnsOf(registrationId))?.addOns ?? []
  const newAddOns = sourceAddOns.filter(({ id }) => !existingAddOns.some((addOn) => addOn.id === id))
  const copiedAddOns = await withOwnPictures(stamp, newAddOns, { from, into: registrationId })
  return change(stamp, registrationId, {
    next: (before) => {
      const missing = copiedAddOns.filter(({ id }) => !before.some((addOn) => addOn.id === id))
      return requireAtMost([...before, ...missing], maxAddOns, 'addOnName')
    },
  })
}

type Change = {
  submitted?: AddOn
  removedId?: string
  /** The new list; undefined if the changed part was changed by someone else meanwhile. */
  next: (before: readonly Revised<AddOn>[]) => readonly Revised<AddOn>[] | undefined
}

async function change(stamp: Stamp, registrationId: string, { submitted, removedId, next }: Change) {
  const { registration } = await registrationOf(registrationId)
  if (submitted) refuseFaults(addOnFaults(submitted))
  const addOns = await retryOnConflict(async () => {
    const stored = await addOnsOf(registrationId)
    const before = stored?.addOns ?? []
    const changedAddOns = next(before)
    if (!changedAddOns) return undefined
    const after = [...changedAddOns]
    checkItemSize({ addOns: after })
    const pictures = await pictureWrites(stamp, registrationId, { before, after })
    await write(
      stamp,
      registrationAddOns.save(stored, { registrationId, addOns: after }),
      ...pictures,
      ...(removedId === undefined ? [] : await requireUnchosen(registration, 'addOn', removedId)),
      ...(await whilePayable(registrationId, { addOns: before }, { addOns: after })),
      ...(submitted
        ? await requireKindsUnchosen(registration, submitted.id, removedKinds(submitted.id, before, after))
        : []),
    )
    return after
  })
  if (!addOns) throw new Problem('conflict')
  return addOnsCard(addOns, stamp.at)
}

/** The kinds of an add-on that are no longer offered. */
function removedKinds(id: string, before: readonly AddOn[], after: readonly AddOn[]): string[] {
  const [oldKinds = [], newKinds = []] = [before, after].map(
    (addOns) => addOns.find((addOn) => addOn.id === id)?.addOns,
  )
  return oldKinds.map((kind) => kind.id).filter((kindId) => !newKinds.some((kind) => kind.id === kindId))
}

type AddOnsChange = { before: readonly AddOn[]; after: readonly AddOn[] }
/** A new picture is kept with its registration; one that is no longer named is deleted. */
async function pictureWrites(stamp: Stamp, about: string, { before, after }: AddOnsChange): Promise<Write[]> {
  const idsIn = (addOns: readonly AddOn[]) => [...new Set(addOns.flatMap(({ fileMetadataId }) => fileMetadataId ?? []))]
  const [oldIds, newIds] = [idsIn(before), idsIn(after)]
  const addedIds = newIds.filter((id) => !oldIds.includes(id))
  for (const file of await files.getMany(addedIds.map((fileId) => ({ fileId })))) {
    refuseIfHarmful(file)
    if (file) refuseFaults({ fileMetadataId: pictureFault(file) })
  }
  return [
    ...addedIds.map((fileId) => files.attach(fileId, { userId: stamp.subject ?? stamp.actor, about })),
    ...oldIds.filter((id) => !newIds.includes(id)).map((fileId) => files.removeAttached(fileId, about)),
  ]
}
