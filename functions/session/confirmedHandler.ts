import type { PostConfirmationTriggerEvent } from 'aws-lambda'
import { toName } from '#shared/rules/nameInput.ts'
import { faultWords } from '../runtime/faultLine.ts'
import { logTrace } from '../runtime/logTrace.ts'
import { ignoreConflict } from '../table/ignore.ts'
import { poolSignOut } from '../access/poolSignOut.ts'
import { emailUsers } from '../table/emailUsers.ts'
import { profiles } from '../table/profiles.ts'
import { sessions } from '../table/sessions.ts'
import { write } from '../table/table.ts'

/**
 * The user pool's post-confirmation trigger. After a sign-up it writes the profile, with names cut to the length that the form allows (the
 * user pool allows any length). After a forgotten password was reset it ends all sessions, here and at the user pool. Idempotent.
 */
export async function handler(event: PostConfirmationTriggerEvent): Promise<PostConfirmationTriggerEvent> {
  if (event.triggerSource === 'PostConfirmation_ConfirmSignUp') await writePerson(event)
  else await endSessions(event)
  return event
}

// The user pool's event has no timestamp.
const stampOf = (userId: string) => ({ actor: userId, at: new Date().toISOString() })

async function endSessions({ userPoolId, request: { userAttributes } }: PostConfirmationTriggerEvent): Promise<void> {
  const { sub: userId = '' } = userAttributes
  const stamp = stampOf(userId)
  await sessions.endAll(stamp, { userId }, stamp.at)
  // The new password is set already, so the user gets no error; the fault is logged for us.
  await poolSignOut(userId, userPoolId).catch((error: unknown) => {
    logTrace(error)
    console.error(faultWords)
  })
}

async function writePerson(event: PostConfirmationTriggerEvent): Promise<void> {
  const { sub = '', email = '', given_name: firstName = '', family_name: lastName = '' } = event.request.userAttributes
  const profile = { userId: sub, email, firstName: toName(firstName), lastName: toName(lastName) }
  await ignoreConflict(
    write(
      stampOf(sub),
      profiles.create(profile),
      // The user pool gives an address to one account; an earlier holder has lost it.
      emailUsers.upsert({ email }, { set: { userId: sub } }),
    ),
  )
}
