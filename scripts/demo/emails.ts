import {
  type Email,
  emailContents,
  emailRecipients,
  type EmailRecipient,
  emails,
  teamEmails,
} from '#functions/table/emails.ts'
import { receivedEmails } from '#functions/table/receivedEmails.ts'
import { write } from '#functions/table/table.ts'
import type { Team } from '#functions/table/teams.ts'
import { fullName } from '#shared/rules/names.ts'
import { beginningOf, type RichText } from '#shared/rules/richText.ts'
import { type AccountName, accounts } from './accounts.ts'
import { after, type Club } from './club.ts'
import { demoPart } from './ids.ts'
import { youthPlayer } from './youthClub.ts'

type Name = Extract<AccountName, 'coach' | 'parent' | 'parent2'>
type Seeding = { now: string; people: Record<Name, string>; club: Club; team: Team }

const paragraph = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text }] })
const text = (...lines: string[]): RichText => ({ type: 'doc', content: lines.map(paragraph) })
const sent = text(
  'Dear families, on Saturday we meet at half past eight at the school, not at the park.',
  'Please bring both shirts, and something to drink. Breakfast after the game is on the club.',
)
const begun = text(
  'Who can help at the summer tournament? We need people for the grill, the till and the first aid tent.',
)

/** What the demo's coach has written to the families of the Falcons: an email that was read, and one that is being written. */
export async function seedEmails({ now, people, club, team }: Seeding): Promise<void> {
  const { teamId } = team
  const { name: organizationName, timezone } = club.organization
  const rowOf = (name: string, subject: string, content: RichText): Omit<Email, 'state' | 'listedAt'> => ({
    emailId: `${teamId}.${demoPart('m', name)}`,
    authorId: people.coach,
    subject,
    beginning: beginningOf(content),
    to: { teamIds: [teamId] },
    orgUnitName: team.name,
    organizationName,
    timezone,
    from: 'Carmen Coach',
  })
  const first = rowOf('meeting point', 'Saturday: we meet at the school', sent)
  const { emailId } = first
  if (await emails.get({ emailId }, { consistent: true })) return
  const at = after(now, -2 * 24 * 60)
  const stamp = { actor: people.coach, at }
  const line = { emailId, subject: first.subject, beginning: first.beginning, from: first.from, orgUnitName: team.name }
  const readers = [
    { who: 'parent', players: ['Mia Moreno'], state: 'opened' },
    { who: 'parent2', players: ['Ada Okafor'], state: 'delivered' },
  ] as const satisfies readonly { who: Name; players: readonly string[]; state: EmailRecipient['state'] }[]
  await write(
    stamp,
    emails.create({ ...first, state: 'sent', listedAt: at, people: 2, unmailed: 0, delivered: 2, opened: 1 }),
    emailContents.create({ emailId, content: sent }),
    teamEmails.create({ orgUnitId: teamId, emailId, listedAt: at }),
    ...readers.flatMap(({ who, players, state }) => {
      const name = fullName(accounts[who])
      const [userId, playerIds] = [people[who], players.map(youthPlayer)]
      const firstNames = players.map((player) => player.split(' ')[0] ?? player)
      return [
        emailRecipients.create({
          emailId,
          userId,
          name,
          playerIds,
          players: firstNames,
          state,
          since: after(now, -2800),
        }),
        receivedEmails.create({ userId, ...line, players: firstNames, sentAt: at, readAt: after(now, -2800) }),
      ]
    }),
  )
  const second = rowOf('tournament', 'Summer tournament: who can help?', begun)
  const drafted = { actor: people.coach, at: after(now, -60) }
  await write(
    drafted,
    emails.create({ ...second, state: 'draft', listedAt: drafted.at }),
    emailContents.create({ emailId: second.emailId, content: begun }),
    teamEmails.create({ orgUnitId: teamId, emailId: second.emailId, listedAt: drafted.at }),
  )
}
