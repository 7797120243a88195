import * as z from 'zod/mini'
import type { Area } from './route.ts'

const CopyId = z.string().check(z.regex(/^[\w-]{22}$/))
const Copy = z.object({
  id: z.string(),
  state: z.enum(['wanted', 'ready', 'failed']),
  /** Progress in percent. */
  done: z.int(),
  wantedAt: z.string(),
  /** When it is deleted. */
  until: z.string(),
  bytes: z.nullable(z.int()),
})
const ErasureStatus = z.nullable(z.object({ wantedAt: z.string(), due: z.string(), receiptId: z.string() }))

/** A user's decisions about all of their data. */
export const privacy = {
  'GET /rest-api/privacy/copies': {
    can: 'signed_in',
    does: 'Lists the requested copies of the caller’s data with their progress, newest first.',
    early: true,
    returns: z.object({ copies: z.array(Copy) }),
  },
  'POST /rest-api/privacy/copies': {
    can: 'signed_in',
    does: 'Requests a copy of all of the caller’s data as one file, which is created in the background. Limited to one per day. Idempotent.',
    body: z.object({ copyId: CopyId }),
    returns: Copy,
    refuses: ['copy_asked_today'],
  },
  'POST /rest-api/privacy/copies/address': {
    can: 'signed_in',
    does: 'Returns a URL to download a finished copy of the caller’s data, valid for 15 minutes.',
    signedInWithin: 10,
    body: z.object({ copyId: CopyId }),
    returns: z.object({ address: z.string() }),
  },
  'GET /rest-api/privacy/erasure': {
    can: 'signed_in',
    does: 'Returns what would be erased with the caller’s account, what prevents it, and whether an erasure is already scheduled.',
    returns: z.object({
      standing: ErasureStatus,
      goes: z.object({
        players: z.int(),
        following: z.int(),
        clubs: z.int(),
        teams: z.int(),
        conversations: z.int(),
        feeds: z.int(),
      }),
      /** Clubs in which nobody else can appoint administrators: someone else has to be appointed first. */
      lastIn: z.array(z.string()),
      /** Own players without another parent or guardian: what the family has told the club about them is erased too. */
      alone: z.int(),
    }),
  },
  'POST /rest-api/privacy/erasure': {
    can: 'signed_in',
    does: 'Schedules the erasure of the caller’s account in seven days; until then it can be canceled. Idempotent.',
    signedInWithin: 10,
    returns: z.object({ standing: ErasureStatus }),
    refuses: ['last_administrator'],
  },
  'DELETE /rest-api/privacy/erasure': {
    can: 'signed_in',
    does: 'Cancels the scheduled erasure of the caller’s account.',
    returns: z.object({ standing: ErasureStatus }),
  },
  'GET /rest-api/privacy/receipt/{receiptId}': {
    can: 'anyone',
    does: 'Returns the state of an erasure by its receipt number. Requires no sign-in and contains no personal data.',
    returns: z.object({
      state: z.enum(['wanted', 'taken_back', 'done']),
      wantedAt: z.string(),
      due: z.string(),
      doneAt: z.nullable(z.string()),
    }),
  },
} as const satisfies Area
