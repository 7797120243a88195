import * as z from 'zod/mini'
import { check, longest, required, type ValueFault } from '../rules/faults.ts'
import { longestAgreement } from '../rules/agreements.ts'
import { nameLimit, whyCannotName } from '../rules/names.ts'
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
const Signed = z.object({ textVersion: z.int(), by: z.string(), signedAt: z.string() })

/** The agreements that a club asks families to sign, and the signatures. */
export const agreements = {
  'GET /rest-api/agreements/club/{orgId}': {
    can: 'canManageRegistration',
    subject: 'path.orgId',
    does: 'Lists what a club asks families to agree to, also what it no longer asks for.',
    early: true,
    returns: z.object({ name: z.string(), agreements: z.array(Agreement) }),
  },
  'POST /rest-api/agreements/club/{orgId}': {
    can: 'canManageRegistration',
    subject: 'path.orgId',
    does: 'Asks families for one more agreement. The caller makes the last part of its id: the same again changes nothing, and what is other then is a change.',
    body: z.object({ part: part('w'), title: Title, text: Text }),
    returns: Agreement,
    refuses: ['too_many_agreements', 'already_there', 'conflict'],
  },
  'GET /rest-api/agreements/agreement/{agreementId}': {
    can: 'member',
    subject: 'path.agreementId',
    does: 'Shows the text of an agreement: as it stands, or as it was in an earlier version.',
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
    does: 'Changes an agreement. A text that is another one is a new version, and every family is asked again.',
    body: z.object({ title: Title, text: Text, revision: z.int() }),
    returns: Agreement,
    refuses: ['conflict'],
  },
  'PUT /rest-api/agreements/agreement/{agreementId}/archived': {
    can: 'canManageRegistration',
    subject: 'path.agreementId',
    does: 'Asks families no longer, or again. What was agreed to stays.',
    body: z.object({ archived: z.boolean() }),
    returns: Agreement,
    refuses: ['too_many_agreements', 'conflict'],
  },
  'GET /rest-api/agreements/standing/{orgUnitId}': {
    can: 'canEditPlayers',
    subject: 'path.orgUnitId',
    does: 'Shows for which players what the club asks for is agreed to: of a team at once, of a club 50 players at a time.',
    early: true,
    query: z.object({ cursor: Cursor }),
    returns: z.object({
      name: z.string(),
      agreements: z.array(z.object({ id: z.string(), title: z.string(), textVersion: z.int() })),
      players: z.array(
        z.extend(PlayerName, {
          /** In the order of `agreements`; null if a signature is missing. */
          signed: z.array(z.nullable(Signed)),
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
    does: 'The same as a table, of all players.',
    returns: file('text/csv'),
  },
  'POST /rest-api/agreements/ask/{teamId}': {
    can: 'canEditPlayers',
    subject: 'path.teamId',
    spends: 'mail',
    does: 'Asks by mail the families of a team who still have to agree: each at most once a day.',
    /** `alone`: players of age without an account of their own, for whom nobody can sign. */
    returns: z.object({ asked: z.int(), alone: z.int() }),
    refuses: ['all_agreed', 'own_account_needed', 'nobody_to_ask'],
  },
  'GET /rest-api/agreements/mine': {
    can: 'signed_in',
    does: 'Lists what the clubs of the caller’s own players ask for, and for which of them it is agreed to.',
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
            z.extend(PlayerName, { signed: z.nullable(Signed), ofAge: z.boolean(), mayAgree: z.boolean() }),
          ),
        }),
      ),
    }),
  },
  'POST /rest-api/agreements/agreement/{agreementId}/sign': {
    can: 'family',
    subject: 'body.playerId',
    does: 'Agrees for an own player to the version of the text that was read, by typing one’s own name. The same again changes nothing.',
    body: z.object({
      playerId: id('player'),
      textVersion: z.int().check(z.minimum(1)),
      name: z.string().check(z.trim(), z.maxLength(200)),
    }),
    returns: Signed,
    refuses: ['agreement_changed', 'agreement_ended', 'not_your_name', 'of_age_signs', 'guardian_does', 'conflict'],
  },
  'GET /rest-api/agreements/agreement/{agreementId}/proof/{playerId}': {
    can: 'family',
    subject: 'path.playerId',
    team: 'query.teamId',
    does: 'Shows who agreed for a player, to which words, when and from where: to the family, and to who edits the player.',
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
          from: z.string(),
          ofAge: z.boolean(),
        }),
      ),
    }),
  },
} as const satisfies Area
