import { organizations } from '#functions/table/organizations.ts'
import {
  countNames,
  type EntryState,
  placeOf,
  registrationCounts,
  registrationDrafts,
  registrationEntries,
} from '#functions/table/registrationEntries.ts'
import { registrationOptions, registrationQuestions, registrations } from '#functions/table/registrations.ts'
import { write } from '#functions/table/table.ts'
import { register } from '#shared/api/register.ts'
import { playerOf } from '#shared/ids.ts'
import { firstQuestions } from '#shared/rules/registrations/questions.ts'
import { firstSetup } from '#shared/rules/registrations/registration.ts'
import { type Club, stamp } from '../club.ts'
import { registrationOf } from '../registrations/exampleRequests.ts'
import { aJpeg } from '../pictures.ts'
import type { Requests } from '../exampleRequests.ts'

/** A valid request to each route of player registration, and the setup it needs. */

export const registrationPlayerOf = ({ teamId }: { teamId: string }) => `${registrationOf({ teamId })}.p0000000000z`
const picture = new Blob([new Uint8Array(aJpeg())], { type: 'image/jpeg' })
const filledDetails = {
  isNew: true,
  firstName: 'Nora',
  lastName: 'Moreno',
  optionIds: ['option-1'],
  addOns: [],
  answers: { 'question-firstname': ['Nora'], 'question-lastname': ['Moreno'] },
}

type Params = Record<string, string>
/** In the requested registration, by default that of the Falcons. */
const registrationPlayerIn = ({ falcons }: Club, { registrationId }: Params) =>
  registrationId ? `${registrationId}.p0000000000z` : registrationPlayerOf(falcons)

type Body = object | ((club: Club, params: Params) => Promise<object>)
const bodies: Record<string, Body> = {
  'POST /rest-api/register/{registrationId}/details': async ({ falcons }) => ({
    registrationPlayerId: registrationPlayerOf(falcons),
    playerId: 'new_player',
    optionIds: ['option-1'],
    addOnFormResponses: [],
    answers: filledDetails.answers,
  }),
  'POST /rest-api/register/{registrationId}/avatar/{registrationPlayerId}': { avatar: picture },
  'POST /rest-api/register/{registrationId}/file': { file: new File([picture], 'card.jpg', { type: 'image/jpeg' }) },
  'POST /rest-api/register/{registrationId}/promo-code': { code: null },
  'POST /rest-api/register/{registrationId}/payment-plan': { byPlan: false },
  'POST /rest-api/register/{registrationId}/finalize': async ({ falcons }) => ({
    registrationPlayerIds: [registrationPlayerOf(falcons)],
    totalInCents: 10_000,
    payBy: 'BILL',
  }),
  'POST /rest-api/register/{registrationId}/payment-intent': async ({ falcons }) => ({
    registrationPlayerIds: [registrationPlayerOf(falcons)],
  }),
  'POST /rest-api/register/{registrationId}/accept': async ({ falcons }) => ({
    registrationPlayerId: registrationPlayerOf(falcons),
    payBy: 'BILL',
  }),
  'POST /rest-api/register/{registrationId}/withdraw': async ({ falcons }) => ({
    registrationPlayerId: registrationPlayerOf(falcons),
  }),
  'POST /rest-api/register/{registrationId}/cancel': async (club, params) => ({
    registrationPlayerId: registrationPlayerIn(club, params),
    paid: 'credit',
  }),
  'POST /rest-api/register/{registrationId}/change': async (club, params) => ({
    registrationPlayerId: registrationPlayerIn(club, params),
    optionIds: ['option-1'],
    addOnFormResponses: [],
    answers: {},
    priceInCents: 10_000,
    revision: 1,
  }),
  'POST /rest-api/register/{registrationId}/waiting': async (club, params) => ({
    registrationPlayerId: registrationPlayerIn(club, params),
    before: null,
  }),
}
const queries: Record<string, Record<string, string>> = {
  'GET /rest-api/register/{registrationId}/open': {},
  'GET /rest-api/register/{registrationId}/first-step': {},
}

/** An open registration of each team, with the caller's entry in this state: filled in, or a place offered to them. */
const anOpenOne =
  (state: EntryState) =>
  (userId: string, { organizationId, falcons, otters }: Club) =>
    write(
      stamp,
      organizations.change({ organizationId }, { set: { customRegistrationEnabled: true } }),
      ...[falcons, otters].flatMap((team) => openOf(team, state, userId)),
    )
function openOf(team: Club['falcons'], state: EntryState, userId: string) {
  const registrationId = registrationOf(team)
  const id = { registrationId }
  const setup = { ...firstSetup, name: 'Spring season', registrationType: 'TEAM', state: 'launched' } as const
  const row = { ...setup, ...id, tags: [], mainPaymentAccountId: null, createdAt: stamp.at }
  const option = { id: 'option-1', name: 'Season', description: '', priceInCents: 10_000, places: null, eventIds: [] }
  const playerId = playerOf(registrationPlayerOf(team))
  const child = { ...id, userId, playerId, ...filledDetails }
  return [
    registrations.upsert(id, { set: row }),
    registrationQuestions.upsert(id, { set: { questions: [...firstQuestions] } }),
    registrationOptions.upsert(id, { set: { options: [option] } }),
    registrationDrafts.upsert(child, { set: { ...child, savedAt: stamp.at, avatarId: undefined } }),
    registrationEntries.upsert(child, {
      set: {
        ...child,
        state,
        // An earlier request may have left the entry on its way to the team.
        landing: undefined,
        lines: [],
        reductions: [],
        signed: [],
        parts: [{ amountInCents: 10_000, dueOn: '2026-11-21' }],
        priceInCents: 10_000,
        absorbFees: false,
        payBy: 'BILL',
        feeId: `${team.teamId}.d0000000000z`,
        registeredAt: stamp.at,
        heldUntil: state !== 'cancelled' ? '2026-12-01T00:00:00Z' : undefined,
        place: state === 'waiting' ? placeOf.waiting(stamp.at) : placeOf.entry(stamp.at),
      },
    }),
    // Counts the place as taken, as giving it back would fail otherwise.
    ...(state === 'offered' || state === 'paying' ? [countNames.places, countNames.option('option-1')] : []).map(
      (name) => registrationCounts.take({ ...id, name }, 1, null, 'conflict'),
    ),
  ]
}
const stateFor = (key: string) =>
  /\/(waiting|cancel|change)$/.test(key)
    ? 'waiting'
    : key.endsWith('payment-intent')
      ? 'paying'
      : /\/(accept|withdraw)$/.test(key)
        ? 'offered'
        : 'cancelled'
const prepared = Object.fromEntries(Object.keys(register).map((key) => [key, anOpenOne(stateFor(key))]))

export const exampleRequests: Requests = {
  params: ({ falcons }) => ({ registrationPlayerId: registrationPlayerOf(falcons) }),
  queries,
  bodies,
  prepared,
}
