import { accessTokens } from '#functions/table/accessTokens.ts'
import { assignmentTasks, taskResponses } from '#functions/table/assignments.ts'
import { chatLooks } from '#functions/table/chatRecords.ts'
import { chatReports } from '#functions/table/chatReports.ts'
import { emails, emailTests, teamEmails } from '#functions/table/emails.ts'
import { familyInvitations } from '#functions/table/familyInvitations.ts'
import { feedDocuments, feeds } from '#functions/table/feeds.ts'
import { files } from '#functions/table/files.ts'
import { guardians } from '#functions/table/guardians.ts'
import { importParts, imports, importSteps } from '#functions/table/imports.ts'
import { invitations } from '#functions/table/invitations.ts'
import { merges } from '#functions/table/merges.ts'
import { registrationInvitations, registrationNotifications } from '#functions/table/registrations.ts'
import { write } from '#functions/table/table.ts'
import { removedInvites } from '#functions/table/removedRows.ts'
import { aClub, type Club, newPart, stamp } from '../club.ts'
import { aRegistration, fillIn, question, finalize } from '../register/registering.ts'
import { firstQuestions } from '#shared/rules/registrations/questions.ts'
import { marker, scripts } from './marker.ts'

type ErasedUser = { userId: string; email: string; fileId: string }
const startedAt = stamp.at
const mergeProgress = { done: 0, parts: 1, part: 0, row: 0, steps: 1, added: 0, changed: 0, same: 0, kept: 0, turn: 0 }

/** What a club keeps for undoing an import and a merge, both of which name the user as a guardian. */
async function mergeWithUndo({ organizationId, mia, leo }: Club, { email }: Pick<ErasedUser, 'email'>): Promise<void> {
  const id = { orgUnitId: organizationId, importId: newPart('i') }
  const grownUp = { name: marker, email, phone: '555-0100' }
  const otherContact = { name: 'Pat', email: 'pat@x.test' }
  const row = { row: 2, firstName: 'Kim', lastName: 'Lee', guardians: [grownUp, otherContact] }
  const player = { playerId: leo.playerId, firstName: 'Leo', lastName: 'M', teams: [], contacts: [marker, 'Pat'] }
  const contacts = [grownUp, otherContact].map((each) => ({ relation: 'Parent', phone: '', ...each }))
  await write(
    stamp,
    imports.create({
      ...{
        ...id,
        ...mergeProgress,
        name: 'players.csv',
        startedBy: 'admin',
        startedAt,
        state: 'done',
        rows: 1,
        refused: [],
      },
    }),
    importParts.create({ ...id, part: 0, rows: [row], startedAt }),
    importSteps.create({
      ...{ ...id, step: 0, startedAt },
      did: [
        {
          ...{ playerId: mia.playerId, did: 'changed' },
          guardians: [
            { guardianId: 'g1', before: grownUp },
            { guardianId: 'g2', before: otherContact },
          ],
        },
      ],
    }),
    merges.create({
      ...{ organizationId, mergeId: newPart('merge'), keepId: mia.playerId, goneId: leo.playerId },
      ...{ keptName: 'Mia', goneName: 'Leo', mergedAt: startedAt },
      gone: {
        ...{ player, details: { contacts }, family: [], invitations: [], rows: [], invites: [] },
        guardians: [{ playerId: leo.playerId, guardianId: 'g1', ...grownUp }],
      },
      moved: { teamIds: [], userIds: [], raised: [], guardianIds: [], inviteIds: [] },
      filled: { player: {}, playerBefore: {}, details: {}, detailsBefore: {} },
    }),
  )
}

/** A task signed by the player's family, with a signature of this name. */
export const signedTask = (orgUnitId: string, playerId: string, name: string) => {
  const id = { assignmentId: `${orgUnitId}.${newPart('h')}`, playerId }
  const request = {
    questionTitle: 'Trip',
    description: 'I agree.',
    optional: false,
    answerType: 'SIGNATURE_BLOCK' as const,
  }
  const questions = [question({ ...request, id: 'sign' }), question({ id: 'driver' })]
  const writes = [
    assignmentTasks.create({ ...id, description: '', task: { updateFormList: questions }, teamIds: [], playerIds: [] }),
    taskResponses.create({
      ...{ ...id, answers: { sign: [name], driver: ['Grandfather'] }, lines: ['line'], revision: 1, saveId: 'a' },
    }),
  ]
  return { id, writes }
}

/** More places than `somebody` has: in a club that they run and then leave. */
export async function createMoreTraces(club: Club, { userId, email, fileId }: ErasedUser): Promise<void> {
  const { organizationId, otters, user } = club
  const emailId = `${otters.teamId}.${newPart('m')}`
  const conversationSid = `${organizationId}.${newPart('c')}`
  const from = { authorId: userId, from: marker, organizationName: 'Springfield FC', subject: 'Season' }
  const feedId = newPart('feed')
  await mergeWithUndo(club, { email })
  await write(
    stamp,
    // Written to a team they do not coach, by the rights they have in the whole club.
    emails.create({
      ...{ ...from, emailId, state: 'sent', beginning: 'Hello', to: { teamIds: [otters.teamId] }, listedAt: startedAt },
      ...{ orgUnitName: 'Otters', timezone: 'America/Chicago' },
    }),
    teamEmails.create({ orgUnitId: otters.teamId, emailId, listedAt: startedAt }),
    // A test of an email that was never saved.
    emailTests.create({
      ...{ ...from, emailId: `${organizationId}.${newPart('m')}`, testId: 'test', content: [] as never },
      madeAt: startedAt,
    }),
    chatLooks.create({
      ...{ conversationSid, userId, name: marker, reason: 'A mother asked.' },
      ...{ begunAt: startedAt, endsAt: startedAt },
    }),
    chatReports.create({
      ...{ organizationId, conversationSid, messageSid: 'm1', reportedBy: user('parent'), author: userId },
      ...{ text: marker, files: [`${marker}.png`], sentAt: startedAt, reason: 'other', reportedAt: startedAt },
    }),
    chatReports.create({
      ...{ organizationId, conversationSid, messageSid: 'm2', reportedBy: userId, author: user('parent') },
      ...{
        text: 'Shut up',
        files: [],
        sentAt: startedAt,
        reason: 'other',
        reportedAt: startedAt,
        note: marker,
      },
    }),
    removedInvites.keep(
      newPart('r'),
      { inviteId: club.invite(club.leo), status: 'Accepted', answerId: 'a.x', note: marker, answeredBy: userId },
      startedAt,
    ),
    registrationNotifications.create({
      ...{ registrationId: await aRegistration(club), userId, name: marker, paymentsToo: false },
    }),
    files.create({ fileId, userId, name: `${marker}.png`, type: 'image/png', size: 3, state: 'kept', about: 'm' }),
    accessTokens.create({
      ...{ organizationId, tokenId: newPart('k'), userId, name: marker, areas: [], secretHash: 'x' },
      ...{ madeAt: startedAt, endsAt: '2027-01-01T00:00:00Z' },
    }),
    feeds.create({
      ...{ feedId, userId, scope: 'family', about: userId, label: marker, language: 'en', secretHash: 'x' },
      ...{ madeAt: startedAt, state: 'built' },
    }),
    ...signedTask(organizationId, club.mia.playerId, `${marker} ${marker}`).writes,
    feedDocuments.create({ feedId, packed: new TextEncoder().encode(marker), etag: marker }),
  )
}

/** Clubs they were never in: one has invited them, one has them as a guardian, and at one they register. */
export async function elsewhere({ userId, email }: ErasedUser): Promise<void> {
  const [invitingClub, knowingClub, registeringClub] = [await aClub(), await aClub(), await aClub()]
  const at = { invitedBy: invitingClub.user('admin'), invitedAt: startedAt }
  await write(
    stamp,
    invitations.create({
      ...{ ...at, invitationId: `${invitingClub.organizationId}.${newPart('i')}`, email, flags: [] },
      ...{ unitName: 'Club', inviterName: 'Sal' },
    }),
    familyInvitations.create({
      ...{ ...at, playerId: invitingClub.mia.playerId, invitationId: 'i1', email, name: marker, relation: 'own' },
      ...{ playerIds: [invitingClub.mia.playerId], state: 'open' },
    }),
    registrationInvitations.create({
      ...{ registrationId: await aRegistration(invitingClub), email, name: marker, invitedAt: startedAt },
      ...{ state: 'invited', mail: 'told' },
    }),
    guardians.create({ playerId: knowingClub.mia.playerId, guardianId: 'g1', name: marker, email }),
  )
  await mergeWithUndo(invitingClub, { email })
  await mergeWithUndo(knowingClub, { email })
  const questions = [...firstQuestions, question({ id: 'why', optional: true })]
  const registration = { waitingList: true, places: 0 }
  const [name = ''] = scripts
  const registrationId = await aRegistration(registeringClub, { questions, registration })
  const child = await fillIn(userId, registrationId, name, { answers: { why: [email] } })
  const sent = await finalize(userId, [child.registrationPlayerId], 10_000, { wait: true })
  const draft = await fillIn(userId, registrationId, name, { answers: { why: [email] } })
  if (sent.status !== 200 || draft.status !== 200) throw new Error('The player could not be registered.')
}
