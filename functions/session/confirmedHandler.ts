import type { PostConfirmationTriggerEvent } from 'aws-lambda'
import { Problem } from '#shared/problems.ts'
import { asName } from '#shared/rules/names.ts'
import { emailUsers } from '../table/emailUsers.ts'
import { profiles } from '../table/profiles.ts'
import { write } from '../table/table.ts'

/**
 * Runs when someone has confirmed their e-mail address: writes who they are. The user pool
 * takes names of any length, so they are cut to what the profile's form takes.
 * The user pool may call it again, and calls it after a forgotten password too: both change nothing.
 */
export async function handler(event: PostConfirmationTriggerEvent): Promise<PostConfirmationTriggerEvent> {
  if (event.triggerSource !== 'PostConfirmation_ConfirmSignUp') return event
  const { sub = '', email = '', given_name: firstName = '', family_name: lastName = '' } = event.request.userAttributes
  const profile = { userId: sub, email, firstName: asName(firstName), lastName: asName(lastName) }
  // The user pool does not say when it calls.
  const stamp = { actor: sub, at: new Date().toISOString() }
  try {
    await write(
      stamp,
      profiles.create(profile),
      // The user pool gives an address to one account; whoever had it before has lost it.
      emailUsers.upsert({ email }, { set: { userId: sub } }),
    )
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'conflict') throw error
  }
  return event
}
