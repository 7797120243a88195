import { organizationOf, playerOf } from '#shared/ids.ts'
import { mayKnow, viewerOf } from '#shared/childData.ts'
import type { Access } from '#shared/permissions.ts'
import { Problem } from '#shared/problems.ts'
import { addHours } from '#shared/rules/days.ts'
import { fullName } from '#shared/rules/names.ts'
import { withholdForAccount } from '../http/secondFactor.ts'
import { ignore } from '../table/ignore.ts'
import { type Event, events, isVisible } from '../table/events.ts'
import { type Feed, feedDocuments, type FeedLanguage, feeds } from '../table/feeds.ts'
import { invites } from '../table/invites.ts'
import { meOf } from '../table/me.ts'
import { organizations } from '../table/organizations.ts'
import { chunks } from '../table/chunks.ts'
import { all, update, write } from '../table/table.ts'
import { organizationTeams, teams } from '../table/teams.ts'
import { ifUnchanged, type Stored } from '../table/writes.ts'
import { type Document, type FeedContent, etagOf, fittingDocument, unpacked } from './document.ts'
import { byEvent, eventEntry, familyEntry, type EntryContent } from './entries.ts'
import { mayShow, withCurrentPlayer } from './mayShow.ts'

/** The days that a feed covers. */
const daysBefore = 60
const daysAfter = 400

type Span = { from: string; to: string }

/**
 * Builds the current document of a feed, by its owner's current rights. Before it reads, it marks the feed as being built; a later change
 * removes that mark, so a document of data from before the change is returned once but not stored.
 */
export async function build(feed: Stored<Feed>, now: string): Promise<{ document: Document; etag: string }> {
  const { feedId } = feed
  const stamp = { actor: 'feeds', subject: feed.userId, at: now }
  const markPromise = update(stamp, feeds.change({ feedId }, { set: { state: 'building' }, when: ifUnchanged(feed) }))
  const marked = await markPromise.catch(ignore('conflict'))
  const [me, previous, current] = await Promise.all([
    meOf(feed),
    feedDocuments.get({ feedId }, { consistent: true }),
    withCurrentPlayer(feed),
  ])
  const span = { from: addHours(now, -24 * daysBefore), to: addHours(now, 24 * daysAfter) }
  const content = await contentFor(current, withholdForAccount(me).access, span)
  const next = { ...content, language: feed.language }
  const { document, bytes } = await fittingDocument(next, previous && (await unpacked(previous)), now)
  const etag = etagOf(document)
  if (marked)
    await write(
      stamp,
      // Changes of the kept player do not find the feed of a merged one: it is built with each fetch.
      feeds.change(
        { feedId },
        {
          set: { state: current.about === feed.about ? 'built' : 'stale', etag, builtAt: now },
          when: ifUnchanged(marked),
        },
      ),
      feedDocuments.upsert({ feedId }, { set: { packed: bytes, etag } }),
    ).catch(ignore('conflict'))
  return { document, etag }
}

async function contentFor(feed: Feed, access: Access, span: Span): Promise<Omit<FeedContent, 'language'>> {
  if (!mayShow(feed, access)) throw new Problem('not_found')
  switch (feed.scope) {
    case 'family':
      return ofFamily(feed, access, span)
    case 'player':
      return ofPlayer(feed, access, span)
    case 'team':
      return ofTeam(feed, span)
    case 'organization':
      return ofOrganization(feed, span)
  }
}

/** The user's own players; without any, those they follow, as on Today. */
async function ofFamily({ language }: Feed, access: Access, span: Span) {
  const hasOwnPlayers = access.players.length > 0
  const players = hasOwnPlayers ? access.players : access.following
  const lists = await Promise.all(players.map(({ id }) => invites.between(id, span.from, span.to)))
  const invitesByEvent = byEvent(
    lists
      .flat()
      .filter(isVisible)
      .map((invite) => ({ invite, answer: hasOwnPlayers && knowsAnswer(access, playerOf(invite.inviteId)) })),
  )
  const entries = [...invitesByEvent].map(([eventId, eventInvites]) => familyEntry(eventId, eventInvites, language))
  return { name: 'Touchline', entries, players: new Set(players.map(({ id }) => id)) }
}

/** The club may have taken this right from a guardian. */
const knowsAnswer = (access: Access, playerId: string): boolean =>
  mayKnow(
    'answer',
    viewerOf(access, { organizationId: organizationOf(playerId) }, { isRosterVisible: false }),
    playerId,
  )

async function ofPlayer(feed: Feed, access: Access, span: Span) {
  const { about: playerId, language } = feed
  const visibleInvites = (await invites.between(playerId, span.from, span.to)).filter(isVisible)
  const answer = knowsAnswer(access, playerId)
  const eventInvites = [...byEvent(visibleInvites.map((invite) => ({ invite, answer })))]
  const name = visibleInvites[0] ? fullName(visibleInvites[0]) : 'Touchline'
  const entries = eventInvites.map(([eventId, each]) => familyEntry(eventId, each, language))
  return { name, entries, players: new Set([playerId]) }
}

const entriesOf = async (orgUnitId: string, { from, to }: Span, language: FeedLanguage): Promise<EntryContent[]> =>
  (await all<Event>(events.between(orgUnitId, from, to)))
    .filter(isVisible)
    .map((event) => eventEntry(event.eventId, event, language))

async function ofTeam({ about: teamId, language }: Feed, span: Span) {
  const [team, entries] = await Promise.all([teams.get({ teamId }), entriesOf(teamId, span, language)])
  if (!team) throw new Problem('not_found')
  return { name: team.name, entries, players: new Set<string>() }
}

/** How many teams are read at the same time. */
const concurrency = 16

async function ofOrganization({ about: organizationId, language }: Feed, span: Span) {
  const [organization, list] = await Promise.all([
    organizations.get({ organizationId }),
    organizationTeams.active({ organizationId }),
  ])
  if (!organization) throw new Problem('not_found')
  const entries = await entriesOf(organizationId, span, language)
  for (const part of chunks(list, concurrency))
    entries.push(...(await Promise.all(part.map(({ teamId }) => entriesOf(teamId, span, language)))).flat())
  return { name: organization.name, entries, players: new Set<string>() }
}
