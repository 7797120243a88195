import { organizationOf, orgUnitOf, teamOf } from '#shared/ids.ts'
import { dayIn } from '#shared/rules/days.ts'
import { noDay } from '#shared/rules/dueTasks.ts'
import { type Letter, quoted } from '../mail/letter.ts'
import { siteUrl } from '../mail/site.ts'
import { dayText, type Say } from '../mail/say.ts'
import type { Writer } from '../mail/writer.ts'
import { type AssignedTask, assignedTasks } from '../table/assignments.ts'
import { organizations } from '../table/organizations.ts'
import { families, guardiansWith } from '../table/players.ts'
import { teams } from '../table/teams.ts'

/** Nothing is said of what is done or closed, nor to who may no longer see what is told of the player. */
const assignment: Writer<'assignment'> = async ({ assignmentId, playerId }, { to: { userId }, now, say }) => {
  if (!userId) return undefined
  const teamId = teamOf(assignmentId)
  const [task, member, club, team] = await Promise.all([
    assignedTasks.get({ assignmentId, playerId }, { consistent: true }),
    families.get({ playerId, userId }),
    organizations.get({ organizationId: organizationOf(orgUnitOf(assignmentId)) }),
    teamId === undefined ? undefined : teams.get({ teamId }),
  ])
  const isTold = member && guardiansWith([member], 'sees').length > 0
  if (task?.status !== 'OPEN' || !club || !isTold) return undefined
  return reminderLetter(task, team?.name ?? club.name, { today: dayIn(now, club.timezone), say })
}

type How = { today: string; say: Say }

/** Mail is no place for more of a child than the first name. */
export function reminderLetter(task: AssignedTask, from: string, { today, say }: How): Letter {
  const { playerId, assignmentId, dueOn } = task
  const player = quoted(task.firstName)
  const due = dueOn === noDay ? undefined : dayText(dueOn, say)
  const late = due !== undefined && dueOn < today
  const path = `/academy/assignment/organization/${organizationOf(playerId)}/player/${playerId}?task=${assignmentId}`
  return {
    subject: `${late ? say('Late', 'Con retraso') : say('Still to do', 'Pendiente')} ${say('for', 'para')} ${player}: ${quoted(task.name)}`,
    paragraphs: [
      say(
        `${quoted(from)} has given ${player} something to do, and waits for it.`,
        `${quoted(from)} le ha puesto una tarea a ${player} y la espera.`,
      ),
    ],
    facts: [[say('Task', 'Tarea'), quoted(task.name)], ...(due ? [[say('Due', 'Para el'), due] as const] : [])],
    link: { address: `${siteUrl()}${path}`, text: say('See the task', 'Ver la tarea') },
    closing: say(
      'If it is done already, tick it off in Touchline. To ask about it, talk to the coach.',
      'Si ya está hecha, márcala en Touchline. Si tienes preguntas, habla con el entrenador.',
    ),
  }
}

export const letters = { assignment }
