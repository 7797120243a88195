import type { duplicates } from '#shared/api/duplicates.ts'
import { organizationOf } from '#shared/ids.ts'
import { flagsOn } from '#shared/permissions.ts'
import { Problem } from '#shared/problems.ts'
import { outstandingOf } from '#shared/rules/fees.ts'
import { addHours } from '#shared/rules/days.ts'
import type { CallOf } from '../../serve.ts'
import { familyInvitations } from '../../table/familyInvitations.ts'
import { files } from '../../table/files.ts'
import { guardians } from '../../table/guardians.ts'
import { leftPlaces } from '../../table/leftPlaces.ts'
import { mergeHours, merges } from '../../table/merges.ts'
import { mergedPlayers } from '../../table/mergedPlayers.ts'
import { playerDetails } from '../../table/playerDetails.ts'
import { families, players, twinOf } from '../../table/players.ts'
import { isActive } from '../../table/registrationEntries.ts'
import { rosterRows, type TeamPlayer } from '../../table/rosterRows.ts'
import { leftOrFound, repeatedOf } from '../../table/rosters.ts'
import { unassigned } from '../../table/unassigned.ts'
import { mostAtOnce, untilSettled, write } from '../../table/table.ts'
import { asRead, type Write } from '../../table/writes.ts'
import { invitationsAlong } from './invitations.ts'
import { type Along, invitesAlong, invitesThatFit, moveRest, type Pair } from './invited.ts'
import { type Plan, planMerge, refuseTooMuch } from './planMerge.ts'
import { papersAlong } from './papers.ts'
import { placesAlong, refusePlaces, twiceRegistered } from './places.ts'
import { recordOf } from './record.ts'
import { type Shared, sharedIn, sharesAlong } from './shares.ts'
import { plain, type Side, sideOf } from './sides.ts'
import { barredOf, refuseTaken } from './taken.ts'
import { assignmentsOf, type Given, givenTwice, refuseAnsweredTwice, tasksAlong } from './tasks.ts'

type Api = typeof duplicates
/** What becomes of both, and of what names them elsewhere. */
export type Moving = Plan & { shared: Shared; given: Given }
type Both = { keepId: string; goneId: string }

/** Both as they are now; refused where the one who would go has what cannot go along. */
async function bothOf({ keepId, goneId }: Both): Promise<{ keep: Side; gone: Side; plan: Moving }> {
  if (keepId === goneId) throw new Problem('not_found')
  const [keep, gone, shared] = await Promise.all([sideOf(keepId), sideOf(goneId), sharedIn(organizationOf(keepId))])
  if (gone.others) throw new Problem('cannot_merge')
  refuseAnsweredTwice(keep, gone)
  const barred = await barredOf(keep, gone)
  await refuseTaken(keep, gone, barred)
  const plan = planMerge(keep, gone, barred)
  refuseTooMuch(plan)
  const given = await assignmentsOf(givenTwice(keep, gone))
  return { keep, gone, plan: { ...plan, shared, given } }
}

export async function previewMerge({
  params: { orgId: organizationId },
  query,
  now,
  me,
}: CallOf<Api, 'GET /rest-api/duplicates/{orgId}/preview'>) {
  const [{ keep, gone, plan }, { access }] = await Promise.all([bothOf(query), me])
  const mayFees = flagsOn(access, { organizationId }).has('canEditFees')
  const { taken, rest, left } = invitesOf(keep, gone, plan, now)
  const { playerId: id, firstName, lastName, teams, bornOn, contacts = [] } = { ...keep.player, ...plan.player }
  return {
    player: {
      id,
      firstName,
      lastName,
      bornOn: bornOn ?? null,
      teams: [...teams, ...plan.teams].map(({ name }) => name),
      contacts: plan.details.contacts?.map(({ name }) => name) ?? contacts,
    },
    family: keep.family.length + plan.family.length,
    grownUps: keep.guardians.length + plan.guardians.length,
    invites: taken.length + rest.length,
    invitesLeft: left.length,
    fees: gone.fees.length,
    places: gone.places.filter(isActive).length,
    twiceRegistered: await twiceRegistered(keep, gone, mayFees),
    owedInCents: mayFees ? gone.fees.reduce((sum, fee) => sum + outstandingOf(fee), 0) : null,
  }
}

/**
 * One transaction: everything of both is as it was read, or all is looked at anew. Coming invites that find no place in it
 * follow at once; where that was cut short, the same merge again goes on with them.
 */
export const mergePlayers = ({
  params: { orgId: organizationId },
  body: { mergeId, ...both },
  stamp,
  now,
}: CallOf<Api, 'POST /rest-api/duplicates/{orgId}/merge'>) =>
  untilSettled(async () => {
    const before = await merges.get({ organizationId, mergeId }, { consistent: true })
    if (before) {
      // What was taken back since is not done once more by who comes late.
      const isOther = before.keepId !== both.keepId || before.goneId !== both.goneId
      if (isOther || before.undoneAt !== undefined) throw new Problem('conflict')
      await moveRest(stamp, { organizationId, mergeId }, now)
      return { mergeId, keptId: before.keepId }
    }
    const { keep, gone, plan } = await bothOf(both)
    refusePlaces(keep, gone)
    const { taken, rest } = invitesOf(keep, gone, plan, now)
    const writes = writesOf(keep, gone, plan, taken, now)
    await write(
      stamp,
      merges.create(recordOf({ organizationId, mergeId, mergedAt: now }, keep, gone, plan, taken)),
      ...writes,
    )
    if (rest.length > 0) await moveRest(stamp, { organizationId, mergeId }, now)
    return { mergeId, keptId: both.keepId }
  })

/** The invites that the transaction of a merge takes along, and those that it has no room for. */
function invitesOf(keep: Side, gone: Side, plan: Moving, now: string): Along {
  // What is taken away leaves a line that says who did.
  const cost = (writes: Write[]) => writes.reduce((sum, { does }) => sum + (does === 'remove' ? 2 : 1), 0)
  const room = mostAtOnce - 1 - cost(writesOf(keep, gone, plan, [], now))
  if (room < 0) throw new Problem('cannot_merge')
  return invitesThatFit(keep, gone, room, now)
}

function writesOf(keep: Side, gone: Side, plan: Moving, taken: readonly Pair[], now: string): Write[] {
  const { playerId, firstName, lastName } = keep.player
  const teams = [...keep.player.teams, ...plan.teams]
  const raised = new Set(plan.raised.map(({ userId }) => userId))
  const goneId = gone.player.playerId
  const also = [...(keep.player.also ?? []), ...plan.also]
  const names = { firstName, lastName, teams, ...(also.length > 0 && { also }) }
  const onRosters = repeatedOf({ ...keep.player, ...plan.player })
  return [
    players.change(
      { playerId },
      {
        set: {
          teams,
          ...plan.player,
          ...(plan.also.length > 0 && { also }),
          ...(plan.details.contacts && { contacts: plan.details.contacts.map(({ name }) => name) }),
        },
        when: asRead(keep.player),
      },
    ),
    players.remove({ playerId: goneId }, 'conflict', asRead(gone.player)),
    mergedPlayers.upsert({ playerId: goneId }, { set: { playerId: goneId, keepId: playerId } }),
    ...leftOrFound(keep.player, teams),
    ...(gone.player.teams.length === 0 ? [unassigned.remove({ playerId: goneId }, 'conflict')] : []),
    ...gone.rows.flatMap(({ teamId, row }) => [
      rosterRows.remove({ teamId, playerId: goneId }, 'conflict', asRead(row)),
      ...(plan.teams.some(({ id }) => id === teamId)
        ? [rosterRows.create({ ...withoutPicture(plain(row) as typeof row), ...onRosters, teamId, playerId })]
        : []),
    ]),
    ...('picture' in plan.player || 'pictures' in plan.player
      ? keep.rows.map(({ teamId }) => rosterRows.change({ teamId, playerId }, { set: onRosters }))
      : []),
    ...pictureFile(keep, gone, plan, now),
    ...gone.family.flatMap((member) => [
      families.remove({ playerId: goneId, userId: member.userId }, 'conflict', asRead(member)),
      twinOf(member).remove({ playerId: goneId, userId: member.userId }, 'conflict'),
      // What finds no place in this transaction stays under that id.
      leftPlaces.keep({ userId: member.userId, id: goneId, is: 'player' }),
    ]),
    ...plan.family.flatMap(({ userId, relation, hidden, lacks, came }) => [
      families.create({
        ...{ playerId, userId, relation },
        ...(hidden && { hidden }),
        ...(lacks && { lacks }),
        ...(came && { came }),
      }),
      twinOf({ userId, relation }).create({ userId, playerId, ...names, ...(lacks && { lacks }) }),
    ]),
    ...keep.family.flatMap((member): Write[] => {
      const { userId, version } = member
      const { before = [], after = [] } = plan.limits.find((limit) => limit.userId === userId) ?? {}
      const lacks = after.length > 0 ? { lacks: after } : {}
      const when = asRead({ version })
      if (!raised.has(userId)) {
        const isLimited = after.length > before.length
        const set = {
          ...(plan.teams.length > 0 && { teams }),
          ...(plan.also.length > 0 && { also }),
          ...(isLimited && lacks),
        }
        return [
          ...(isLimited ? [families.change({ userId, playerId }, { set: lacks, when })] : []),
          ...(Object.keys(set).length > 0 ? [twinOf(member).change({ userId, playerId }, { set })] : []),
        ]
      }
      const own = { userId, relation: 'own' as const }
      const { came } = plan.raised.find((each) => each.userId === userId) ?? {}
      return [
        families.change({ userId, playerId }, { set: { relation: 'own', ...lacks, ...(came && { came }) }, when }),
        twinOf(member).remove({ userId, playerId }, 'conflict'),
        twinOf(own).create({ userId, playerId, ...names, ...lacks }),
      ]
    }),
    ...gone.guardians.map(({ guardianId, version }) =>
      guardians.remove({ playerId: goneId, guardianId }, 'conflict', asRead({ version })),
    ),
    ...plan.guardians.map((each) => guardians.create({ ...(plain(each) as typeof each), playerId })),
    ...plan.noted.map(({ known: { guardianId, version }, accessTakenAt }) =>
      guardians.change({ playerId, guardianId }, { set: { accessTakenAt }, when: asRead({ version }) }),
    ),
    ...invitationsAlong(gone, plan, playerId),
    ...plan.closed.map(({ invitationId }) =>
      familyInvitations.remove({ playerId, invitationId }, 'conflict', [['state', '=', 'open']]),
    ),
    ...(gone.details ? [playerDetails.remove({ playerId: goneId }, 'conflict', asRead(gone.details))] : []),
    ...(Object.keys(plan.details).length > 0
      ? [
          keep.details
            ? playerDetails.change({ playerId }, { set: plan.details, when: asRead(keep.details) })
            : playerDetails.create({ playerId, ...plan.details }),
        ]
      : []),
    ...papersAlong(keep, gone),
    ...placesAlong(keep, gone),
    ...tasksAlong(keep, gone, plan.given),
    ...sharesAlong(plan.shared, playerId, goneId),
    ...invitesAlong(keep.player, taken),
  ]
}

const withoutPicture = ({ picture: _theirs, pictures: _said, ...row }: TeamPlayer) => row

/** The picture of the other is the kept one’s from now on; or it waits for as long as the merge can be taken back. */
function pictureFile(keep: Side, gone: Side, plan: Moving, now: string): Write[] {
  const { playerId, picture } = gone.player
  if (picture === undefined) return []
  const set = plan.player.picture ? { about: keep.player.playerId } : { until: addHours(now, mergeHours) }
  return [files.change({ fileId: picture }, { set, when: [['about', '=', playerId]] })]
}
