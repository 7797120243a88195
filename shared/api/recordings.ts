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
const mayView = { can: 'signed_in', subject: 'path.recordingId' } as const
const mayRecordThis = { ...records, subject: 'path.recordingId' } as const

const Title = z.string().check(z.trim(), z.minLength(1), z.maxLength(recordingTitleLimit))
const SharedWith = z.object({
  team: z.boolean(),
  playerIds: z.array(id('player')).check(z.maxLength(maxShares - 1)),
})
/** The players who can be seen in it. */
const ShownPlayerIds = z.array(id('player')).check(z.maxLength(maxShown))
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
    does: 'Lists the recordings of the caller’s teams, or of one of them, newest first, 20 per page. Users who record for a team get all of its recordings; others get those shared with them or their players, including those shared by a player’s former team. With `bin`, lists the deleted recordings that can be restored.',
    query: z.object({
      teamId: z.optional(id('team')),
      bin: z.optional(z.enum(['true', 'false'])),
      cursor: Cursor,
    }),
    returns: z.object({ recordings: z.array(Line), cursor: z.nullable(z.string()) }),
  },
  'GET /rest-api/recordings/teams': {
    can: 'signed_in',
    does: 'Lists the teams whose recordings the caller may see, and whether the caller may record for each.',
    returns: z.object({
      teams: z.array(z.object({ id: z.string(), name: z.string(), mayRecord: z.boolean() })),
    }),
  },
  'GET /rest-api/recordings/team/{teamId}': {
    ...records,
    subject: 'path.teamId',
    does: 'Returns the choices for a recording of a team: its events of the last 90 days, latest first, and the players with whom it can be shared.',
    early: true,
    returns: z.object({
      events: z.array(z.object({ id: z.string(), name: z.string(), start: z.string(), timezone: z.string() })),
      /** Each with whether their family allows pictures of them to be shown to the team. */
      players: z.array(z.extend(PlayerName, { mayBeShown: z.boolean() })),
    }),
  },
  'GET /rest-api/recordings/{recordingId}': {
    ...mayView,
    does: 'Returns a recording with its marked moments and a playback URL that is valid for 15 minutes. Available to people it is shared with and to users who record for its team.',
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
    does: 'Creates a recording of a team from an uploaded video, with or without an event, and stores which players can be seen in it. Other families see it only as far as the families of these players allow. The id is derived from the file; repeating the call does not create a second recording.',
    body: z.object({
      fileId: id('file'),
      title: Title,
      eventId: z.nullable(id('event')),
      sharedWith: SharedWith,
      shows: z.optional(ShownPlayerIds),
    }),
    returns: z.object({ id: z.string() }),
    refuses: ['file_missing', 'file_harmful', 'wrong_file', 'storage_full', 'conflict'],
  },
  'PUT /rest-api/recordings/{recordingId}': {
    ...mayRecordThis,
    does: 'Updates the title, event, sharing and visible players of a recording. Omitted fields stay unchanged. With `began`, the sharing and players as the caller first read them, only the caller’s additions and removals are applied; without it, the lists are replaced.',
    body: z.object({
      title: Title,
      eventId: z.optional(z.nullable(id('event'))),
      sharedWith: z.optional(SharedWith),
      shows: z.optional(ShownPlayerIds),
      began: z.optional(z.object({ sharedWith: z.optional(SharedWith), shows: z.optional(ShownPlayerIds) })),
    }),
    returns: z.object({}),
    refuses: ['chat_needs_adult', 'conflict'],
  },
  'PUT /rest-api/recordings/{recordingId}/poster': {
    ...mayRecordThis,
    does: 'Sets the thumbnail of a recording, a small JPEG in base64, and its duration.',
    body: z.object({
      jpeg: z.string().check(z.regex(/^[\w+/]+={0,2}$/), z.maxLength(Math.ceil(posterLimit / 3) * 4)),
      seconds: Second,
    }),
    returns: z.object({}),
    refuses: ['wrong_file'],
  },
  'DELETE /rest-api/recordings/{recordingId}': {
    ...mayRecordThis,
    does: 'Moves a recording to the bin, from which it can be restored for 30 days; with `forGood`, permanently deletes a recording that is in the bin.',
    query: z.object({ forGood: z.optional(z.enum(['true', 'false'])) }),
    returns: z.object({}),
    refuses: ['not_in_bin', 'conflict'],
  },
  'POST /rest-api/recordings/{recordingId}/restore': {
    ...mayRecordThis,
    does: 'Restores a recording from the bin.',
    returns: z.object({}),
  },
  'POST /rest-api/recordings/{recordingId}/moments': {
    ...mayRecordThis,
    does: 'Adds a marked moment to a recording, with a comment and drawings on the frame. Idempotent; refused with `saved_before` if it exists with other values.',
    body: z.object({
      part: part('q'),
      second: Second,
      comment: z.string().check(z.trim(), z.minLength(1), z.maxLength(momentLimit)),
      strokes: z.array(Stroke).check(z.maxLength(maxStrokes)),
    }),
    returns: z.object({ id: z.string() }),
    refuses: ['library_full', 'chat_needs_adult', 'saved_before', 'conflict'],
  },
  'DELETE /rest-api/recordings/{recordingId}/moments/{momentId}': {
    ...mayRecordThis,
    does: 'Deletes a marked moment.',
    returns: z.object({}),
  },
  'GET /rest-api/recordings/usage/{orgId}': {
    can: { anyOf: ['canEditTeam', 'canEditBilling'] },
    subject: 'path.orgId',
    does: 'Returns the peak storage used by the recordings of a club in each of the last months.',
    early: true,
    returns: z.object({ months: z.array(z.object({ month: z.string(), bytes: z.int() })) }),
  },
} as const satisfies Area
