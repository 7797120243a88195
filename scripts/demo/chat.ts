import { joinTeam } from '#functions/chat/create.ts'
import { directConversation, teamConversation } from '#functions/chat/ids.ts'
import { bringIn } from '#functions/chat/membership.ts'
import { writeMessage } from '#functions/chat/messages.ts'
import { conversations } from '#functions/table/conversations.ts'
import type { Team } from '#functions/table/teams.ts'
import { organizationOf } from '#shared/ids.ts'
import type { AccountName } from './accounts.ts'
import { after } from './club.ts'

type Name = Extract<AccountName, 'coach' | 'parent' | 'parent2'>
/** Who wrote, how many minutes ago, and what. */
type Line = readonly [Name, number, string]

const ofTeam: readonly Line[] = [
  ['coach', 2890, 'Welcome, everybody! Here we sort out rides, shirts and oranges.'],
  ['parent2', 2875, 'Thank you, Carmen. We can bring the oranges on Saturday.'],
  ['coach', 190, 'The game on Saturday is away. Who can drive? We need room for five more.'],
  ['parent', 170, 'I have three seats. We leave at nine from the car park at the school.'],
  ['parent2', 165, 'And I have two. ¡Nos vemos allí! 🚗'],
  ['coach', 20, 'Perfect. Please be there ten minutes early: https://www.openstreetmap.org'],
]
const ofTwo: readonly Line[] = [
  ['parent', 1500, 'Mia has a sore ankle. She comes to practice, but may have to sit out the running.'],
  ['coach', 1490, 'Thank you for telling me. We will go easy on it.'],
]

/** What the demo's people have written to each other; written once, however often the demo is put in. */
export async function seedChat({ now, people, team }: { now: string; people: Record<Name, string>; team: Team }) {
  const { teamId } = team
  const at = after(now, -3000)
  const { coach, parent, parent2 } = people
  for (const userId of [coach, parent, parent2]) await joinTeam({ actor: userId, at }, { userId, teamId })
  const organizationId = organizationOf(teamId)
  const direct = directConversation(organizationId, coach, parent)
  await bringIn({ actor: parent, at }, { conversationSid: direct, type: 'direct', friendlyName: '' }, [
    { userId: parent, staff: false },
    { userId: coach, staff: true },
  ])
  for (const [conversationSid, lines] of [
    [teamConversation(teamId), ofTeam],
    [direct, ofTwo],
  ] as const)
    for (const [i, [name, minutes, text]] of lines.entries()) {
      const conversation = await conversations.get({ conversationSid }, { consistent: true })
      if (!conversation || conversation.seq > i) continue
      const stamp = { actor: people[name], at: after(now, -minutes) }
      await writeMessage(stamp, conversation, { userId: people[name] }, { messageSid: `demo-message-${i}`, text })
    }
}
