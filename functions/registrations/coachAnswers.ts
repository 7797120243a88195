import type { registrations as contract } from '#shared/api/registrations.ts'
import type { Viewer } from '#shared/childData.ts'
import { isInformational } from '#shared/rules/registrations/questions.ts'
import type { Question } from '#shared/rules/registrations/questions.ts'
import type { CallOf } from '../serve.ts'
import { ownerOf, type RegistrationEntry, registrationEntries } from '../table/registrationEntries.ts'
import { registrations, type WholeRegistration } from '../table/registrations.ts'
import { rosterRows } from '../table/rosterRows.ts'
import { page } from '../table/table.ts'
import { clubOf } from './registrationOf.ts'
import { answerCard, avatarOf, viewerOn } from './trackEntry.ts'

/** The newest registrations of a team that are shown, and the players of each. */
const maxRegistrations = 5
const maxPlayers = 100

/** The answers to the questions that the club lets coaches read, and no others. */
export async function readCoachAnswers({
  params: { teamId },
  me,
  now,
}: CallOf<typeof contract, 'GET /rest-api/registration/answers/{teamId}'>) {
  const [{ access }, , listPage] = await Promise.all([
    me,
    clubOf(teamId),
    page<object>({ ...registrations.ofUnit(teamId), limit: maxRegistrations }),
  ])
  const wholeRegistrations = await Promise.all(
    listPage.rows.map((row) => registrations.readWhole({ registrationId: registrations.idOf(row) })),
  )
  const launched = wholeRegistrations.flatMap((whole) => (whole && whole.registration.state !== 'draft' ? [whole] : []))
  const viewer = viewerOn(teamId, access)
  const answerLists = await Promise.all(launched.map((whole) => answersIn(whole, teamId, { viewer, now })))
  return { registrations: answerLists.filter(({ players }) => players.length > 0) }
}

/** Names are left out: they head each player's answers. */
const isForCoaches = ({ readers, medical, answerType, standardLabel }: Question) =>
  readers === 'COACHES' &&
  !medical &&
  !isInformational(answerType) &&
  standardLabel !== 'FIRST_NAME' &&
  standardLabel !== 'LAST_NAME'

/**
 * Answers of players on the team: those who have left it are no longer its coaches' business. Guests of its events are on no
 * roster.
 */
async function answersIn(
  { registration, questions }: WholeRegistration,
  teamId: string,
  { viewer, now }: { viewer: Viewer; now: string },
) {
  const { registrationId, name, registrationType } = registration
  const coachQuestions = questions.filter(isForCoaches)
  const { rows } = await page<RegistrationEntry>({ ...registrationEntries.of({ registrationId }), limit: maxPlayers })
  const onTeam = await rosterRows.getMany(rows.map((entry) => ({ teamId, playerId: ownerOf(entry) })))
  const players = rows
    .filter(({ state }, i) => state === 'registered' && (registrationType === 'EVENT' || onTeam[i]))
    .map(async (entry) => ({
      playerId: ownerOf(entry),
      firstName: entry.firstName,
      lastName: entry.lastName,
      avatar: await avatarOf(entry, viewer, now),
      answers: await Promise.all(coachQuestions.map((question) => answerCard(entry, question, now))),
    }))
  return {
    registrationId,
    name,
    questions: coachQuestions.map(({ questionTitle, standardLabel }) => ({ questionTitle, standardLabel })),
    players: await Promise.all(players),
  }
}
