import type { teams as contract } from '#shared/api/teams.ts'
import { organizationOf, orgUnitOf, teamOf } from '#shared/ids.ts'
import { faultAt, Problem } from '#shared/problems.ts'
import { byTitle } from '#shared/rules/names.ts'
import type { RegistrationStatus } from '#shared/rules/registrations/registration.ts'
import { statusOf } from '#shared/rules/registrations/window.ts'
import { makeTag } from '../table/makeTag.ts'
import type { CallOf } from '../serve.ts'
import { organizations } from '../table/organizations.ts'
import { players, type PlayerTag } from '../table/players.ts'
import { teamPlayers } from '../table/rosters.ts'
import { type Registration, registrations } from '../table/registrations.ts'
import { pages, retryOnConflict, update } from '../table/table.ts'
import { type Tag, tags } from '../table/tags.ts'
import { teams } from '../table/teams.ts'
import { ifUnchanged, type Stamp } from '../table/writes.ts'

type Api = typeof contract
const maxPerPlayer = 20

const tagCard = ({ tagId: id, name }: Tag): PlayerTag => ({ id, name })
const sorted = (list: PlayerTag[]) => list.toSorted(byTitle)

/** Creates a tag, or returns the existing one with this name. */
export const createTag = async ({ body: { tagId, name }, stamp }: CallOf<Api, 'POST /rest-api/tag/create'>) =>
  tagCard(await makeTag(stamp, { tagId, name }))

export const addTag = (call: CallOf<Api, 'PUT /rest-api/tag/association/add/{tagId}'>) =>
  changeTags(call.stamp, call.query.context, async (before) => {
    const tag = await tags.get(call.params, { consistent: true })
    if (!tag) throw new Problem('not_found')
    const otherTags = before.filter(({ id }) => id !== tag.tagId)
    if (otherTags.length >= maxPerPlayer)
      throw new Problem('bad_request', [faultAt('context', 'too_many', { limit: maxPerPlayer })])
    return sorted([...otherTags, tagCard(tag)])
  })

export const removeTag = (call: CallOf<Api, 'DELETE /rest-api/tag/delete/association/{tagId}'>) =>
  changeTags(call.stamp, call.query.context, async (before) => {
    const tag = await tags.get(call.params)
    if (!tag) throw new Problem('not_found')
    return before.filter(({ id }) => id !== tag.tagId)
  })

const changeTags = (stamp: Stamp, playerId: string, change: (before: PlayerTag[]) => Promise<PlayerTag[]>) =>
  retryOnConflict(async () => {
    const player = await players.get({ playerId }, { consistent: true })
    if (!player) throw new Problem('not_found')
    const after = await change(player.tags ?? [])
    await update(stamp, players.change({ playerId }, { set: { tags: after }, when: ifUnchanged(player) }))
    return { tags: after }
  })

/** All tags of a club. */
export async function listTags({ params: { orgUnitId } }: CallOf<Api, 'GET /rest-api/tag/names/{orgUnitId}'>) {
  const [clubTags] = await Promise.all([tags.of(organizationOf(orgUnitId)), requireUnit(orgUnitId)])
  return { tags: sorted(clubTags.map(tagCard)) }
}

/** The tags in use on players of a team or of the club; with a status of registrations, those in use on such registrations. */
export async function listTagsInUse({
  params: { orgUnitId },
  query: { registrationStatus },
  now,
}: CallOf<Api, 'GET /rest-api/tag/names/{orgId}/{orgUnitId}'>) {
  const tagsInUse = new Map<string, PlayerTag>()
  const lists = registrationStatus ? tagsOfRegistrations(orgUnitId, registrationStatus, now) : tagsOn(orgUnitId)
  for await (const list of lists) for (const tag of list) tagsInUse.set(tag.id, tag)
  return { tags: sorted([...tagsInUse.values()]) }
}

async function requireUnit(orgUnitId: string): Promise<void> {
  const teamId = teamOf(orgUnitId)
  if (teamId !== undefined && !(await teams.get({ teamId }))) throw new Problem('not_found')
}

async function* tagsOfRegistrations(
  orgUnitId: string,
  status: RegistrationStatus,
  now: string,
): AsyncGenerator<PlayerTag[]> {
  const organizationId = organizationOf(orgUnitId)
  const [club] = await Promise.all([organizations.get({ organizationId }), requireUnit(orgUnitId)])
  if (!club) throw new Problem('not_found')
  for await (const rows of pages<Registration>(registrations.ofClub(organizationId)))
    for (const row of rows) {
      const isOfUnit = orgUnitId === organizationId || orgUnitOf(row.registrationId) === orgUnitId
      if (isOfUnit && statusOf(row, club.timezone, now) === status) yield row.tags
    }
}

async function* tagsOn(orgUnitId: string): AsyncGenerator<PlayerTag[]> {
  const teamId = teamOf(orgUnitId)
  if (teamId === undefined) {
    for await (const part of players.everyone(orgUnitId)) for (const { tags: playerTags = [] } of part) yield playerTags
    return
  }
  const { team, players: roster } = await teamPlayers.withTeam({ teamId })
  if (!team) throw new Problem('not_found')
  for (const player of await players.getMany(roster)) yield player?.tags ?? []
}
