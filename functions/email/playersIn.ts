import { teamOf } from '#shared/ids.ts'
import { Problem } from '#shared/problems.ts'
import { playersShown } from '../access/pictureConsent.ts'
import type { EmailTo } from '../table/emails.ts'
import { type Event, events, isVisible } from '../table/events.ts'
import { invites } from '../table/invites.ts'
import { type Player as PlayerRow, players } from '../table/players.ts'
import { teamPlayers } from '../table/rosters.ts'
import { chunks } from '../table/chunks.ts'

/** How many rosters are read at the same time. */
const concurrency = 50

export type Player = { playerId: string; firstName: string; lastName: string }

/** Whether the event or list that an email goes to exists; not for a deleted event, even if it can be restored. */
export const targetExists = async (to: EmailTo): Promise<boolean> =>
  !('eventId' in to) || exists(await events.get({ eventId: to.eventId }, { consistent: true }))

const exists = (event: Event | undefined): boolean => event !== undefined && isVisible(event)

/** The players whose families an email is for, without duplicates, and by their current ids after merges. */
export async function playersIn(to: EmailTo): Promise<Player[]> {
  if ('playerIds' in to) {
    const shownPlayers = await playersShown(to.playerIds, { consistent: false })
    return unique(shownPlayers.filter((player) => player !== undefined))
  }
  if ('eventId' in to) {
    const { eventId, invited } = to
    if (!exists(await events.get({ eventId }))) throw new Problem('not_found')
    const status = ({ all: undefined, going: 'Accepted', notAnswered: 'Pending' } as const)[invited]
    const answers = await invites.ofEvent({ eventId })
    return unique(answers.filter((answer) => status === undefined || answer.status === status))
  }
  if ('tagIds' in to) return playersWithTags(to.among, new Set(to.tagIds))
  const rosterPlayers: Player[] = []
  for (const chunk of chunks(to.teamIds, concurrency)) {
    const rosters = await Promise.all(chunk.map((teamId) => teamPlayers.withTeam({ teamId })))
    if (rosters.some(({ team }) => !team)) throw new Problem('not_found')
    rosterPlayers.push(...rosters.flatMap(({ players: roster }) => roster))
  }
  return unique(rosterPlayers)
}

const unique = (all: readonly Player[]): Player[] => [
  ...new Map(all.map((player) => [player.playerId, player])).values(),
]

/** Players of a team or the whole club with one of these tags. */
async function playersWithTags(orgUnitId: string, tagIds: ReadonlySet<string>): Promise<Player[]> {
  const isTagged = ({ tags = [] }: PlayerRow) => tags.some(({ id }) => tagIds.has(id))
  const teamId = teamOf(orgUnitId)
  if (teamId === undefined) {
    const taggedPlayers: Player[] = []
    for await (const part of players.everyone(orgUnitId)) taggedPlayers.push(...part.filter(isTagged))
    return taggedPlayers
  }
  const { team, players: roster } = await teamPlayers.withTeam({ teamId })
  if (!team) throw new Problem('not_found')
  const rosterPlayers = await players.getMany(roster.map(({ playerId }) => ({ playerId })))
  return rosterPlayers.filter((player) => player !== undefined).filter(isTagged)
}
