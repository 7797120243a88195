import * as z from 'zod/mini'
import { Cursor, id } from '../fields.ts'
import type { Area } from '../route.ts'
import { byRegistration, Cents, Question, Questions, Setup, setup, Status, Tag, Type } from './fields.ts'

const Line = z.object({
  registrationId: z.string(),
  registrationType: Type,
  name: z.string(),
  orgUnit: z.object({ id: z.string(), name: z.string() }),
  tags: z.array(Tag),
  registrationStatus: Status,
  launchDate: z.nullable(z.string()),
  closeDate: z.nullable(z.string()),
  createdAt: z.string(),
})
const Details = z.object({
  registrationId: z.string(),
  registrationType: Type,
  registrationStatus: Status,
  orgUnit: z.object({ id: z.string(), name: z.string() }),
  organization: z.object({ id: z.string(), name: z.string(), timezone: z.string(), country: z.string() }),
  setup: Setup,
  mainPaymentAccountId: z.nullable(z.string()),
  questions: z.array(Question),
  tags: z.array(Tag),
  createdAt: z.string(),
  /** The revisions of the setup and the questions, on which changes are conditional. */
  revision: z.int(),
  questionsRevision: z.int(),
})

/** Registrations of a club, and the first step of the builder. */
export const building = {
  'GET /rest-api/registration/teams/{orgId}': {
    can: 'member',
    subject: 'path.orgId',
    does: 'Lists the teams of a club whose registrations one may manage, and whether those of the whole club.',
    early: true,
    returns: z.object({ all: z.boolean(), teams: z.array(z.object({ id: z.string(), name: z.string() })) }),
  },
  'GET /rest-api/registration/list/{orgUnitId}': {
    can: 'canManageRegistration',
    subject: 'path.orgUnitId',
    does: 'Lists the registrations of a team or a club, 50 at a time, the newest first.',
    early: true,
    query: z.object({
      registrationStatus: z.optional(Status),
      /** Text in their names. */
      filter: z.optional(z.string().check(z.maxLength(100))),
      /** Ids of tags, separated by commas: registrations with all of them. */
      tags: z.optional(z.string().check(z.regex(/^[\w.,]{1,700}$/))),
      /** For a club: also those of all its teams. */
      isAllTeams: z.optional(z.enum(['true', 'false'])),
      pageSize: z.optional(z.literal('50')),
      cursor: Cursor,
    }),
    returns: z.object({ registrations: z.array(Line), cursor: z.nullable(z.string()) }),
    refuses: ['registration_off'],
  },
  'POST /rest-api/registration/create': {
    can: 'canManageRegistration',
    subject: 'body.orgUnitId',
    does: 'Begins a registration of a team or a club. The same again, by its id, changes nothing.',
    body: z.object({
      registrationType: Type,
      orgUnitId: id('organization', 'team'),
      /**
       * Chosen by the client, within the team or club, so that a retry does not create it twice; without it each request creates
       * another.
       */
      registrationId: z.optional(id('registration')),
    }),
    returns: z.object({ registrationId: z.string() }),
    refuses: ['registration_off', 'team_archived'],
  },
  'POST /rest-api/registration/copy/{registrationId}': {
    ...byRegistration,
    does: 'Begins a registration with all of another one but its people and its dates. The same again changes nothing.',
    body: z.object({ registrationId: id('registration') }),
    returns: z.object({ registrationId: z.string() }),
    refuses: ['registration_off', 'team_archived'],
  },
  'DELETE /rest-api/registration/{registrationId}': {
    ...byRegistration,
    does: 'Deletes a registration for which nobody has registered.',
    returns: z.object({}),
    refuses: ['registration_off', 'registration_in_use'],
  },
  'GET /rest-api/registration/step-details/{registrationId}': {
    ...byRegistration,
    does: 'Shows a registration as it is built: its setup and its questions.',
    early: true,
    returns: Details,
    refuses: ['registration_off'],
  },
  'POST /rest-api/registration/setup/{registrationId}': {
    ...byRegistration,
    does: 'Saves the setup as a whole, once all of it is right.',
    body: z.object({ ...setup, revision: z.int() }),
    returns: Details,
    refuses: ['registration_off', 'conflict'],
  },
  'PATCH /rest-api/registration/setup/{registrationId}': {
    ...byRegistration,
    does: 'Keeps what was typed into the setup so far; what is left out stays. Refused when somebody else has changed it since, and where families see it already and a limit, a deposit or a discount is emptied: that is saved with the whole.',
    body: z.object({ ...z.partial(Setup).shape, revision: z.int() }),
    returns: z.object({ setup: Setup, revision: z.int() }),
    refuses: ['registration_off', 'conflict'],
  },
  'PUT /rest-api/registration/questions/{registrationId}': {
    ...byRegistration,
    does: 'Keeps what who registers is asked, in its order. Refused when somebody else has changed it since.',
    body: z.object({ questions: Questions, questionsRevision: z.int() }),
    returns: z.object({ questions: z.array(Question), questionsRevision: z.int() }),
    refuses: ['registration_off', 'conflict'],
  },
  'POST /rest-api/registration/price/{registrationId}': {
    ...byRegistration,
    does: 'Calculates of a price what a family pays, what is taken of it and what the club gets.',
    body: z.object({ priceInCents: Cents, absorbFees: z.boolean() }),
    returns: z.object({
      priceInCents: z.int(),
      paysInCents: z.int(),
      takenInCents: z.int(),
      getsInCents: z.int(),
    }),
    refuses: ['registration_off', 'REGISTRATION_PRICE_LOWER_THAN_REGISTRATION_FEE'],
  },
} as const satisfies Area
