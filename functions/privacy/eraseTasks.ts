import { formerName } from '#shared/rules/names.ts'
import { isSignedBy } from '#shared/rules/register/signatures.ts'
import { isSigned } from '#shared/rules/registrations/questions.ts'
import type { TaskResponse } from '#shared/rules/tasks.ts'
import { type AssignedTaskId, assignmentTasks, taskResponses } from '../table/assignments.ts'
import { retryOnConflict, write } from '../table/table.ts'
import { ifUnchanged, type Stamp } from '../table/writes.ts'
import type { ErasedUser } from './erasedUser.ts'

/**
 * Removes the user's name from what they have signed in a player's tasks, and the answers too if the player has no other guardian
 * (`isAlone`). Retries on a conflict. It increases the version, so a page that shows the task has to reload it before saving.
 */
export async function eraseTasks(
  stamp: Stamp,
  erasedUser: ErasedUser,
  ids: readonly AssignedTaskId[],
  { isAlone }: { isAlone: boolean },
): Promise<void> {
  for (const id of ids)
    await retryOnConflict(async () => {
      const response = await taskResponses.get(id, { consistent: true })
      if (!response) return
      const answers = isAlone ? {} : await withoutSignature(id, response, erasedUser)
      const isSame = Object.entries(response.answers).every(([each, texts]) => answers[each] === texts)
      if (isSame && !(isAlone && response.lines.length > 0)) return
      const set = { answers, ...(isAlone && { lines: [] }) }
      await write(stamp, taskResponses.change(id, { set, add: { revision: 1 }, when: ifUnchanged(response) }))
    })
}

/** The answers, with their name replaced where they signed with it. */
async function withoutSignature(id: AssignedTaskId, { answers }: TaskResponse, { signer }: ErasedUser) {
  const isOwnSignature = (text: string) => signer !== undefined && isSignedBy(text, signer)
  if (!Object.values(answers).flat().some(isOwnSignature)) return answers
  const { updateFormList = [] } = (await assignmentTasks.get(id, { consistent: true }))?.task ?? {}
  const signedQuestionIds = new Set(updateFormList.flatMap((each) => (isSigned(each.answerType) ? [each.id] : [])))
  return Object.fromEntries(
    Object.entries(answers).map(([each, texts]) => [
      each,
      signedQuestionIds.has(each) && texts.some(isOwnSignature)
        ? texts.map((text) => (isOwnSignature(text) ? formerName : text))
        : texts,
    ]),
  )
}
