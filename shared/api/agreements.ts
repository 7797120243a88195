import * as z from 'zod/mini'
import { check, longest, required, type ValueFault } from '../rules/faults.ts'
import { longestAgreement } from '../rules/agreements.ts'
import { nameLimit, whyCannotName } from '../rules/nameInput.ts'
import { Cursor, id, part, PlayerName, rule } from './fields.ts'
import { file } from './media.ts'
import type { Area } from './route.ts'

const codeOf = (fault: ValueFault | undefined) => fault?.code
const Title = z.string().check(z.trim(), rule(whyCannotName, nameLimit))
const Text = z.string().check(
  z.trim(),
  rule((text) => codeOf(check(text, required, longest(longestAgreement))), longestAgreement),
)

const Agreement = z.object({
  id: z.string(),
  title: z.string(),
  /** The current version of the text, and its date. */
  textVersion: z.int(),
  since: z.string(),
  archived: z.boolean(),
  /** Changes are conditional on it. */
  revision: z.int(),
})
const Signature = z.object({ textVersion: z.int(), by: z.string(), signedAt: z.string() })

/** The agreements that a club asks families to sign, and the signatures. */
export const agreements = {
  'GET /rest-api/agreements/club/{orgId}': {
    can: 'canManageRegistration',
    subject: 'path.orgId',
    does: 'Lists the agreements of a club, including archived ones.',
    early: true,
    returns: z.object({ name: z.string(), agreements: z.array(Agreement) }),
  },
  'POST /rest-api/agreements/club/{orgId}': {
    can: 'canManageRegistration',
    subject: 'path.orgId',
    does: 'Creates an agreement for families to sign. Repeating the call has no effect; repeating it with another title or text updates the agreement.',
    body: z.object({ part: part('w'), title: Title, text: Text }),
    returns: Agreement,
    refuses: ['too_many_agreements', 'already_there', 'conflict'],
  },
  'GET /rest-api/agreements/agreement/{agreementId}': {
    can: 'member',
    subject: 'path.agreementId',
    does: 'Returns the text of an agreement, in its current or an earlier version.',
    early: true,
    query: z.object({ version: z.optional(z.string().check(z.regex(/^[1-9]\d{0,5}$/))) }),
    returns: z.object({
      id: z.string(),
      clubName: z.string(),
      title: z.string(),
      text: z.string(),
      textVersion: z.int(),
      since: z.string(),
      /** The revision of this title and text, if they are current. */
      revision: z.int(),
    }),
  },
  'PUT /rest-api/agreements/agreement/{agreementId}': {
    can: 'canManageRegistration',
    subject: 'path.agreementId',
    does: 'Updates an agreement. A different text becomes a new version, which every family is asked to sign again.',
    body: z.object({ title: Title, text: Text, revision: z.int() }),
    returns: Agreement,
    refuses: ['conflict'],
  },
  'PUT /rest-api/agreements/agreement/{agreementId}/archived': {
    can: 'canManageRegistration',
    subject: 'path.agreementId',
    does: 'Archives an agreement, so that families are no longer asked to sign it, or restores it. Signatures are kept.',
    body: z.object({ archived: z.boolean() }),
    returns: Agreement,
    refuses: ['too_many_agreements', 'conflict'],
  },
  'GET /rest-api/agreements/standing/{orgUnitId}': {
    can: 'canEditPlayers',
    subject: 'path.orgUnitId',
    does: 'Lists which agreements are signed for which players: all of a team, or those of a club, 50 players per page.',
    early: true,
    query: z.object({ cursor: Cursor }),
    returns: z.object({
      name: z.string(),
      agreements: z.array(z.object({ id: z.string(), title: z.string(), textVersion: z.int() })),
      players: z.array(
        z.extend(PlayerName, {
          /** In the order of `agreements`; null if a signature is missing. */
          signed: z.array(z.nullable(Signature)),
          /** Only the player can sign then, with an account of their own. */
          ofAge: z.boolean(),
          /** When the family was last asked by mail. */
          askedAt: z.nullable(z.string()),
        }),
      ),
      cursor: z.nullable(z.string()),
    }),
  },
  'GET /rest-api/agreements/standing/{orgUnitId}/csv': {
    logged: 'Export',
    can: 'canEditPlayers',
    subject: 'path.orgUnitId',
    does: 'Exports which agreements are signed for which players as CSV, for all players.',
    returns: file('text/csv'),
  },
  'POST /rest-api/agreements/ask/{teamId}': {
    can: 'canEditPlayers',
    subject: 'path.teamId',
    spends: 'mail',
    does: 'Emails the families of a team whose signatures are missing, at most once a day each.',
    /** `alone`: players of age without an account of their own, for whom nobody can sign. */
    returns: z.object({ asked: z.int(), alone: z.int() }),
    refuses: ['all_agreed', 'own_account_needed', 'nobody_to_ask'],
  },
  'GET /rest-api/agreements/mine': {
    can: 'signed_in',
    does: 'Lists the agreements of the clubs of the caller’s own players, and for which players they are signed.',
    returns: z.object({
      agreements: z.array(
        z.object({
          id: z.string(),
          title: z.string(),
          textVersion: z.int(),
          since: z.string(),
          club: z.object({ id: z.string(), name: z.string() }),
          /** `mayAgree`: false for a player of age, unless it is the caller. */
          players: z.array(
            z.extend(PlayerName, { signed: z.nullable(Signature), ofAge: z.boolean(), mayAgree: z.boolean() }),
          ),
        }),
      ),
    }),
  },
  'POST /rest-api/agreements/agreement/{agreementId}/sign': {
    can: 'family',
    subject: 'body.playerId',
    does: 'Signs the version of an agreement that was read for one of the caller’s own players, with the caller’s typed name. Idempotent.',
    body: z.object({
      playerId: id('player'),
      textVersion: z.int().check(z.minimum(1)),
      name: z.string().check(z.trim(), z.maxLength(200)),
    }),
    returns: Signature,
    refuses: ['agreement_changed', 'agreement_ended', 'not_your_name', 'of_age_signs', 'guardian_does', 'conflict'],
  },
  'GET /rest-api/agreements/agreement/{agreementId}/proof/{playerId}': {
    can: 'family',
    subject: 'path.playerId',
    team: 'query.teamId',
    does: 'Returns who signed an agreement for a player, with the text and time of each signature. Available to the family and to users who can edit the player.',
    early: true,
    query: z.object({ teamId: z.optional(id('team')) }),
    returns: z.object({
      clubName: z.string(),
      timezone: z.string(),
      player: PlayerName,
      signatures: z.array(
        z.object({
          title: z.string(),
          text: z.string(),
          textVersion: z.int(),
          by: z.string(),
          signedAt: z.string(),
          /** The IP address from which it was signed. Empty for other guardians of the player, and once the signer's account is erased. */
          from: z.string(),
          ofAge: z.boolean(),
        }),
      ),
    }),
  },
} as const satisfies Area
