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
import { added, replaced, within, without, withRevisions } from './revised.ts'
import { unchosen, unchosenKinds } from './unchosen.ts'
import { whilePayable } from './waysToPay.ts'

type Api = typeof contract

const addOnsOf = (registrationId: string) => registrationAddOns.get({ registrationId }, { consistent: true })

export async function readAddOns({
  params: { registrationId },
  now,
}: CallOf<Api, 'GET /rest-api/registration/add-ons/{registrationId}'>) {
  const [, kept] = await Promise.all([registrationOf(registrationId), addOnsOf(registrationId)])
  return shown(kept?.addOns ?? [], now)
}

async function shown(addOns: readonly Revised<AddOn>[], now: string) {
  const ids = addOns.flatMap(({ fileMetadataId }) => (fileMetadataId === null ? [] : [fileMetadataId]))
  const found = await files.getMany(ids.map((fileId) => ({ fileId })))
  const links = found.map(async (file, i) => [ids[i] ?? '', (await pictureUrlOf(file, now)) ?? ''])
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
    sent: body,
    next: (before) => added(before, body, maxAddOns, 'addOnName'),
  })

export const changeAddOn = ({
  params: { registrationId, addOnId: id },
  body: { revision, ...body },
  stamp,
}: CallOf<Api, 'PUT /rest-api/registration/add-ons/{registrationId}/{addOnId}'>) =>
  change(stamp, registrationId, {
    sent: { ...body, id },
    next: (before) => replaced(before, { ...body, id }, revision),
  })

export const removeAddOn = ({
  params: { registrationId, addOnId },
  stamp,
}: CallOf<Api, 'DELETE /rest-api/registration/add-ons/{registrationId}/{addOnId}'>) =>
  change(stamp, registrationId, {
    removes: addOnId,
    next: (before) => without(before, addOnId),
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
  const others = rows
    .map((row) => ({ registrationId: registrations.idOf(row), name: row.name }))
    .filter((row) => row.registrationId !== registrationId)
  const found = await registrationAddOns.getMany(others)
  return {
    registrations: others.flatMap((row, i) => {
      const addOns = found[i]?.addOns ?? []
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
  const copied = (source?.addOns ?? []).filter(({ id }) => addOnIds.includes(id))
  if (copied.length < new Set(addOnIds).size) throw new Problem('not_found')
  const there = (await addOnsOf(registrationId))?.addOns ?? []
  const fresh = copied.filter(({ id }) => !there.some((addOn) => addOn.id === id))
  const own = await withOwnPictures(stamp, fresh, { from, into: registrationId })
  return change(stamp, registrationId, {
    next: (before) => {
      const more = own.filter(({ id }) => !before.some((addOn) => addOn.id === id))
      return within([...before, ...more], maxAddOns, 'addOnName')
    },
  })
}

type Change = {
  sent?: AddOn
  removes?: string
  /** The new list; undefined if the changed part was changed by someone else meanwhile. */
  next: (before: readonly Revised<AddOn>[]) => readonly Revised<AddOn>[] | undefined
}

async function change(stamp: Stamp, registrationId: string, { sent, removes, next }: Change) {
  const { registration } = await registrationOf(registrationId)
  if (sent) refuseFaults(addOnFaults(sent))
  const addOns = await retryOnConflict(async () => {
    const kept = await addOnsOf(registrationId)
    const before = kept?.addOns ?? []
    const changed = next(before)
    if (!changed) return undefined
    const after = [...changed]
    checkItemSize({ addOns: after })
    const pictures = await pictureWrites(stamp, registrationId, { before, after })
    await write(
      stamp,
      registrationAddOns.save(kept, { registrationId, addOns: after }),
      ...pictures,
      ...(removes === undefined ? [] : await unchosen(registration, 'addOn', removes)),
      ...(await whilePayable(registrationId, { addOns: before }, { addOns: after })),
      ...(sent ? await unchosenKinds(registration, sent.id, goneKinds(sent.id, before, after)) : []),
    )
    return after
  })
  if (!addOns) throw new Problem('conflict')
  return shown(addOns, stamp.at)
}

/** The kinds of an add-on that are no longer offered. */
function goneKinds(id: string, before: readonly AddOn[], after: readonly AddOn[]): string[] {
  const [old = [], now = []] = [before, after].map((addOns) => addOns.find((addOn) => addOn.id === id)?.addOns)
  return old.map((kind) => kind.id).filter((kindId) => !now.some((kind) => kind.id === kindId))
}

type Pictured = { before: readonly AddOn[]; after: readonly AddOn[] }
/** A new picture is kept with its registration; one that is no longer named is deleted. */
async function pictureWrites(stamp: Stamp, about: string, { before, after }: Pictured): Promise<Write[]> {
  const idsIn = (addOns: readonly AddOn[]) => [...new Set(addOns.flatMap(({ fileMetadataId }) => fileMetadataId ?? []))]
  const [old, now] = [idsIn(before), idsIn(after)]
  const added = now.filter((id) => !old.includes(id))
  for (const file of await files.getMany(added.map((fileId) => ({ fileId })))) {
    refuseIfHarmful(file)
    if (file) refuseFaults({ fileMetadataId: pictureFault(file) })
  }
  return [
    ...added.map((fileId) => files.attach(fileId, { userId: stamp.subject ?? stamp.actor, about })),
    ...old.filter((id) => !now.includes(id)).map((fileId) => files.removeAttached(fileId, about)),
  ]
}
