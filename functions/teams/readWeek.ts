import type { teams as contract } from '#shared/api/teams.ts'
import { organizationOf, teamOf } from '#shared/ids.ts'
import { mayKnow, viewerOf } from '#shared/childData.ts'
import type { Access } from '#shared/permissions.ts'
import { addHours } from '#shared/rules/days.ts'
import { isLong } from '#shared/rules/eventDays.ts'
import { byName } from '#shared/rules/names.ts'
import { eventCard } from '../events/cards.ts'
import { playerCard } from '../people/playerCard.ts'
import type { CallOf } from '../serve.ts'
import { chunks } from '../table/chunks.ts'
import { type Event, events, isVisible } from '../table/events.ts'
import { invites } from '../table/invites.ts'
import { type Birthday, players, isOnActiveTeam } from '../table/players.ts'
import { teamPlayers } from '../table/rosters.ts'
import { page, type Range } from '../table/table.ts'
import { organizationTeams } from '../table/teams.ts'

const days = 7
/** Events of several days are found for this many days after the first. */
const laterDays = 6
/** Limits of one request: users who run more than this see the first of it. */
const maxOrganizations = 5
const maxTeams = 20
const maxRead = 108
const maxEarlier = 54
const maxShown = 8
const maxNamed = 30

/** The week of an administrator or coach. The number of reads is bounded, whatever the size of the clubs. */
export async function readWeek({ query: { startUtc }, me, now }: CallOf<typeof contract, 'GET /rest-api/teams/week'>) {
  const { access } = await me
  const to = addHours(startUtc, days * 24)
  const ownClubs = access.organizations.filter(({ flags = [] }) => flags.length > 0).slice(0, maxOrganizations)
  const coached = access.organizations
    .filter(({ id }) => ownClubs.every((each) => each.id !== id))
    .flatMap(({ teams }) => teams.filter(({ flags = [] }) => flags.length > 0))
    .slice(0, maxTeams)
  const lists: RangeOf[] = [
    ...ownClubs.map(
      ({ id }): RangeOf =>
        (...days) =>
          events.ofClubBetween(id, ...days),
    ),
    ...coached.map(
      ({ id }): RangeOf =>
        (...days) =>
          events.between(id, ...days),
    ),
  ]
  const [eventLists, teamLists, birthdays] = await Promise.all([
    Promise.all(lists.map((between) => upcomingIn(between, [startUtc, to], now))),
    Promise.all(
      ownClubs.map(({ id: organizationId }) => organizationTeams.active({ organizationId }, { consistent: false })),
    ),
    birthdaysIn(access, { run: ownClubs.map(({ id }) => id), coached: coached.map(({ id }) => id) }, [startUtc, to]),
  ])
  const activeTeamIds = new Set(teamLists.flat().map(({ teamId }) => teamId))
  const isOfOwnClub = ({ eventId }: Event) => ownClubs.some(({ id }) => id === organizationOf(eventId))
  // Earlier dates of an archived team are left out, as they are from the club's calendar feeds.
  const isListed = (event: Event) => {
    const teamId = teamOf(event.eventId)
    return teamId === undefined || !isOfOwnClub(event) || activeTeamIds.has(teamId)
  }
  const upcoming = eventLists
    .flat()
    .filter(isListed)
    .toSorted((a, b) => (a.start < b.start ? -1 : 1))
  const shownEvents = upcoming.slice(0, maxShown)
  return {
    events: await Promise.all(shownEvents.map((event) => withTurnout(access, event))),
    more: Math.min(100, upcoming.length - shownEvents.length),
    birthdays: birthdays.map(({ day, ...player }) => ({ ...playerCard(player), day })),
    teams: coached.length + teamLists.flat().length,
  }
}

type RangeOf = (from: string, to: string) => Range
/**
 * Events of these days that are upcoming or under way, from the first page, and those of several days that began shortly before. On a
 * day with so many events that most of that page is over, those around now are read too.
 */
async function upcomingIn(between: RangeOf, [from, to]: [string, string], now: string): Promise<Event[]> {
  const isUpcoming = (event: Event) => isVisible(event) && event.end >= now
  const earlier = { ...between(addHours(from, -24 * laterDays), from), newestFirst: true, limit: maxEarlier }
  const [{ rows, next }, before] = await Promise.all([
    page<Event>({ ...between(from, to), limit: maxRead }),
    page<Event>(earlier),
  ])
  const first = [...before.rows.filter(isLong), ...rows].filter(isUpcoming)
  if (!next || first.length >= maxShown) return first
  const [started, later] = await Promise.all([
    page<Event>({ ...between(from, now), newestFirst: true, limit: maxRead }),
    page<Event>({ ...between(now, to), limit: maxRead }),
  ])
  const aroundNow = [...started.rows, ...later.rows].filter(isUpcoming)
  return [...new Map([...first, ...aroundNow].map((event) => [event.eventId, event])).values()]
}

async function withTurnout(access: Access, event: Event) {
  const { eventId } = event
  const teamId = teamOf(eventId)
  const viewer = viewerOf(
    access,
    { organizationId: organizationOf(eventId), ...(teamId !== undefined && { teamId }) },
    { isRosterVisible: false },
  )
  const answers = await invites.ofEvent({ eventId })
  const count = (countedStatus: string) => answers.filter(({ status }) => status === countedStatus).length
  const waiting = mayKnow('answer', viewer, '') ? answers.filter(({ status }) => status === 'Pending') : []
  return {
    event: eventCard(eventId, event),
    turnout: { going: count('Accepted'), notGoing: count('Declined'), waiting: count('Pending') },
    waiting: waiting.toSorted(byName).slice(0, maxNamed).map(playerCard),
  }
}

type WeekUnits = { run: string[]; coached: string[] }

/** Birthdays in these days, of players whose birth date the caller may know; a day is the one at the reader's noon. */
async function birthdaysIn(
  access: Access,
  { run: ownClubs, coached }: WeekUnits,
  [start, end]: [string, string],
): Promise<Birthday[]> {
  const [from, to] = [start, end].map((instant) =>
    addHours(instant, 12).slice('2026-'.length, '2026-04-01'.length),
  ) as [string, string]
  const birthdaysOf = async (organizationId: string) =>
    from <= to
      ? await players.withBirthday(organizationId, from, to)
      : [
          ...(await players.withBirthday(organizationId, from, '12-31')),
          ...(await players.withBirthday(organizationId, '01-01', to)),
        ]
  const knows = (organizationId: string, teamId?: string) => {
    const subject = { organizationId, ...(teamId !== undefined && { teamId }) }
    return mayKnow('birthDate', viewerOf(access, subject, { isRosterVisible: false }), '')
  }
  const clubPlayers = await Promise.all(
    ownClubs.filter((id) => knows(id)).map(async (id) => activePlayersAmong(await birthdaysOf(id))),
  )
  const teamIds = coached.filter((id) => knows(organizationOf(id), id))
  const [rosters, clubBirthdays] = await Promise.all([
    Promise.all(teamIds.map((teamId) => teamPlayers.withTeam({ teamId }))),
    Promise.all([...new Set(teamIds.map(organizationOf))].map(birthdaysOf)),
  ])
  const rosterIds = new Set(rosters.flatMap(({ players: roster }) => roster.map(({ playerId }) => playerId)))
  const teamPlayersBorn = await activePlayersAmong(
    clubBirthdays.flat().filter(({ playerId }) => rosterIds.has(playerId)),
  )
  return [...clubPlayers.flat(), ...teamPlayersBorn].slice(0, maxNamed)
}

/**
 * Players who have left all teams, or are only on archived ones, are not the club's news for years to come. Looks up no more than
 * are shown.
 */
async function activePlayersAmong(found: readonly Birthday[]): Promise<Birthday[]> {
  const active: Birthday[] = []
  for (const part of chunks([...found], maxNamed)) {
    const rows = await players.getMany(part)
    active.push(...part.filter((_, i) => rows[i] !== undefined && isOnActiveTeam(rows[i])))
    if (active.length >= maxNamed) break
  }
  return active
}
