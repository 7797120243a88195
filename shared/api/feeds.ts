import * as z from 'zod/mini'
import { Day } from './fields.ts'
import { file } from './media.ts'
import type { Area } from './route.ts'

const FeedForm = z.object({
  /**
   * Chosen by the client: sent again, it is the same link with a new secret, so that a lost response does not create a second
   * link.
   */
  feedId: z.string().check(z.regex(/^[\w-]{22}$/)),
  /** The owner's name for the device or app it is for. */
  label: z.string().check(z.trim(), z.maxLength(40)),
  language: z.enum(['en', 'es']),
})
/** The only time that the secret is returned: only its hash is stored. */
const CreatedFeed = z.object({ feedId: z.string(), path: z.string() })
const refusals = ['too_many_feeds'] as const

const FeedLine = z.object({
  feedId: z.string(),
  scope: z.enum(['family', 'player', 'team', 'organization']),
  /** The id of the player, team or organization; null for a family. */
  about: z.nullable(z.string()),
  /** Its name; null for a family. */
  name: z.nullable(z.string()),
  label: z.string(),
  madeAt: z.string(),
  fetchedOn: z.nullable(Day),
})

/** Calendars that a calendar app fetches by a secret link, and events as files. */
export const feeds = {
  'GET /rest-api/feeds': {
    can: 'signed_in',
    does: 'Lists the caller’s calendar links, without their secrets.',
    early: true,
    returns: z.object({ feeds: z.array(FeedLine) }),
  },
  'POST /rest-api/feeds/family': {
    can: 'signed_in',
    does: 'Creates a secret link to the calendar of all of the caller’s players, or generates a new secret for an existing link of the caller.',
    body: FeedForm,
    returns: CreatedFeed,
    refuses: refusals,
  },
  'POST /rest-api/feeds/player/{playerId}': {
    can: 'family',
    subject: 'path.playerId',
    does: 'Creates a secret link to the calendar of one player, or generates a new secret for an existing link of the caller.',
    body: FeedForm,
    returns: CreatedFeed,
    refuses: refusals,
  },
  'POST /rest-api/feeds/team/{teamId}': {
    can: 'member',
    subject: 'path.teamId',
    does: 'Creates a secret link to the calendar of one team, or generates a new secret for an existing link of the caller.',
    body: FeedForm,
    returns: CreatedFeed,
    refuses: refusals,
  },
  'POST /rest-api/feeds/organization/{orgId}': {
    can: 'canEditEvents',
    subject: 'path.orgId',
    does: 'Creates a secret link to the calendar of a club with all its teams, or generates a new secret for an existing link of the caller.',
    body: FeedForm,
    returns: CreatedFeed,
    refuses: refusals,
  },
  'DELETE /rest-api/feeds/{feedId}': {
    can: 'signed_in',
    does: 'Revokes one of the caller’s calendar links. It no longer works.',
    returns: z.object({ feedId: z.string() }),
  },
  'GET /rest-api/calendar/mails': {
    can: 'signed_in',
    does: 'Returns whether the caller gets the events of their players as calendar emails.',
    early: true,
    returns: z.object({ on: z.boolean() }),
  },
  'PUT /rest-api/calendar/mails': {
    can: 'signed_in',
    does: 'Switches calendar emails about new, changed and canceled events of the caller’s players on or off.',
    body: z.object({ on: z.boolean() }),
    returns: z.object({ on: z.boolean() }),
  },
  'GET /rest-api/calendar/feed/{feedFile}': {
    can: 'anyone',
    does: 'Returns the calendar of a secret link as an iCalendar file, as long as the owner of the link may see its contents. Requires no sign-in.',
    returns: file('text/calendar'),
  },
  'GET /rest-api/calendar/event/{eventId}/file': {
    can: 'member',
    subject: 'path.eventId',
    does: 'Returns an event as an iCalendar file.',
    early: true,
    returns: file('text/calendar'),
    refuses: ['event_archived'],
  },
} as const satisfies Area
