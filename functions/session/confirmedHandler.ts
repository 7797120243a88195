import type { PostConfirmationTriggerEvent } from 'aws-lambda'
import { asName } from '#shared/rules/names.ts'
import { faultWords } from '../runtime/faultLine.ts'
import { logTrace } from '../runtime/logTrace.ts'
import { ignoreConflict } from '../table/ignore.ts'
import { poolSignOut } from '../access/poolSignOut.ts'
import { emailUsers } from '../table/emailUsers.ts'
import { profiles } from '../table/profiles.ts'
import { sessions } from '../table/sessions.ts'
import { write } from '../table/table.ts'

/**
 * Runs when someone has confirmed their e-mail address: writes who they are. The user pool takes names of any length, so
 * they are cut to what the profile's form takes. It may call again, which changes nothing.
 * It runs after a forgotten password too: whoever else knew the old one is signed out everywhere, with us and at the pool.
 */
export async function handler(event: PostConfirmationTriggerEvent): Promise<PostConfirmationTriggerEvent> {
  if (event.triggerSource === 'PostConfirmation_ConfirmSignUp') await writePerson(event)
  else await endSessions(event)
  return event
}

// The user pool does not say when it calls.
const stampOf = (userId: string) => ({ actor: userId, at: new Date().toISOString() })

async function endSessions({ userPoolId, request: { userAttributes } }: PostConfirmationTriggerEvent): Promise<void> {
  const { sub: userId = '' } = userAttributes
  const stamp = stampOf(userId)
  await sessions.endAll(stamp, { userId }, stamp.at)
  // The new password counts already: who has just chosen it is not told that it does not, and we are told of this.
  await poolSignOut(userId, userPoolId).catch((error: unknown) => {
    logTrace(error)
    console.error(faultWords)
  })
}

async function writePerson(event: PostConfirmationTriggerEvent): Promise<void> {
  const { sub = '', email = '', given_name: firstName = '', family_name: lastName = '' } = event.request.userAttributes
  const profile = { userId: sub, email, firstName: asName(firstName), lastName: asName(lastName) }
  await ignoreConflict(
    write(
      stampOf(sub),
      profiles.create(profile),
      // The user pool gives an address to one account; whoever had it before has lost it.
      emailUsers.upsert({ email }, { set: { userId: sub } }),
    ),
  )
}
