import type { PostConfirmationTriggerEvent } from 'aws-lambda'
import { noAccess } from '#shared/permissions.ts'
import { Problem } from '#shared/problems.ts'
import { asName } from '#shared/rules/names.ts'
import { accessRows, emailUsers, profiles } from '../table/map.ts'
import { write } from '../table/table.ts'

/**
 * Runs when someone has confirmed their e-mail address: writes who they are, with nothing they may do yet. The user pool
 * takes names of any length, so they are cut to what the profile's form takes.
 * The user pool may call it again, and calls it after a forgotten password too: both change nothing.
 */
export async function handler(event: PostConfirmationTriggerEvent): Promise<PostConfirmationTriggerEvent> {
  if (event.triggerSource !== 'PostConfirmation_ConfirmSignUp') return event
  const { sub = '', email = '', given_name: firstName = '', family_name: lastName = '' } = event.request.userAttributes
  const profile = { userId: sub, email, firstName: asName(firstName), lastName: asName(lastName) }
  try {
    await write(
      profiles.create(profile),
      accessRows.create({ ...noAccess(sub), version: 1 }),
      // The user pool gives an address to one account; whoever had it before has lost it.
      emailUsers.upsert({ email }, { set: { userId: sub } }),
    )
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'conflict') throw error
  }
  return event
}
