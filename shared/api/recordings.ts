import * as z from 'zod/mini'
import {
  longestRecording,
  momentLimit,
  maxPoints,
  maxStrokes,
  posterLimit,
  recording,
  recordingTitleLimit,
  strokeColors,
} from '../rules/recordings.ts'
import { maxShown } from '../rules/library.ts'
import { accessTypes, maxShares } from '../rules/shares.ts'
import { Cursor, id, part, PlayerName } from './fields.ts'
import type { Area } from './route.ts'

const records = { can: { anyOf: recording } } as const
/** The handler checks whom it is shared with: a player keeps what was shared with them after changing teams. */
const sees = { can: 'signed_in', subject: 'path.recordingId' } as const
const recordsIt = { ...records, subject: 'path.recordingId' } as const

const Title = z.string().check(z.trim(), z.minLength(1), z.maxLength(recordingTitleLimit))
const SharedWith = z.object({
  team: z.boolean(),
  playerIds: z.array(id('player')).check(z.maxLength(maxShares - 1)),
})
/** The players who can be seen in it. */
const Shows = z.array(id('player')).check(z.maxLength(maxShown))
const Second = z.number().check(z.gte(0), z.lte(longestRecording))
const Stroke = z.object({
  color: z.enum(strokeColors),
  points: z.array(z.int().check(z.gte(0), z.lte(1000))).check(z.minLength(4), z.maxLength(2 * maxPoints)),
})

/** A recording, as lists show it. */
const Line = z.object({
  id: z.string(),
  teamId: z.string(),
  teamName: z.string(),
  title: z.string(),
  /** Its event; null if it has none, or that one is gone. */
  event: z.nullable(z.object({ id: z.string(), name: z.string(), timezone: z.string() })),
  /** When the event began; without an event, when the recording was uploaded. */
  startsAt: z.string(),
  contentType: z.string(),
  size: z.int(),
  seconds: z.nullable(z.number()),
  moments: z.int(),
  access: z.enum(accessTypes),
  /** Whether anyone besides those who record for the team can see it. */
  shared: z.boolean(),
  /** The URL of its poster, valid for 15 minutes. */
  thumbnailPresignedUrl: z.nullable(z.string()),
  /** For one in the bin: when it is deleted. */
  goesAt: z.nullable(z.string()),
})

/** Recordings of the user's teams. */
export const recordings = {
  'GET /rest-api/recordings': {
    can: 'signed_in',
    does: 'Lists the recordings of one’s teams, or of one of them, the newest first, 20 at a time: those that are shared with the caller, also what their player was given by a team on which they are no more, and to who records for a team all of its. With `bin` what can be brought back.',
    query: z.object({
      teamId: z.optional(id('team')),
      bin: z.optional(z.enum(['true', 'false'])),
      cursor: Cursor,
    }),
    returns: z.object({ recordings: z.array(Line), cursor: z.nullable(z.string()) }),
  },
  'GET /rest-api/recordings/teams': {
    can: 'signed_in',
    does: 'Lists the teams whose recordings the caller may see, each with whether they record for it.',
    returns: z.object({
      teams: z.array(z.object({ id: z.string(), name: z.string(), mayRecord: z.boolean() })),
    }),
  },
  'GET /rest-api/recordings/team/{teamId}': {
    ...records,
    subject: 'path.teamId',
    does: 'What a recording of a team can be of, and with whom it can be shared: its events of the last 90 days, the latest first, and its players.',
    early: true,
    returns: z.object({
      events: z.array(z.object({ id: z.string(), name: z.string(), start: z.string(), timezone: z.string() })),
      /** Each with whether their family allows pictures of them to be shown to the team. */
      players: z.array(z.extend(PlayerName, { mayBeShown: z.boolean() })),
    }),
  },
  'GET /rest-api/recordings/{recordingId}': {
    ...sees,
    does: 'Shows a recording with its moments, and the address at which the caller can play it, for a quarter of an hour: to whom it is shared with, and to who records for its team.',
    early: true,
    returns: z.extend(Line, {
      /** Null if it was found harmful, and deleted. */
      filePresignedUrl: z.nullable(z.string()),
      marked: z.array(z.object({ id: z.string(), second: z.number(), comment: z.string(), strokes: z.array(Stroke) })),
      /** Only for users who record for the team. */
      sharedWith: z.nullable(z.object({ team: z.boolean(), players: z.array(PlayerName) })),
      /** For the same users: who can be seen in it. */
      shows: z.nullable(z.array(PlayerName)),
    }),
  },
  'POST /rest-api/recordings/team/{teamId}': {
    ...records,
    subject: 'path.teamId',
    does: 'Makes a film that has come a recording of a team, of one of its events or of none, and keeps which of its players can be seen in it: other families see it only as the families of these allow. It has the letters of the film: the same again is one.',
    body: z.object({
      fileId: id('file'),
      title: Title,
      eventId: z.nullable(id('event')),
      sharedWith: SharedWith,
      shows: z.optional(Shows),
    }),
    returns: z.object({ id: z.string() }),
    refuses: ['file_missing', 'file_harmful', 'wrong_file', 'storage_full', 'conflict'],
  },
  'PUT /rest-api/recordings/{recordingId}': {
    ...recordsIt,
    does: 'Changes what a recording is called, which event it is of, with whom it is shared, and who can be seen in it. What is left out stays. With `began`, what these two were when the caller began, only what they have put in or taken out is changed; without it all of it is as they say.',
    body: z.object({
      title: Title,
      eventId: z.optional(z.nullable(id('event'))),
      sharedWith: z.optional(SharedWith),
      shows: z.optional(Shows),
      began: z.optional(z.object({ sharedWith: z.optional(SharedWith), shows: z.optional(Shows) })),
    }),
    returns: z.object({}),
    refuses: ['chat_needs_adult', 'conflict'],
  },
  'PUT /rest-api/recordings/{recordingId}/poster': {
    ...recordsIt,
    does: 'Gives a recording the picture that lists show of it, a small JPEG in base64, and says how long it is.',
    body: z.object({
      jpeg: z.string().check(z.regex(/^[\w+/]+={0,2}$/), z.maxLength(Math.ceil(posterLimit / 3) * 4)),
      seconds: Second,
    }),
    returns: z.object({}),
    refuses: ['wrong_file'],
  },
  'DELETE /rest-api/recordings/{recordingId}': {
    ...recordsIt,
    does: 'Puts a recording into the bin, from which it can be brought back for 30 days; with `forGood` one that lies there goes at once.',
    query: z.object({ forGood: z.optional(z.enum(['true', 'false'])) }),
    returns: z.object({}),
    refuses: ['not_in_bin', 'conflict'],
  },
  'POST /rest-api/recordings/{recordingId}/restore': {
    ...recordsIt,
    does: 'Brings a recording back from the bin.',
    returns: z.object({}),
  },
  'POST /rest-api/recordings/{recordingId}/moments': {
    ...recordsIt,
    does: 'Marks a moment of a recording, with what there is to see and what is drawn on the frame.',
    body: z.object({
      part: part('q'),
      second: Second,
      comment: z.string().check(z.trim(), z.minLength(1), z.maxLength(momentLimit)),
      strokes: z.array(Stroke).check(z.maxLength(maxStrokes)),
    }),
    returns: z.object({ id: z.string() }),
    refuses: ['library_full', 'chat_needs_adult', 'conflict'],
  },
  'DELETE /rest-api/recordings/{recordingId}/moments/{momentId}': {
    ...recordsIt,
    does: 'Takes a moment away.',
    returns: z.object({}),
  },
  'GET /rest-api/recordings/usage/{orgId}': {
    can: { anyOf: ['canEditTeam', 'canEditBilling'] },
    subject: 'path.orgId',
    does: 'How much the recordings of a club took in each of the last months: what it kept at most at once.',
    early: true,
    returns: z.object({ months: z.array(z.object({ month: z.string(), bytes: z.int() })) }),
  },
} as const satisfies Area
