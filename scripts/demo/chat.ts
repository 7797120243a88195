import { joinTeam } from '#functions/chat/create.ts'
import { directConversation, teamConversation } from '#functions/table/conversationIds.ts'
import { addMembers } from '#functions/chat/membership.ts'
import { writeMessage } from '#functions/chat/messages.ts'
import { chatReports } from '#functions/table/chatReports.ts'
import { conversations } from '#functions/table/conversations.ts'
import { write, retryOnConflict } from '#functions/table/table.ts'
import type { Team } from '#functions/table/teams.ts'
import { organizationOf } from '#shared/ids.ts'
import type { AccountName } from './accounts.ts'
import { addMinutes } from './club.ts'

type Name = Extract<AccountName, 'coach' | 'parent' | 'parent2'>
type LineDetails = { poll?: { options: string[]; several: boolean }; names?: Name }
/** The author, how many minutes ago, the text, and optional extras. */
type Line = readonly [Name, number, string, LineDetails?]

const reportedText = 'That pitch is a joke, and so is whoever booked it.'
const messageSidOf = (i: number) => `demo-message-${i}`

const teamLines: readonly Line[] = [
  ['coach', 2890, 'Welcome, everybody! Here we sort out rides, shirts and oranges.'],
  ['parent2', 2875, 'Thank you, Carmen. We can bring the oranges on Saturday.'],
  ['coach', 190, 'The game on Saturday is away. Who can drive? We need room for five more.'],
  ['parent', 170, 'I have three seats. We leave at nine from the car park at the school.'],
  ['parent2', 165, 'And I have two. ¡Nos vemos allí! 🚗'],
  [
    'coach',
    60,
    'When shall we have the team photo?',
    { poll: { options: ['Before the game', 'After the game', 'At practice'], several: false } },
  ],
  ['coach', 50, '@Paula Moreno, do you bring the camera?', { names: 'parent' }],
  ['parent2', 45, reportedText],
  ['coach', 20, 'Perfect. Please be there ten minutes early: https://www.openstreetmap.org'],
]
const directLines: readonly Line[] = [
  ['parent', 1500, 'Mia has a sore ankle. She comes to practice, but may have to sit out the running.'],
  ['coach', 1490, 'Thank you for telling me. We will go easy on it.'],
]

/** The messages of the demo's people; written once, however often the demo is seeded. */
export async function seedChat({ now, people, team }: { now: string; people: Record<Name, string>; team: Team }) {
  const { teamId } = team
  const at = addMinutes(now, -3000)
  const { coach, parent, parent2 } = people
  for (const userId of [coach, parent, parent2]) await joinTeam({ actor: userId, at }, { userId, teamId })
  const organizationId = organizationOf(teamId)
  const direct = directConversation(organizationId, coach, parent)
  await addMembers({ actor: parent, at }, { conversationSid: direct, type: 'direct', friendlyName: '' }, [
    { userId: parent, staff: false },
    { userId: coach, staff: true },
  ])
  for (const [conversationSid, lines] of [
    [teamConversation(teamId), teamLines],
    [direct, directLines],
  ] as const)
    for (const [i, [name, minutes, text, details = {}]] of lines.entries()) {
      const stamp = { actor: people[name], at: addMinutes(now, -minutes) }
      const { poll, names } = details
      const message = { messageSid: messageSidOf(i), text, poll, ...(names && { mentions: [people[names]] }) }
      // Workers write to the conversation at the same time.
      await retryOnConflict(async () => {
        const conversation = await conversations.get({ conversationSid }, { consistent: true })
        if (!conversation || conversation.seq > i) return
        await writeMessage(stamp, conversation, { userId: people[name] }, message)
      })
    }
  const conversationSid = teamConversation(teamId)
  const reported = teamLines.findIndex(([, , text]) => text === reportedText)
  const id = { organizationId, conversationSid, messageSid: messageSidOf(reported), reportedBy: parent }
  const report = {
    ...id,
    author: parent2,
    text: reportedText,
    files: [],
    sentAt: addMinutes(now, -45),
    reason: 'bullying' as const,
    reportedAt: addMinutes(now, -40),
  }
  if (!(await chatReports.get(id)))
    await write({ actor: parent, at: report.reportedAt }, chatReports.createOnce(report))
  const { pinned } = (await conversations.get({ conversationSid }, { consistent: true })) ?? {}
  const pinWrite = conversations.change({ conversationSid }, { set: { pinned: messageSidOf(teamLines.length - 1) } })
  if (pinned === undefined) await write({ actor: coach, at: addMinutes(now, -15) }, pinWrite)
}
