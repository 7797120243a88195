import * as z from 'zod/mini'
import { pictureLimit } from '../../rules/registrations/addOns.ts'
import { id, PlayerName } from '../fields.ts'
import { FileSummary } from '../files.ts'
import { multipart, upload } from '../media.ts'
import type { Area } from '../route.ts'
import { Answers, Details, Filled, Form, Head, EntryStatus } from './shapes.ts'

/** Types of uploads: documents and pictures that browsers display safely. */
const attachments = ['image/jpeg', 'image/png', 'image/webp', 'application/pdf'] as const
const room = 2000

/** Anyone with an account may register: the registration itself determines what else they may see and do. */
export const details = {
  'GET /rest-api/register/{registrationId}/open': {
    can: 'anyone',
    does: 'Shows a registration to whoever has its address; of one that is by invitation or not open only what it is.',
    query: z.object({ orgUnitId: z.optional(id('organization', 'team')) }),
    returns: z.extend(Head, { form: z.nullable(Form) }),
  },
  'GET /rest-api/register/{registrationId}/first-step': {
    can: 'signed_in',
    does: 'What is asked of who registers a player, and who signs for it.',
    early: true,
    query: z.object({ orgUnitId: z.optional(id('organization', 'team')) }),
    returns: z.extend(Head, {
      ...Form.shape,
      currentlyLoggedUserFirstName: z.string(),
      currentlyLoggedUserLastName: z.string(),
    }),
    refuses: ['USER_NOT_INVITED_TO_REGISTRATION'],
  },
  'GET /rest-api/register/{registrationId}/my-players': {
    can: 'signed_in',
    does: 'Lists one’s own players in the club, what was filled in for whom, and who is registered.',
    early: true,
    returns: z.object({
      players: z.array(PlayerName),
      drafts: z.array(Filled),
      registered: z.array(EntryStatus),
      /** The family's address and names, as the caller filled them in for a child registered here. */
      home: z.optional(Answers),
      /** What the caller has signed already, for which child: the same text is not signed twice. */
      signed: z.array(
        z.object({
          registrationPlayerId: z.string(),
          title: z.string(),
          text: z.string(),
          name: z.string(),
          signedAt: z.string(),
        }),
      ),
    }),
  },
  'POST /rest-api/register/{registrationId}/details': {
    can: { grownUp: 'signed_in' },
    early: true,
    does: 'Keeps what was filled in for a player of one’s own, or a new one. The same again changes nothing.',
    body: Details,
    returns: z.object({ registrationPlayerId: z.string() }),
    refuses: [
      'USER_NOT_INVITED_TO_REGISTRATION',
      'registration_not_open',
      'registration_closed',
      'already_registered',
      'too_many_children',
      'too_much_kept',
      'file_missing',
      'file_harmful',
    ],
  },
  'DELETE /rest-api/register/{registrationId}/details/{registrationPlayerId}': {
    can: { grownUp: 'signed_in' },
    does: 'Throws away what was filled in for a player and not sent off. The same again changes nothing.',
    returns: z.object({}),
  },
  'POST /rest-api/register/{registrationId}/avatar/{registrationPlayerId}': {
    can: { grownUp: 'signed_in' },
    does: 'Keeps a picture of the player, a JPEG of at most 200 by 200, beside what was filled in.',
    body: multipart(z.object({ avatar: upload(['image/jpeg'], 200_000) }), 200_000 + room),
    returns: z.object({ avatarId: z.string(), avatar: z.string() }),
    refuses: ['not_a_picture'],
  },
  'POST /rest-api/register/{registrationId}/file': {
    can: { grownUp: 'signed_in' },
    does: 'Takes a file that answers a question. It goes within a day, unless what was filled in names it.',
    body: multipart(z.object({ file: upload(attachments, pictureLimit) }), pictureLimit + room),
    returns: FileSummary,
    refuses: ['wrong_file', 'too_many_requests'],
  },
} as const satisfies Area
