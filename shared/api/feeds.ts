import * as z from 'zod/mini'
import { Day } from './fields.ts'
import { file } from './media.ts'
import type { Area } from './route.ts'

const Asked = z.object({
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
const Made = z.object({ feedId: z.string(), path: z.string() })
const refuses = ['too_many_feeds'] as const

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
    does: 'Lists one’s own calendar links, without their secrets.',
    early: true,
    returns: z.object({ feeds: z.array(FeedLine) }),
  },
  'POST /rest-api/feeds/family': {
    can: 'signed_in',
    does: 'Makes a secret link to the calendar of all own players, or gives an own link another secret.',
    body: Asked,
    returns: Made,
    refuses,
  },
  'POST /rest-api/feeds/player/{playerId}': {
    can: 'family',
    subject: 'path.playerId',
    does: 'Makes a secret link to the calendar of one player, or gives an own link another secret.',
    body: Asked,
    returns: Made,
    refuses,
  },
  'POST /rest-api/feeds/team/{teamId}': {
    can: 'member',
    subject: 'path.teamId',
    does: 'Makes a secret link to the calendar of one team, or gives an own link another secret.',
    body: Asked,
    returns: Made,
    refuses,
  },
  'POST /rest-api/feeds/organization/{orgId}': {
    can: 'canEditEvents',
    subject: 'path.orgId',
    does: 'Makes a secret link to the calendar of a club with all its teams, or gives an own link another secret.',
    body: Asked,
    returns: Made,
    refuses,
  },
  'DELETE /rest-api/feeds/{feedId}': {
    can: 'signed_in',
    does: 'Takes an own calendar link back: from then on it leads nowhere.',
    returns: z.object({ feedId: z.string() }),
  },
  'GET /rest-api/calendar/mails': {
    can: 'signed_in',
    does: 'Tells whether one gets the events of one’s own players as calendar mails.',
    early: true,
    returns: z.object({ on: z.boolean() }),
  },
  'PUT /rest-api/calendar/mails': {
    can: 'signed_in',
    does: 'Has new, changed and cancelled events of one’s own players come as calendar mails, or no more of them.',
    body: z.object({ on: z.boolean() }),
    returns: z.object({ on: z.boolean() }),
  },
  'GET /rest-api/calendar/feed/{feedFile}': {
    can: 'anyone',
    does: 'Gives a calendar to whoever has its secret link, while its owner may see what is in it.',
    returns: file('text/calendar'),
  },
  'GET /rest-api/calendar/event/{eventId}/file': {
    can: 'member',
    subject: 'path.eventId',
    does: 'Gives one event as a file for a calendar app.',
    early: true,
    returns: file('text/calendar'),
    refuses: ['event_archived'],
  },
} as const satisfies Area
