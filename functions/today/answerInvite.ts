import type { today } from '#shared/api/today.ts'
import { subjectOf } from '#shared/ids.ts'
import { flagsOn } from '#shared/permissions.ts'
import { attendanceClosesBefore } from '#shared/rules/attendance.ts'
import { ownInviteCard } from '../events/cards.ts'
import type { CallOf } from '../serve.ts'
import { invites } from '../table/invites.ts'

/** Answers an invite for one of the caller's own players, or of a team that the caller coaches; for coaches also after the event. */
export async function answerInvite({
  params: { inviteFile: inviteId },
  query: { status, note, upon: replaces, answerId: name },
  stamp,
  me,
  now,
}: CallOf<typeof today, 'GET /user/updateInviteStatus/{inviteFile}'>) {
  const subject = subjectOf(inviteId)
  const isCoach = subject && flagsOn((await me).access, subject).has('canEditEvents')
  const family = isCoach ? {} : { endsFrom: attendanceClosesBefore(now), familyAt: now }
  const { invite, droppedNote } = await invites.answer(stamp, { inviteId, status, note, name, replaces, ...family })
  return { ...ownInviteCard(invite), ...(droppedNote !== undefined && { droppedNote }) }
}
