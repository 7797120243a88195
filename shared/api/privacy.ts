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
    does: 'Lists the copies of all one’s data that were asked for, the newest first, and how far each is.',
    early: true,
    returns: z.object({ copies: z.array(Copy) }),
  },
  'POST /rest-api/privacy/copies': {
    can: 'signed_in',
    does: 'Asks for a copy of all one’s data as one file, made in the background; one a day. The same again changes nothing.',
    body: z.object({ copyId: CopyId }),
    returns: Copy,
    refuses: ['copy_asked_today'],
  },
  'POST /rest-api/privacy/copies/address': {
    can: 'signed_in',
    does: 'Gives an address at which a copy that is ready can be saved, for a quarter of an hour.',
    body: z.object({ copyId: CopyId }),
    returns: z.object({ address: z.string() }),
  },
  'GET /rest-api/privacy/erasure': {
    can: 'signed_in',
    does: 'Tells what would go with one’s account, what would stay and why, and whether it is to be erased already.',
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
    does: 'Has one’s account erased in seven days, unless it is taken back before. The same again changes nothing.',
    signedInWithin: 10,
    returns: z.object({ standing: ErasureStatus }),
    refuses: ['last_administrator'],
  },
  'DELETE /rest-api/privacy/erasure': {
    can: 'signed_in',
    does: 'Takes it back: the account stays.',
    returns: z.object({ standing: ErasureStatus }),
  },
  'GET /rest-api/privacy/receipt/{receiptId}': {
    can: 'anyone',
    does: 'Tells whoever has the number of an erasure how it stands. It names nobody.',
    returns: z.object({
      state: z.enum(['wanted', 'taken_back', 'done']),
      wantedAt: z.string(),
      due: z.string(),
      doneAt: z.nullable(z.string()),
    }),
  },
} as const satisfies Area
