import type { registrations as contract } from '#shared/api/registrations.ts'
import { organizationOf } from '#shared/ids.ts'
import { faultAt, Problem } from '#shared/problems.ts'
import { fold } from '#shared/rules/textMatching.ts'
import { byTitle } from '#shared/rules/names.ts'
import { makeTag } from '../table/makeTag.ts'
import type { CallOf } from '../serve.ts'
import { type PlayerTag, players } from '../table/players.ts'
import { type Registration, registrations } from '../table/registrations.ts'
import { all, retryOnConflict, update, write } from '../table/table.ts'
import { tags } from '../table/tags.ts'
import { ifUnchanged, type Stamp } from '../table/writes.ts'
import { clubOf, registrationOf } from './registrationOf.ts'

type Api = typeof contract

/** More than any registration needs. */
const maxPerRegistration = 20
const maxTagLength = 32

export async function searchTags({
  params: { registrationId },
  query: { filter = '' },
}: CallOf<Api, 'GET /rest-api/registration/tag/search/{registrationId}'>) {
  const [, clubTags] = await Promise.all([registrationOf(registrationId), tags.of(organizationOf(registrationId))])
  const query = fold(filter)
  const cards = clubTags.map(({ tagId: id, name }) => ({ id, name })).filter(({ name }) => fold(name).includes(query))
  return { tags: cards.toSorted(byTitle) }
}

export async function createTag({
  params: { registrationId },
  body: { tagId, name },
  stamp,
}: CallOf<Api, 'POST /rest-api/registration/tag/create/{registrationId}'>) {
  if (name === '') throw new Problem('bad_request', [faultAt('name', 'required')])
  if ([...name].length > maxTagLength)
    throw new Problem('bad_request', [faultAt('name', 'too_long', { limit: maxTagLength })])
  await registrationOf(registrationId)
  return bindToRegistration(stamp, registrationId, await makeTag(stamp, { tagId, name }))
}

export async function bindTag({
  params: { registrationId, tagId },
  stamp,
}: CallOf<Api, 'PUT /rest-api/registration/tag/bind/{registrationId}/{tagId}'>) {
  const [tag] = await Promise.all([tags.get({ tagId }, { consistent: true }), clubOf(registrationId)])
  if (!tag) throw new Problem('not_found')
  return bindToRegistration(stamp, registrationId, tag)
}

export async function unbindTag({
  params: { registrationId, tagId },
  stamp,
}: CallOf<Api, 'DELETE /rest-api/registration/tag/unbind/{registrationId}/{tagId}'>) {
  const [tag] = await Promise.all([tags.get({ tagId }), clubOf(registrationId)])
  if (!tag) throw new Problem('not_found')
  return unbindFromRegistration(stamp, registrationId, tagId)
}

const unbindFromRegistration = (stamp: Stamp, registrationId: string, tagId: string) =>
  change(stamp, registrationId, (before) => before.filter(({ id }) => id !== tagId))

export async function deleteTag({
  params: { registrationId, tagId },
  stamp,
}: CallOf<Api, 'DELETE /rest-api/registration/tag/delete/{registrationId}/{tagId}'>) {
  const organizationId = organizationOf(registrationId)
  const [tag] = await Promise.all([tags.get({ tagId }, { consistent: true }), clubOf(registrationId)])
  if (!tag) throw new Problem('not_found')
  const hasTag = (each: { tags?: readonly PlayerTag[] }) => each.tags?.some(({ id }) => id === tagId)
  const clubRegistrations = await all<Registration>(registrations.ofClub(organizationId))
  if (clubRegistrations.some((each) => each.registrationId !== registrationId && hasTag(each)))
    throw new Problem('tag_in_use')
  for await (const part of players.everyone(organizationId)) if (part.some(hasTag)) throw new Problem('tag_in_use')
  const result = await unbindFromRegistration(stamp, registrationId, tagId)
  await write(stamp, tags.remove({ tagId }))
  return result
}

const bindToRegistration = (
  stamp: Stamp,
  registrationId: string,
  { tagId: id, name }: { tagId: string; name: string },
) =>
  change(stamp, registrationId, (before) => {
    const rest = before.filter((each) => each.id !== id)
    if (rest.length >= maxPerRegistration)
      throw new Problem('bad_request', [faultAt('tagId', 'too_many', { limit: maxPerRegistration })])
    return [...rest, { id, name }].toSorted(byTitle)
  })

const change = (stamp: Stamp, registrationId: string, next: (before: readonly PlayerTag[]) => PlayerTag[]) =>
  retryOnConflict(async () => {
    const registration = await registrations.get({ registrationId }, { consistent: true })
    if (!registration) throw new Problem('not_found')
    const set = { tags: next(registration.tags) }
    const updated = await update(
      stamp,
      registrations.change({ registrationId }, { set, when: ifUnchanged(registration) }),
    )
    return { tags: updated.tags, revision: updated.version }
  })
