import { type Email, emailContents, emailRecipients, emails, teamEmails } from '#functions/table/emails.ts'
import { counts } from '#functions/table/me.ts'
import { receivedEmails } from '#functions/table/receivedEmails.ts'
import { write } from '#functions/table/table.ts'
import type { Team } from '#functions/table/teams.ts'
import type { Write } from '#functions/table/writes.ts'
import { orgUnitOf } from '#shared/ids.ts'
import { fullName } from '#shared/rules/names.ts'
import { excerptOf, type RichText } from '#shared/rules/richText.ts'
import { type AccountName, accounts } from './accounts.ts'
import { addMinutes, type Club } from './club.ts'
import { demoPart } from './ids.ts'
import { youthPlayer } from './youthClub.ts'

type Name = Extract<AccountName, 'coach' | 'parent' | 'parent2'>
type Row = Omit<Email, 'state' | 'listedAt'>
type EmailSeed = { now: string; people: Record<Name, string>; club: Club; team: Team }

const paragraph = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text }] })
const text = (...lines: string[]): RichText => ({ type: 'doc', content: lines.map(paragraph) })
const sentText = text(
  'Dear families, on Saturday we meet at half past eight at the school, not at the park.',
  'Please bring both shirts, and something to drink. Breakfast after the game is on the club.',
)
const newText = text(
  'On Thursday the photographer comes at half past five, half an hour before practice.',
  'Please be there in the blue shirt. Who cannot come is photographed after the game on Saturday.',
)
const draftText = text(
  'Who can help at the summer tournament? We need people for the grill, the till and the first aid tent.',
)

/** The emails of the demo's coach to the families of the Falcons: one that was read, one that was not, and a draft. */
export async function seedEmails({ now, people, club, team }: EmailSeed): Promise<void> {
  const { teamId } = team
  const { name: organizationName, timezone } = club.organization
  const rowOf = (name: string, subject: string, content: RichText): Row => ({
    emailId: `${teamId}.${demoPart('m', name)}`,
    authorId: people.coach,
    subject,
    beginning: excerptOf(content),
    to: { teamIds: [teamId] },
    orgUnitName: team.name,
    organizationName,
    timezone,
    from: 'Carmen Coach',
  })
  const first = rowOf('meeting point', 'Saturday: we meet at the school', sentText)
  if (await emails.get(first, { consistent: true })) return
  await write(
    { actor: people.coach, at: now },
    ...sentWrites(first, sentText, { at: addMinutes(now, -2 * 24 * 60), readAt: addMinutes(now, -2800), people }),
    ...sentWrites(rowOf('photos', 'Team photos on Thursday', newText), newText, { at: addMinutes(now, -150), people }),
    ...readers.map(({ who }) => counts.upsert({ userId: people[who] }, { add: { unreadMessages: 1 } })),
  )
  const second = rowOf('tournament', 'Summer tournament: who can help?', draftText)
  const draftStamp = { actor: people.coach, at: addMinutes(now, -60) }
  await write(
    draftStamp,
    emails.create({ ...second, state: 'draft', listedAt: draftStamp.at }),
    emailContents.create({ emailId: second.emailId, content: draftText }),
    teamEmails.create({ orgUnitId: teamId, emailId: second.emailId, listedAt: draftStamp.at }),
  )
}

const readers = [
  { who: 'parent', players: ['Mia Moreno'] },
  { who: 'parent2', players: ['Ada Okafor'] },
] as const satisfies readonly { who: Name; players: readonly string[] }[]

type SendTimes = { at: string; readAt?: string; people: EmailSeed['people'] }
/** A sent email, which its first reader has opened if it was read. */
function sentWrites(row: Row, content: RichText, { at, readAt, people }: SendTimes): Write[] {
  const { emailId, subject, beginning, from, orgUnitName } = row
  const openedCount = readAt === undefined ? {} : { opened: 1 }
  return [
    emails.create({ ...row, state: 'sent', listedAt: at, people: 2, unmailed: 0, delivered: 2, ...openedCount }),
    emailContents.create({ emailId, content }),
    teamEmails.create({ orgUnitId: orgUnitOf(emailId), emailId, listedAt: at }),
    ...readers.flatMap(({ who, players: names }, i) => {
      const [userId, playerIds] = [people[who], names.map(youthPlayer)]
      const players = names.map((player) => player.split(' ')[0] ?? player)
      const [state, since] =
        readAt !== undefined && i === 0 ? (['opened', readAt] as const) : (['delivered', at] as const)
      const line = { emailId, subject, beginning, from, orgUnitName, players, sentAt: at }
      return [
        emailRecipients.create({ emailId, userId, name: fullName(accounts[who]), playerIds, players, state, since }),
        receivedEmails.create({ userId, ...line, ...(readAt !== undefined && { readAt }) }),
      ]
    }),
  ]
}
