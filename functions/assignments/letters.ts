import { organizationOf, orgUnitOf, teamOf } from '#shared/ids.ts'
import { dayIn } from '#shared/rules/days.ts'
import { type Letter, quoted } from '../mail/letter.ts'
import { siteUrl } from '../mail/site.ts'
import type { Writer } from '../mail/writer.ts'
import { type AssignedTask, assignedTasks, noDay } from '../table/assignments.ts'
import { organizations } from '../table/organizations.ts'
import { families } from '../table/players.ts'
import { teams } from '../table/teams.ts'

/** Nothing is said of what is done or closed, nor to who is no parent of the player any more. */
const assignment: Writer<'assignment'> = async ({ assignmentId, playerId }, { to: { userId }, now }) => {
  if (!userId) return undefined
  const teamId = teamOf(assignmentId)
  const [task, member, club, team] = await Promise.all([
    assignedTasks.get({ assignmentId, playerId }, { consistent: true }),
    families.get({ playerId, userId }),
    organizations.get({ organizationId: organizationOf(orgUnitOf(assignmentId)) }),
    teamId === undefined ? undefined : teams.get({ teamId }),
  ])
  if (task?.status !== 'OPEN' || !club || member?.relation !== 'own') return undefined
  return reminderLetter(task, team?.name ?? club.name, dayIn(now, club.timezone))
}

const days = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

/** Mail is no place for more of a child than the first name. */
export function reminderLetter(task: AssignedTask, from: string, today: string): Letter {
  const { playerId, assignmentId, dueOn } = task
  const player = quoted(task.firstName)
  const due = dueOn === noDay ? undefined : days.format(new Date(dueOn))
  const late = due !== undefined && dueOn < today
  const path = `/academy/assignment/organization/${organizationOf(playerId)}/player/${playerId}?task=${assignmentId}`
  return {
    subject: `${late ? 'Late' : 'Still to do'} for ${player}: ${quoted(task.name)}`,
    paragraphs: [`${quoted(from)} has given ${player} something to do, and waits for it.`],
    facts: [['Task', quoted(task.name)], ...(due ? [['Due', due] as const] : [])],
    link: { address: `${siteUrl()}${path}`, text: 'See the task' },
    closing: 'If it is done already, tick it off in Touchline. To ask about it, talk to the coach.',
  }
}

export const letters = { assignment }
