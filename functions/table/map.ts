/**
 * THE TABLE. Every kind of item we keep, where it lives, and the question that place answers.
 *
 *   kind           pk              sk                   by time (at)   by event          asked for
 *   Profile        USER#user       PROFILE                                               who is this person
 *   Access         USER#user       ACCESS                                                what may this person do, and select
 *   Counts         USER#user       COUNTS                                                what waits for this person (read with Access)
 *   Walkthrough    USER#user       WALKTHROUGH#name                                      how far someone is with a guided walkthrough
 *   User           EMAIL#address   USER                                                  whose confirmed address is this
 *   Sent request   USER#user       SENT#sent                                             whom this person asked to be let in
 *   Sent count     USER#user       SENT-ON#day                                           how often on that day
 *   Request        USER#coach      REQUEST#asker.place  REQUEST#time                     who asks this coach to be let in
 *   Organization   ORG#org         ORG                                                   one organization
 *   Administrator  ORG#org         ORG#ADMIN#user                                        who runs an organization
 *   Org team       ORG#org         ORG#TEAM#team                                         the teams of an organization
 *   Team           TEAM#team       TEAM                                                  one team …
 *   Administrator  TEAM#team       TEAM#ADMIN#user                                       … with its coaches …
 *   Team player    TEAM#team       TEAM#PLAYER#player                                    … and its roster: one range
 *   Event          TEAM#team       EVENT#event          EVENT#start                      one event; a team's month
 *   Player         PLAYER#player   PLAYER                                                one player
 *   Family         PLAYER#player   FAMILY#user                                           whose player this is, and who follows
 *   Invite         PLAYER#player   INVITE#event         INVITE#start   event, player     a player's days; who comes to an event
 *   Invite mail    PLAYER#player   MAIL#event.user                                       whether this parent has been mailed about it
 *
 * An invite lives with its player and carries what a card shows of the event, so that Today is one round trip.
 */
import { eventOf, organizationOf, playerOf, teamOf } from '#shared/ids.ts'
import type { Access, Flag } from '#shared/permissions.ts'
import type { InviteStatus } from '#shared/rules/invites.ts'
import type { WalkthroughName } from '#shared/rules/walkthroughs.ts'
import { all, entity, type Range, startingWith } from './table.ts'

const inTime = (kind: string, instant: string) => `${kind}#${instant}`

export type User = { userId: string }
const user = ({ userId }: User) => `USER#${userId}`

/**
 * `email`: the address that the user pool last called verified; empty while none is known, and then nobody is mailed.
 * `avatarAt`: the instant at which the picture in the media bucket was put up; initials are shown without it.
 */
export type Profile = User & { email: string; firstName: string; lastName: string; avatarAt?: string }
export const profiles = entity<Profile, User>('Profile', (id) => ({ pk: user(id), sk: 'PROFILE' }))

/** `version` counts the changes, so that two of them at once are not mixed. */
export type AccessRow = Access & { version: number }
export const accessRows = entity<AccessRow, User>('Access', (id) => ({ pk: user(id), sk: 'ACCESS' }))

export type Counts = { unpaidFees: number; lateFees: number; unreadMessages: number; unreadChat?: number }
export const counts = entity<Counts, User>('Counts', (id) => ({ pk: user(id), sk: 'COUNTS' }))

/** Access and counts in one consistent read: they stand beside each other, and together are under 4 KB. */
export async function meOf(id: User): Promise<{ access: AccessRow | undefined; counts: Counts | undefined }> {
  const rows = await all<(AccessRow | Counts) & { sk: string }>({
    pk: user(id),
    from: 'ACCESS',
    to: 'COUNTS',
    consistent: true,
  })
  const at = (sk: string) => rows.find((row) => row.sk === sk)
  return { access: at('ACCESS') as AccessRow | undefined, counts: at('COUNTS') as Counts | undefined }
}

/** Made by the first close or by finishing; what has not happened is not there. */
export type Walkthrough = { completed?: boolean; closeCount?: number }
export const walkthroughs = entity<Walkthrough, User & { name: WalkthroughName }>('Walkthrough', (id) => ({
  pk: user(id),
  sk: `WALKTHROUGH#${id.name}`,
}))

/** An address as people are found by it: upper and lower case are the same. */
export const normalEmail = (email: string): string => email.trim().toLowerCase()
/** Whoever confirmed the address last. Addresses may hold `#`, keys may not: it goes in as an URL would have it. */
export const emailUsers = entity<User, { email: string }>('User', ({ email }) => ({
  pk: `EMAIL#${encodeURIComponent(normalEmail(email))}`,
  sk: 'USER',
}))

type Wanted = { playerName?: string; teamName?: string }
type SentId = User & { sentId: string }
/**
 * What someone asked of a coach's address, whether or not it is one. `ttl` is when it goes, in seconds since 1970.
 *   new     nobody has looked whose address it is; or it was nobody's, or there was no place for it
 *   placed  the coach has the request, the mail about it is still to be sent
 *   mailed  the mail was handed over, or is just being
 */
export type SentRequest = SentId &
  Wanted & { to: string; askedAt: string; state: 'new' | 'placed' | 'mailed'; ttl: number }
export const sentRequests = entity<SentRequest, SentId>('Sent request', (id) => ({
  pk: user(id),
  sk: `SENT#${id.sentId}`,
}))
export const sentCounts = entity<{ sent: number; ttl: number }, User & { day: string }>('Sent count', (id) => ({
  pk: user(id),
  sk: `SENT-ON#${id.day}`,
}))

type RequestId = User & { requestId: string }
/** A request as its coach (`userId`) gets it; its id is made by `requestIdOf`. */
export type Request = RequestId &
  Wanted & { askedBy: string; name: string; email: string; askedAt: string; ttl: number }
/** A place on a coach's list holds one request: who asks has as many open ones as they have places. */
export const requests = entity<Request, RequestId>(
  'Request',
  ({ userId, requestId }) => ({ pk: user({ userId }), sk: `REQUEST#${requestId.replace(/\.[^.]*$/, '')}` }),
  (row) => ({ at: inTime('REQUEST', row.askedAt) }),
)
/** `asker.place.20261121T180000000Z`: the time tells requests apart that had the same place one after the other. */
export const requestIdOf = ({ asker, place, askedAt }: { asker: string; place: number; askedAt: string }) =>
  `${asker}.${place}.${askedAt.replaceAll(/[^\dTZ]/g, '')}`
/** A coach's requests since an instant, the oldest first. */
export const requestsSince = (id: User, instant: string): Range => ({
  index: 'byTime',
  pk: user(id),
  from: inTime('REQUEST', instant),
  to: startingWith('REQUEST#').to,
})

export type Sport = { name: string; fieldLabel: string }
export type Organization = { organizationId: string; name: string; sport: Sport; timezone: string }
export const organizations = entity<Organization, { organizationId: string }>('Organization', (id) => ({
  pk: `ORG#${id.organizationId}`,
  sk: 'ORG',
}))

export type Administrator = User & { firstName: string; lastName: string; flags: Flag[] }
export const organizationAdministrators = entity<Administrator, User & { organizationId: string }>(
  'Administrator',
  (id) => ({ pk: `ORG#${id.organizationId}`, sk: `ORG#ADMIN#${id.userId}` }),
)
export const administratorsOf = ({ organizationId }: { organizationId: string }) =>
  all<Administrator>({ pk: `ORG#${organizationId}`, ...startingWith('ORG#ADMIN#') })

type TeamId = { teamId: string }
export type OrganizationTeam = TeamId & { name: string }
export const organizationTeams = entity<OrganizationTeam, TeamId>('Org team', (id) => ({
  pk: `ORG#${organizationOf(id.teamId)}`,
  sk: `ORG#TEAM#${id.teamId}`,
}))
export const teamsOf = ({ organizationId }: { organizationId: string }) =>
  all<OrganizationTeam>({ pk: `ORG#${organizationId}`, ...startingWith('ORG#TEAM#') })

export type Team = TeamId & {
  name: string
  organizationName: string
  sport: Sport
  isRosterVisible: boolean
  archivedAt?: string
}
export const teams = entity<Team, TeamId>('Team', (id) => ({ pk: `TEAM#${id.teamId}`, sk: 'TEAM' }))
export const teamAdministrators = entity<Administrator, User & TeamId>('Administrator', (id) => ({
  pk: `TEAM#${id.teamId}`,
  sk: `TEAM#ADMIN#${id.userId}`,
}))

export type TeamPlayer = { playerId: string; firstName: string; lastName: string; number?: string; position?: string }
export const teamPlayers = entity<TeamPlayer, TeamId & { playerId: string }>('Team player', (id) => ({
  pk: `TEAM#${id.teamId}`,
  sk: `TEAM#PLAYER#${id.playerId}`,
}))

/** A team with its coaches and its roster, in one range. */
export async function rosterOf({ teamId }: TeamId) {
  const rows = await all<{ kind: string }>({ pk: `TEAM#${teamId}`, ...startingWith('TEAM') })
  const of = <Row>(kind: string) => rows.filter((row) => row.kind === kind) as (Row & { kind: string })[]
  return {
    team: of<Team>('Team')[0],
    administrators: of<Administrator>('Administrator'),
    players: of<TeamPlayer>('Team player'),
  }
}

export type Place = {
  name: string
  address: string
  city: string
  state: string
  zip: string
  mapUrl?: string
  global?: boolean
}
/** What a card shows of an event; each invite carries it too. `start` and `end` are instants, `timezone` the venue's. */
export type EventSummary = {
  name: string
  description: string
  start: string
  end: string
  timezone: string
  field: string
  eventType: { name: string; color: string }
  teamName: string
  fieldLabel: string
  location?: Place
}
type EventId = { eventId: string }
export type Event = EventId & EventSummary
export const events = entity<Event, EventId>(
  'Event',
  (id) => ({ pk: `TEAM#${teamOf(id.eventId)}`, sk: `EVENT#${id.eventId}` }),
  (row) => ({ at: inTime('EVENT', row.start) }),
)
/** A team's events that start between two instants, in the order of time. */
export const eventsBetween = ({ teamId }: TeamId, from: string, to: string): Range => ({
  index: 'byTime',
  pk: `TEAM#${teamId}`,
  from: inTime('EVENT', from),
  to: inTime('EVENT', to),
})

export type PlayerTeam = { id: string; name: string; archivedAt?: string }
export type Player = { playerId: string; firstName: string; lastName: string; teams: PlayerTeam[]; bornOn?: string }
export const players = entity<Player, { playerId: string }>('Player', (id) => ({
  pk: `PLAYER#${id.playerId}`,
  sk: 'PLAYER',
}))
export type Family = User & { relation: 'own' | 'following' }
export const families = entity<Family, User & { playerId: string }>('Family', (id) => ({
  pk: `PLAYER#${id.playerId}`,
  sk: `FAMILY#${id.userId}`,
}))
export const familyOf = ({ playerId }: { playerId: string }) =>
  all<Family>({ pk: `PLAYER#${playerId}`, ...startingWith('FAMILY#') })

export type Invite = EventSummary & {
  inviteId: string
  status: InviteStatus
  note?: string
  /** Which answer stands; `unanswered` until the first one. Each answer may be given once, upon the one it knew. */
  answerId: string
  firstName: string
  lastName: string
  answeredBy?: string
  answeredAt?: string
  /** `wanted`: the parents are to be asked by mail. `sent`: they have been, or there was nothing left to ask. */
  mail?: 'wanted' | 'sent'
  /** The answer that was last given by a link in such a mail, whether or not it still stands. */
  usedLink?: string
}
export const invites = entity<Invite, { inviteId: string }>(
  'Invite',
  ({ inviteId }) => ({ pk: `PLAYER#${playerOf(inviteId)}`, sk: `INVITE#${eventOf(inviteId)}` }),
  (row) => ({ at: inTime('INVITE', row.start), event: eventOf(row.inviteId), player: playerOf(row.inviteId) }),
)
/** A player's invites to events that start between two instants. */
export const invitesBetween = (playerId: string, from: string, to: string) =>
  all<Invite>({ index: 'byTime', pk: `PLAYER#${playerId}`, from: inTime('INVITE', from), to: inTime('INVITE', to) })

/** Who is invited to an event, and what they answered, as it was a moment ago. */
export type Answer = Pick<Invite, 'status' | 'note' | 'firstName' | 'lastName'> & { player: string }
export const answersTo = ({ eventId }: EventId) =>
  all<Answer>({ index: 'byEvent', pk: eventId, ...startingWith(`${organizationOf(eventId)}.p`) })

/** Made before the mail is sent, so that there is one at most. `ttl` is when it goes, in seconds since 1970. */
export const inviteMails = entity<{ ttl: number }, User & { inviteId: string }>('Invite mail', (id) => ({
  pk: `PLAYER#${playerOf(id.inviteId)}`,
  sk: `MAIL#${eventOf(id.inviteId)}.${id.userId}`,
}))
