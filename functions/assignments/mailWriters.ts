import { organizationOf, orgUnitOf, teamOf } from '#shared/ids.ts'
import { dayIn } from '#shared/rules/days.ts'
import { noDay } from '#shared/rules/dueTasks.ts'
import { type MailMessage, quoted } from '../mail/message.ts'
import { siteUrl } from '../mail/site.ts'
import { dayText, listText, type Say } from '../mail/say.ts'
import type { Writer } from '../mail/writer.ts'
import { type AssignedTask, assignedTasks } from '../table/assignments.ts'
import { organizations } from '../table/organizations.ts'
import { families, guardiansWith } from '../table/players.ts'
import { teams } from '../table/teams.ts'

/** Nothing is sent for tasks that are done, closed or paused, nor to users who may no longer see the player's data. */
const assignment: Writer<'assignment'> = async ({ assignmentId, playerId, others }, { to: { userId }, now, say }) => {
  if (!userId) return undefined
  const teamId = teamOf(assignmentId)
  const playerIds = [playerId, ...(others?.split(',') ?? [])]
  const [tasks, members, club, team] = await Promise.all([
    assignedTasks.getMany(
      playerIds.map((id) => ({ assignmentId, playerId: id })),
      { consistent: true },
    ),
    families.getMany(playerIds.map((id) => ({ playerId: id, userId }))),
    organizations.get({ organizationId: organizationOf(orgUnitOf(assignmentId)) }),
    teamId === undefined ? undefined : teams.get({ teamId }),
  ])
  const open = tasks.flatMap((task, i) => {
    const member = members[i]
    const isRecipient = member && guardiansWith([member], 'sees').length > 0
    return task?.status === 'OPEN' && !task.paused && isRecipient ? [task] : []
  })
  const [first] = open
  if (!first || !club) return undefined
  return reminderMail([first, ...open.slice(1)], team?.name ?? club.name, { today: dayIn(now, club.timezone), say })
}

type MailContext = { today: string; say: Say }
type Tasks = readonly [AssignedTask, ...AssignedTask[]]

/** For one player, or siblings with a link each. Mail names a child by the first name only. */
function reminderMail(tasks: Tasks, from: string, { today, say }: MailContext): MailMessage {
  const [{ name, dueOn }] = tasks
  const players = listText(
    tasks.map(({ firstName }) => quoted(firstName)),
    say,
  )
  const due = dueOn === noDay ? undefined : dayText(dueOn, say)
  const isOverdue = due !== undefined && dueOn < today
  const linkOf = ({ playerId, assignmentId }: AssignedTask, text: string) => ({
    address: `${siteUrl()}/academy/assignment/organization/${organizationOf(playerId)}/player/${playerId}?task=${assignmentId}`,
    text,
  })
  const linkText = say('See the task', 'Ver la tarea')
  const isOne = tasks.length === 1
  return {
    subject: `${isOverdue ? say(`Overdue task for ${players}`, `Tarea atrasada de ${players}`) : say(`Task for ${players}`, `Tarea pendiente de ${players}`)}: ${quoted(name)}`,
    paragraphs: [
      say(
        `${quoted(from)} is waiting for ${players} to finish a task.`,
        `${quoted(from)} espera que ${players} ${isOne ? 'termine' : 'terminen'} una tarea.`,
      ),
    ],
    facts: [
      ...(isOne ? [[say('Task', 'Tarea'), quoted(name)] as const] : []),
      ...(due ? [[say('Due', 'Para el'), due] as const] : []),
    ],
    ...(isOne
      ? { link: linkOf(tasks[0], linkText) }
      : {
          entries: tasks.map((task) => ({
            title: quoted(task.firstName),
            text: quoted(name),
            link: linkOf(task, linkText),
          })),
        }),
    closing: say(
      'Already done? Check it off in Touchline. If you have questions, talk to the coach.',
      '¿Ya está hecha? Márcala en Touchline. Si tienes preguntas, habla con el entrenador.',
    ),
  }
}

export const writers = { assignment }
