import type { teams as contract } from '#shared/api/teams.ts'
import { organizationOf } from '#shared/ids.ts'
import { mayKnow } from '#shared/childData.ts'
import { type Access, flagsOn } from '#shared/permissions.ts'
import { Problem } from '#shared/problems.ts'
import { earliestDayAnywhere } from '#shared/rules/days.ts'
import { isMinor } from '#shared/rules/chatSafety.ts'
import type { CallOf } from '../serve.ts'
import { contactsAfter } from './contacts.ts'
import { type PlayerDetails, playerDetails } from '../table/playerDetails.ts'
import { playerAccounts } from '../table/playerAccounts.ts'
import { type Player, players } from '../table/players.ts'
import { rosterRows } from '../table/rosterRows.ts'
import { retryOnConflict, write } from '../table/table.ts'
import { ifUnchanged, isLastWrittenBy, type Stored, type Stamp } from '../table/writes.ts'
import { mergeAnswers, fieldsOf } from './ownFields.ts'
import { viewerFor } from './viewerFor.ts'

/**
 * Changes the given fields of a player. With a revision it throws `conflict` unless contacts and health data have that revision. Copies of
 * the name are updated by `copies/`.
 */
export async function changePlayer({
  params: { playerId },
  query: { o: teamId },
  body,
  userId,
  me,
  stamp,
}: CallOf<typeof contract, 'PUT /rest-api/teams/player/{playerId}'>) {
  const { access } = await me
  const viewer = viewerFor(access, playerId, teamId)
  const {
    firstName,
    lastName,
    number,
    position,
    bornOn,
    contacts: sentContacts,
    medical,
    fields: sentFields,
    revision,
  } = body
  const customFields = sentFields ? await fieldsOf(playerId) : []
  const isForEditors = [firstName, lastName, number, position].some((value) => value !== undefined)
  if (isForEditors && !viewer.flags.has('canEditPlayers')) throw new Problem('not_allowed')
  if (medical !== undefined && !mayKnow('medical', viewer, playerId)) throw new Problem('not_allowed')
  const isDetailed = [sentContacts, medical, sentFields, revision].some((value) => value !== undefined)
  const saved = await retryOnConflict(async () => {
    const [player, details] = await Promise.all([
      players.get({ playerId }, { consistent: true }),
      isDetailed ? playerDetails.get({ playerId }, { consistent: true }) : undefined,
    ])
    if (!player) throw new Problem('not_found')
    if (revision !== undefined && !isBasedOn(revision, details, stamp)) return undefined
    if (bornOn !== undefined) await requireMayGrowUp(player, bornOn, { userId, access, now: stamp.at })
    const names = { firstName: firstName ?? player.firstName, lastName: lastName ?? player.lastName }
    const contacts = sentContacts && contactsAfter(details?.contacts ?? [], sentContacts, { viewer, userId, playerId })
    const set = {
      ...names,
      ...(bornOn !== undefined && { bornOn: bornOn || undefined }),
      ...(contacts && { contacts: contacts.map(({ name }) => name) }),
    }
    const rosterFields = {
      ...names,
      ...(number !== undefined && { number }),
      ...(position !== undefined && { position }),
    }
    const isOnTeam = teamId !== undefined && player.teams.some(({ id }) => id === teamId)
    const detailFields = {
      ...(contacts && { contacts }),
      ...(medical !== undefined && { medical }),
      ...(sentFields && { fields: mergeAnswers(customFields, details?.fields, sentFields) }),
    }
    const changesDetails = Object.keys(detailFields).length > 0
    await write(
      stamp,
      players.change({ playerId }, { set, when: ifUnchanged(player) }),
      ...(isOnTeam && isForEditors ? [rosterRows.change({ teamId, playerId }, { set: rosterFields })] : []),
      ...(changesDetails ? [detailsWith(playerId, details, detailFields)] : []),
    )
    return { id: playerId, ...(isDetailed && { revision: (details?.version ?? 0) + (changesDetails ? 1 : 0) }) }
  })
  if (!saved) throw new Problem('conflict')
  return saved
}

/**
 * A birth date that turns a child with an account into an adult may only be set by users who edit all players of the club: it
 * ends the child protection in chat. Nobody may set it for their own account.
 */
async function requireMayGrowUp(
  { playerId, bornOn: before }: Pick<Player, 'playerId' | 'bornOn'>,
  bornOn: string,
  { userId, access, now }: { userId: string; access: Access; now: string },
): Promise<void> {
  const today = earliestDayAnywhere(now)
  if (!isMinor(before, today) || isMinor(bornOn || undefined, today)) return
  const accounts = await playerAccounts.of(playerId)
  const mayEditAllPlayers = flagsOn(access, { organizationId: organizationOf(playerId) }).has('canEditPlayers')
  const isOwn = accounts.some((account) => account.userId === userId)
  if (accounts.length > 0 && (isOwn || !mayEditAllPlayers)) throw new Problem('not_allowed')
}

/** Or the same user saved it based on that revision, and the response was lost. */
const isBasedOn = (revision: number, details: Stored<PlayerDetails> | undefined, stamp: Stamp): boolean =>
  (details?.version ?? 0) === revision || (details?.version === revision + 1 && isLastWrittenBy(details, stamp))

const detailsWith = (playerId: string, before: Stored<PlayerDetails> | undefined, set: PlayerDetails) =>
  before
    ? playerDetails.change({ playerId }, { set, when: ifUnchanged(before) })
    : playerDetails.create({ playerId, ...set })
