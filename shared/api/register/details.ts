import * as z from 'zod/mini'
import { pictureLimit } from '../../rules/registrations/addOns.ts'
import { id, PlayerName } from '../fields.ts'
import { FileSummary } from '../files.ts'
import { multipart, upload } from '../media.ts'
import type { Area } from '../route.ts'
import { Answers, Details, FilledDetails, Form, Head, EntryStatus } from './shapes.ts'

/** Types of uploads: documents and pictures that browsers display safely. */
const attachments = ['image/jpeg', 'image/png', 'image/webp', 'application/pdf'] as const
const room = 2000

/** Anyone with an account may register: the registration itself determines what else they may see and do. */
export const details = {
  'GET /rest-api/register/{registrationId}/open': {
    can: 'anyone',
    does: 'Returns a registration. `form` is null if the registration is by invitation only or not open.',
    query: z.object({ orgUnitId: z.optional(id('organization', 'team')) }),
    returns: z.extend(Head, { form: z.nullable(Form) }),
  },
  'GET /rest-api/register/{registrationId}/first-step': {
    can: 'signed_in',
    does: 'Returns the form of a registration, and the caller’s name for signatures.',
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
    does: 'Lists the caller’s own players in the club, their saved drafts, and their registrations.',
    early: true,
    returns: z.object({
      players: z.array(PlayerName),
      drafts: z.array(FilledDetails),
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
    does: 'Saves the details of one of the caller’s own players, or of a new player, as a draft. Idempotent.',
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
    does: 'Deletes the draft of a player. Idempotent.',
    returns: z.object({}),
  },
  'POST /rest-api/register/{registrationId}/avatar/{registrationPlayerId}': {
    can: { grownUp: 'signed_in' },
    does: 'Adds a picture of the player to a draft: a JPEG of at most 200 by 200 pixels.',
    body: multipart(z.object({ avatar: upload(['image/jpeg'], 200_000) }), 200_000 + room),
    returns: z.object({ avatarId: z.string(), avatar: z.string() }),
    refuses: ['not_a_picture'],
  },
  'POST /rest-api/register/{registrationId}/file': {
    can: { grownUp: 'signed_in' },
    does: 'Uploads a file that answers a question. It is deleted after a day unless a saved draft refers to it.',
    body: multipart(z.object({ file: upload(attachments, pictureLimit) }), pictureLimit + room),
    returns: FileSummary,
    refuses: ['wrong_file', 'too_many_requests'],
  },
} as const satisfies Area
