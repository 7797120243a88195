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
export const buildingRoutes = {
  'GET /rest-api/registration/teams/{orgId}': {
    can: 'member',
    subject: 'path.orgId',
    does: 'Lists the teams of a club whose registrations the caller can manage; `all` is true if the caller can manage those of the whole club.',
    early: true,
    returns: z.object({ all: z.boolean(), teams: z.array(z.object({ id: z.string(), name: z.string() })) }),
  },
  'GET /rest-api/registration/list/{orgUnitId}': {
    can: 'canManageRegistration',
    subject: 'path.orgUnitId',
    does: 'Lists the registrations of a team or club, newest first, 50 per page.',
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
    does: 'Creates a draft registration for a team or club. Repeating the call with the same `registrationId` has no effect; with another type it is refused with `saved_before`.',
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
    refuses: ['registration_off', 'team_archived', 'saved_before'],
  },
  'POST /rest-api/registration/copy/{registrationId}': {
    ...byRegistration,
    does: 'Creates a draft as a copy of another registration, without its players, dates, and events. Idempotent.',
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
    does: 'Returns a registration in the builder: its setup, questions, and tags.',
    early: true,
    returns: Details,
    refuses: ['registration_off'],
  },
  'POST /rest-api/registration/setup/{registrationId}': {
    ...byRegistration,
    does: 'Saves the complete setup of a registration after validating it. The last way to pay for a launched one with prices cannot be turned off.',
    body: z.object({ ...setup, revision: z.int() }),
    returns: Details,
    refuses: ['registration_off', 'no_way_to_pay', 'conflict'],
  },
  'PATCH /rest-api/registration/setup/{registrationId}': {
    ...byRegistration,
    does: 'Saves part of the setup; omitted fields are unchanged. Refused if someone else has changed it since. Once the registration is launched, this call cannot remove a limit, deposit, or discount: save the complete setup instead.',
    body: z.object({ ...z.partial(Setup).shape, revision: z.int() }),
    returns: z.object({ setup: Setup, revision: z.int() }),
    refuses: ['registration_off', 'no_way_to_pay', 'conflict'],
  },
  'PUT /rest-api/registration/questions/{registrationId}': {
    ...byRegistration,
    does: 'Replaces the questions of a registration, in the given order. Refused if someone else has changed them since.',
    body: z.object({ questions: Questions, questionsRevision: z.int() }),
    returns: z.object({ questions: z.array(Question), questionsRevision: z.int() }),
    refuses: ['registration_off', 'conflict'],
  },
  'POST /rest-api/registration/price/{registrationId}': {
    ...byRegistration,
    does: 'Calculates what a family pays for a price, which fees are deducted, and what the club receives.',
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
